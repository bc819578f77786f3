public import MockCalls

/// Has a sequencer for each service of a configuration; they share state, call log and gates.
public protocol MockSequencerSource: Sendable {
  /// The state that the services share.
  var sharedState: MockSharedState { get }
  /// The calls of all services.
  var log: MockCallLog { get }
  /// The gates at which responses wait.
  var gates: MockGates { get }

  /// The sequencer of a service.
  ///
  /// - Parameter service: The service's name.
  /// - Returns: The same sequencer for the same name; one that is not mocked answers `unconfigured`.
  func sequencer(for service: String) -> MockCallSequencer
}
