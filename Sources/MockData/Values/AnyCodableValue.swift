/// A JSON value whose type is only known at run time, with separate integers and floating-point numbers.
///
/// `==` compares the stored values, so `.int(1)` and `.double(1)` differ. `isNumericallyEqual(to:)` compares numbers by
/// their mathematical values.
public enum AnyCodableValue: Sendable, Hashable {
  /// A Unicode string.
  case string(String)
  /// A whole number, written without a decimal point.
  case int(Int)
  /// A floating-point number, written with a decimal point even if it is whole (`1.0`).
  case double(Double)
  /// A number that neither an `Int` nor a `Double` can represent exactly, such as one with twenty digits.
  ///
  /// It decodes as any type that can represent it, and otherwise as the nearest double.
  case number(JSONNumber)
  /// `true` or `false`.
  case bool(Bool)
  /// A JSON object; the order of its members isn't preserved.
  case dictionary([String: AnyCodableValue])
  /// A JSON array.
  case array([AnyCodableValue])
  /// A JSON `null`.
  ///
  /// It is a value, unlike the absence of a value.
  case null
}
