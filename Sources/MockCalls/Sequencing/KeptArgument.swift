internal import MockData

/// An argument as the caller gave it, which its data may not say in full.
///
/// An object is not kept alive: a test may well expect that the app lets go of it.
///
/// `@unchecked Sendable`: it is only read, by the test that verifies the call.
class KeptArgument: @unchecked Sendable {
  /// What was given; nil for an object that is gone.
  var value: Any? { nil }

  /// Keeps a value of any type.
  static func keeping<Value>(_ value: Value) -> KeptArgument {
    object(in: value).map { KeptObject($0) } ?? KeptValue(value)
  }

  /// The object that a value is, or that an optional holds; nil for any other value.
  static func object<Value>(in value: Value) -> AnyObject? {
    // The type is that of what an existential holds.
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
