internal import LuaRuntime
internal import MockLua
internal import MockServices
internal import ValueForms

extension ScenarioFinding {
  /// What a script says of the services of some mocks that their protocols know nothing of.
  static func all(
    in scenario: LuaScenario, against contracts: [String: _MockContract], calls: [MockCallRecord]
  ) -> [ScenarioFinding] {
    let services = scenario.configuration.services
    let unknown = contracts.keys.filter { services[$0] == nil }.sorted().compactMap { service in
      // A test that stubs all it calls needs no service in the script.
      let isAsked = calls.contains { $0.service == service && !$0.isStubbed }
      return missing(service, isAsked: isAsked, among: Array(services.keys))
    }
    return unknown
      + scenario.problems(against: contracts).map { problem, place in
        ScenarioFinding(problem.isWait ? .skippedWaits : .contracts, problem.text, at: place)
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

  /// A service that the script lacks, where it has one of nearly the same name, or was asked all the same.
  private static func missing(
    _ service: String, isAsked: Bool, among names: [String]
  ) -> ScenarioFinding? {
    let nearest = NearestName.nearest(to: service, among: names)
    guard isAsked || nearest != nil else { return nil }
    let remedy =
      nearest.map { "did you mean that by `\($0.shown)`?" }
      ?? "write `service \"\(service.shown)\" { ... }`, or stub what it is asked"
    return ScenarioFinding(
      .contracts, "the script has no service `\(service.shown)`, which a mock asks; \(remedy)")
  }
}
