/// The sequencers of a configuration.
public final class MockSequencers: MockSequencerSource {
  /// The state that the services share.
  public let sharedState: MockSharedState
  /// The calls of all services.
  public let log: MockCallLog
  /// The gates at which responses wait.
  public let gates = MockGates()

  private let make: @Sendable (String, MockServiceEntry) -> MockCallSequencer
  private let sequencers: Locked<[String: MockCallSequencer]>

  /// Creates the sequencers of a configuration.
  ///
  /// - Parameters:
  ///   - configuration: The configuration.
  ///   - responder: What computes answers that are callbacks; nothing by default.
  ///   - clock: Where delays wait; the machine's own time by default.
  ///   - log: Where calls are recorded; a new one by default.
  ///   - seed: The start of all random delays; 0 by default.
  ///   - failureHandler: What `exhaustBehavior: "fatalError"` does; the current one by default.
  public init(
    _ configuration: MockServiceConfiguration, responder: (any MockResponder)? = nil,
    clock: MockClock = .system, log: MockCallLog = MockCallLog(), seed: UInt64 = 0,
    failureHandler: MockFailureHandler? = nil
  ) {
    let state = MockSharedState(
      properties: configuration.sharedState ?? [:], failureHandler: failureHandler)
    let (gates, home) = (gates, MockHome())
    (sharedState, self.log) = (state, log)
    make = { service, entry in
      MockCallSequencer(
        entry: entry, sharedState: state, service: service, responder: responder, clock: clock,
        log: log, gates: gates, seed: seed, failureHandler: failureHandler, home: home)
    }
    let make = make
    sequencers = Locked(
      Dictionary(
        uniqueKeysWithValues: configuration.services.sorted { $0.key < $1.key }
          .map { ($0, make($0, $1)) }))
  }

  /// The sequencer of a service.
  ///
  /// - Parameter service: The service's name.
  /// - Returns: The same sequencer for the same name; one that is not mocked answers `unconfigured`.
  public func sequencer(for service: String) -> MockCallSequencer {
    sequencers.withLock { sequencers in
      if let known = sequencers[service] { return known }
      let sequencer = make(service, MockServiceEntry())
      sequencers[service] = sequencer
      return sequencer
    }
  }
}
