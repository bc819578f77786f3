internal import MockData

/// An argument in its original form, which its data may not represent completely.
///
/// An object isn't kept alive, because a test may check that the app releases it.
///
/// `@unchecked Sendable`: It is only read, by the test that verifies the call.
class KeptArgument: @unchecked Sendable {
  /// The original value, or `nil` for an object that was released.
  var value: Any? { nil }

  /// Keeps a value of any type.
  static func keeping<Value>(_ value: Value) -> KeptArgument {
    object(in: value).map { KeptObject($0) } ?? KeptValue(value)
  }

  /// Returns the value if it is an object, or the object inside an optional.
  ///
  /// For any other value, returns `nil`.
  static func object<Value>(in value: Value) -> AnyObject? {
    // `type(of:)` finds the dynamic type of the value, even inside an existential.
    if type(of: value as Any) is AnyClass { return value as AnyObject }
    return (value as? any OptionalValue)?.wrapped.flatMap { object(in: $0) }
  }
}

private final class KeptValue<Value>: KeptArgument, @unchecked Sendable {
  private let kept: Value

  init(_ value: Value) { kept = value }

  override var value: Any? { .some(kept as Any) }
}

private final class KeptObject: KeptArgument, @unchecked Sendable {
  private weak let object: AnyObject?

  init(_ object: AnyObject) { self.object = object }

  override var value: Any? { object }
}
