internal import LuaRuntime
internal import MockServices

extension ScenarioRuntime {
  /// Lets what a text has declared take effect, or none of it.
  ///
  /// - Throws: ``ScenarioError`` with the mistakes.
  func declare(_ later: ScriptRecord) throws(ScenarioError) {
    guard let console = script.console else { return }
    let name = ScenarioConsole.name
    let text = script.loaded.host.sources[name] ?? ""
    let scans = SourceScans([name: text])
    var record = console.record
    record.merge(later)
    var lowering = ScenarioLowering(record: record, scans: scans, script: name)
    lowering.lower()
    let mistakes = scans.mistakes(script: name) + lowering.mistakes
    guard mistakes.isEmpty else { throw ScenarioError(mistakes) }

    let before = console.lowered
    (console.record, console.lowered) = (record, lowering.configuration)
    let changed = changes(from: before, to: lowering.configuration) + later.methods
    adopt(lowering, changed: changed)
    let keys = Set((later.shared + later.sharedOverrides).map(\.key))
    let declared = (lowering.configuration.sharedState ?? [:]).filter { keys.contains($0.key) }
    sharedState.declare(declared.mapValues(\.initial))
  }

  /// The methods whose responses are other ones: a delay of all reaches those that nobody named.
  private func changes(
    from before: MockServiceConfiguration, to after: MockServiceConfiguration
  ) -> [(service: String, method: String)] {
    after.services.flatMap { service, entry in
      entry.methods.filter { $0.value != before.services[service]?.methods[$0.key] }
        .map { (service, $0.key) }
    }
  }

  /// Puts the lowered declarations onto the configuration, of which they may be a part.
  private func adopt(_ lowering: ScenarioLowering, changed: [(service: String, method: String)]) {
    var scenario = scenario
    let lowered = lowering.configuration
    for (key, property) in lowered.sharedState ?? [:] {
      scenario.configuration.sharedState = scenario.configuration.sharedState ?? [:]
      scenario.configuration.sharedState?[key] = property
    }
    for (service, entry) in lowered.services {
      var known = scenario.configuration.services[service] ?? MockServiceEntry(methods: [:])
      known.bindings = entry.bindings ?? known.bindings
      known.initialState = entry.initialState ?? known.initialState
      scenario.configuration.services[service] = known
    }
    for (service, method) in changed {
      let config = lowered.services[service]?.methods[method]
      scenario.configuration.services[service]?.methods[method] = config
      scenario.places[service, default: [:]][method] = lowering.places[service]?[method]
    }
    scenario.dynamicAnswers = lowering.dynamicAnswers
    scenario.scenarioNames = lowering.record.scenarios.map(\.name)
    script.functions = scenario.functions
    sequencers.adopt(scenario, replacing: changed)
  }
}
