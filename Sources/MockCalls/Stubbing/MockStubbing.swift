/// The stubs of a mock: methods for each requirement, which take the closure that answers it, or return a ``MockStub``.
///
/// `mock.on` returns it, and `MockX.all.on` for every mock of a protocol. The macro writes a subclass for each protocol.
/// Stubs answer before the script does, the latest first, those of the mock before those of all mocks. A stub stays until
/// it is removed or the scenario is reset.
open class _MockStubbing {
  /// The mock's answers and properties; generated code uses it.
  public let _mocking: _MockServiceCore

  /// Creates the stubs of a mock; generated code does.
  public required init(_mocking: _MockServiceCore) {
    self._mocking = _mocking
  }

  /// Adds a stub; generated code calls it.
  ///
  /// - Parameters:
  ///   - stub: Makes the requirement's stub from a closure without arguments.
  ///   - first: The requirement's stub with the closure of the test; nil for a stub without responses.
  ///   - file: The file of the test that adds it.
  ///   - line: The line of the test that adds it.
  /// - Returns: The stub.
  public final func _add<Stub: Sendable, Value, Failure: Error>(
    _ stub: @escaping (@escaping @Sendable () throws -> Value) -> Stub,
    first: Stub? = nil, file: StaticString, line: UInt
  ) -> MockStub<Value, Failure> {
    let entry = StubEntry(
      Stub.self, first, at: MockSourceLocation(file: file, line: line))
    _mocking.stubs.add(entry)
    return MockStub(_mocking, entry) { stub($0) }
  }
}

extension _MockServiceCore {
  /// Removes the typed stubs of the mock, so that the script answers again.
  package func removeStubs() { stubs.removeAll() }
}
