/// The stubs of a mock: a method for each requirement, which takes the closure that answers it.
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
  ///   - stub: The closure and the arguments that it answers for.
  ///   - file: The file of the test that adds it.
  ///   - line: The line of the test that adds it.
  /// - Returns: A handle that removes the stub.
  public final func _add(
    _ stub: some Sendable, file: StaticString, line: UInt
  ) -> MockStubHandle {
    let entry = _mocking.stubs.add(stub, at: MockSourceLocation(file: file, line: line))
    return MockStubHandle(_mocking, entry)
  }
}

extension _MockServiceCore {
  /// Removes the typed stubs of the mock, so that the script answers again.
  package func removeStubs() { stubs.removeAll() }
}
