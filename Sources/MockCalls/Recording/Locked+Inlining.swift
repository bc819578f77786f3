internal import MockPlatform

extension Locked {
  /// Does what `withLock(_:)` does, as part of the caller's code: for what every call of a mock does.
  ///
  /// The compiler inlines nothing from another module that is not public.
  @inline(__always)
  func withLockInlined<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    lock()
    defer { unlock() }
    return try body(&value.pointee)
  }
}
