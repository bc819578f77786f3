internal import LuaRuntime
internal import MockServices

/// The sequencers of a running scenario, by service.
final class SequencerTable: Sendable {
  let gates: MockGates
  /// What the script said when it was loaded.
  private let original: Scenario
  private let current: Locked<Scenario>
  private let make: @Sendable (String, MockServiceEntry) -> MockCallSequencer
  private let sequencers: Locked<[String: MockCallSequencer]>

  init(
    scenario: Scenario, sharedState: MockSharedState, responder: ScenarioResponder,
    clock: MockClock, log: MockCallLog, gates: MockGates, seed: UInt64,
    failureHandler: MockFailureHandler?, errors: (any MockErrorConvertible.Type)?, home: MockHome
  ) {
    (original, current, self.gates) = (scenario, Locked(scenario), gates)
    make = { [current] service, entry in
      let places = current.withLock { $0 }.textPlaces(of: service)
      return MockCallSequencer(
        entry: entry, sharedState: sharedState, service: service, responder: responder,
        clock: clock, log: log, gates: gates, seed: seed, failureHandler: failureHandler,
        errors: errors, places: places, home: home)
    }
    let make = make
    let all = scenario.configuration.services.sorted { $0.key < $1.key }.map { service, entry in
      (service, make(service, entry))
    }
    sequencers = Locked(Dictionary(uniqueKeysWithValues: all))
  }

  /// What the sequencers answer from.
  var scenario: Scenario { current.withLock { $0 } }

  /// The names of the services that the scenario mocks.
  var names: [String] { Array(scenario.configuration.services.keys) }

  /// The methods that the scenario configures, as `Service.method`.
  var methodNames: [String] {
    scenario.configuration.services.flatMap { service, entry in
      entry.methods.keys.map { "\(service).\($0)" }
    }
  }

  subscript(service: String) -> MockCallSequencer {
    sequencers.withLock { sequencers in
      if let known = sequencers[service] { return known }
      let sequencer = make(service, MockServiceEntry(methods: [:]))
      sequencers[service] = sequencer
      return sequencer
    }
  }

  /// Brings all sequencers back to the script; the caller runs on their executor.
  func restore() {
    current.withLock { $0 = original }
    for (service, sequencer) in sequencers.withLock({ $0 }) {
      let methods = original.configuration.services[service]?.methods ?? [:]
      sequencer.assumeIsolated { [original] in
        $0.restore(methods, places: original.textPlaces(of: service))
      }
    }
  }

  /// Goes on with another scenario: the given methods start again with what it says of them.
  ///
  /// The caller runs on the executor of the sequencers.
  func adopt(_ scenario: Scenario, replacing methods: [(service: String, method: String)]) {
    current.withLock { $0 = scenario }
    for (service, method) in methods {
      guard let config = scenario.configuration.services[service]?.methods[method] else { continue }
      let places = scenario.textPlaces(of: service)[method] ?? [:]
      self[service].assumeIsolated { $0.replace(method, with: config, places: places) }
    }
  }
}

extension Scenario {
  /// The places of a service's responses as its sequencer takes them: by method and index.
  fileprivate func textPlaces(of service: String) -> [String: [Int: String]] {
    (places[service] ?? [:]).mapValues { places in
      Dictionary(uniqueKeysWithValues: places.enumerated().map { ($0, $1.description) })
    }
  }
}
