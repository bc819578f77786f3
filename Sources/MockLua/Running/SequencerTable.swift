internal import LuaRuntime
internal import MockServices

/// The sequencers of a running scenario, by service.
final class SequencerTable: Sendable {
  let gates: MockGates
  private let scenario: Scenario
  private let make: @Sendable (String, MockServiceEntry) -> MockCallSequencer
  private let sequencers: Locked<[String: MockCallSequencer]>

  init(
    scenario: Scenario, sharedState: MockSharedState, responder: ScenarioResponder,
    clock: MockClock, log: MockCallLog, gates: MockGates, seed: UInt64,
    failureHandler: MockFailureHandler?, errors: (any MockErrorConvertible.Type)?, home: MockHome
  ) {
    (self.scenario, self.gates) = (scenario, gates)
    let places = scenario.textPlaces
    make = { service, entry in
      MockCallSequencer(
        entry: entry, sharedState: sharedState, service: service, responder: responder,
        clock: clock, log: log, gates: gates, seed: seed, failureHandler: failureHandler,
        errors: errors, places: places[service] ?? [:], home: home)
    }
    let make = make
    let all = scenario.configuration.services.sorted { $0.key < $1.key }.map { service, entry in
      (service, make(service, entry))
    }
    sequencers = Locked(Dictionary(uniqueKeysWithValues: all))
  }

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

  /// Brings all sequencers back to the scenario; the caller runs on their executor.
  func restore() {
    let places = scenario.textPlaces
    for (service, sequencer) in sequencers.withLock({ $0 }) {
      let methods = scenario.configuration.services[service]?.methods ?? [:]
      sequencer.assumeIsolated { $0.restore(methods, places: places[service] ?? [:]) }
    }
  }
}

extension Scenario {
  /// The places of responses as sequencers take them: by service, method and index.
  var textPlaces: [String: [String: [Int: String]]] {
    places.mapValues { methods in
      methods.mapValues { places in
        Dictionary(uniqueKeysWithValues: places.enumerated().map { ($0, $1.description) })
      }
    }
  }
}
