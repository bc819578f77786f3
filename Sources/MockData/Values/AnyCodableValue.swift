/// A JSON value whose type is known only at run time; integers and floating-point numbers stay apart.
///
/// `==` compares structure, so `.int(1)` and `.double(1)` differ; `isNumericallyEqual(to:)` compares
/// numbers by their mathematical value.
public enum AnyCodableValue: Sendable, Hashable {
  /// A string of Unicode text.
  case string(String)
  /// A whole number, written without a point.
  case int(Int)
  /// A floating-point number, written with a point even when it is whole (`1.0`).
  case double(Double)
  /// A number that neither of those holds as it is written, such as one of twenty digits.
  ///
  /// It decodes into whatever holds it, and else as the nearest double.
  case number(JSONNumber)
  /// `true` or `false`.
  case bool(Bool)
  /// A JSON object; the order of its members is not kept.
  case dictionary([String: AnyCodableValue])
  /// A JSON array.
  case array([AnyCodableValue])
  /// A JSON `null`, which is a value and not the absence of one.
  case null
}
