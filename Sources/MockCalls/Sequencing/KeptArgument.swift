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
    // The type is that of what an existential or an optional holds.
    if type(of: value as Any) is AnyClass { return KeptObject(value as AnyObject) }
    return KeptValue(value)
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
