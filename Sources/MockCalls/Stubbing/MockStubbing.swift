/// What `mock.on` gives: a method for each requirement, which takes the closure that answers it.
///
/// The macro writes a subclass for each protocol. A stub comes before the script, the latest first, until it is
/// removed or the scenario is reset.
open class _MockStubbing {
  /// The mock's answers and properties; generated code uses it.
  public let _mocking: _MockServiceCore

  /// Creates the stubs of a mock; generated code does.
  public required init(_mocking: _MockServiceCore) {
    self._mocking = _mocking
  }

  /// Adds a stub; generated code calls it.
  ///
  /// - Parameter stub: The closure and what it answers for.
  /// - Returns: What takes the stub away.
  public final func _add(_ stub: some Sendable) -> MockStubHandle {
    let table = _mocking.sequencer.stubs
    return MockStubHandle(table, table.add(stub))
  }
}

extension MockCallSequencer {
  /// Takes all typed stubs of the service away: the script answers again.
  package nonisolated func removeStubs() { stubs.removeAll() }
}
