public import MockCalls

/// What `@Mocked` makes: the requirements of the protocol are implemented for types that conform to this.
///
/// So a mock also answers for the protocols that its own inherits from, where those are `@Mocked`.
public protocol MockedService: AnyObject, RegisteredMock {
  /// Where the answers and the values of the properties come from.
  nonisolated var mocking: MockServiceCore { get }
}

extension MockedService {
  /// The sequencer of the service, for counts and replacements.
  public nonisolated var sequencer: MockCallSequencer { mocking.sequencer }
}
