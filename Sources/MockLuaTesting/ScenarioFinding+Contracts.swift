internal import LuaRuntime
internal import MockLua
internal import MockServices
internal import ValueForms

extension ScenarioFinding {
  /// What a script says of the services of some mocks that their protocols know nothing of.
  static func all(in scenario: LuaScenario, against contracts: [String: MockContract])
    -> [ScenarioFinding]
  {
    let services = scenario.configuration.services
    return contracts.sorted { $0.key < $1.key }.flatMap { service, contract in
      guard let entry = services[service] else {
        return [missing(service, among: Array(services.keys))].compactMap(\.self)
      }
      return contract.problems(in: entry, service: service).map { problem in
        let places = scenario.places[service]?[problem.method ?? ""] ?? []
        let index = problem.response ?? 0
        let place = places.indices.contains(index) ? places[index] : places.first
        return ScenarioFinding(
          problem.isWait ? .skippedWaits : .contracts, problem.text, at: place)
      }
    }
  }

  /// The gates at which calls still wait.
  static func waiting(at gates: MockGates) -> [ScenarioFinding] {
    gates.names.compactMap { name in
      let count = gates.waiting(at: name)
      guard count > 0 else { return nil }
      let calls = count == 1 ? "a call waits" : "\(count) calls wait"
      return ScenarioFinding(
        .waitingCalls,
        "\(calls) at the gate `\(name.shown)`, and the test has ended; open it, and await the answer"
      )
    }
  }

  /// A service that the script lacks, where it has one of nearly the same name: nothing, where the test answers
  /// in another way.
  private static func missing(_ service: String, among names: [String]) -> ScenarioFinding? {
    guard let nearest = NearestName.nearest(to: service, among: names) else { return nil }
    return ScenarioFinding(
      .contracts,
      "the script has no service `\(service.shown)`, which a mock asks; did you mean that by"
        + " `\(nearest.shown)`?")
  }
}
