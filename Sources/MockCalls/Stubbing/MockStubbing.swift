/// The stubs of a mock.
///
/// It has methods for each requirement. They take a closure that responds to calls, or return a ``MockStub``.
///
/// You get it from `mock.on`, or from `MockX.all.on` for every mock of a protocol. The macro generates a subclass for
/// each protocol. Stubs take precedence over the script, later stubs over earlier ones, and the mock's own stubs over
/// those for all mocks. A stub stays until you remove it or the scenario is reset.
open class _MockStubbing {
  /// The mock's responses and properties.
  ///
  /// Generated code uses it.
  public let _mocking: _MockServiceCore

  /// Creates the stubs of a mock.
  ///
  /// Generated code calls it.
  public required init(_mocking: _MockServiceCore) {
    self._mocking = _mocking
  }

  /// Adds a stub.
  ///
  /// Generated code calls it.
  ///
  /// - Parameters:
  ///   - stub: Creates the requirement's stub from a closure that has no parameters.
  ///   - first: The requirement's stub with the test's closure, or `nil` for a stub without responses.
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
  /// Removes the typed stubs of the mock, so that the script responds again.
  package func removeStubs() { stubs.removeAll() }
}
