internal import LuaRuntime
internal import MockCalls
internal import MockConfiguration

extension ScenarioRuntime {
  /// Applies all declarations of an input, or none of them; the caller must hold all locks.
  ///
  /// - Throws: ``ScenarioError`` with the script errors.
  nonisolated func declare(_ later: ScriptRecord) throws(ScenarioError) {
    let script = script
    guard let console = script.console else { return }
    let name = ScenarioConsole.name
    let text = script.loaded.host.sources[name] ?? ""
    let scans = SourceScans([name: text])
    var record = console.record
    record.merge(later)
    var lowering = ScenarioLowering(
      record: record, scans: scans, script: name,
      descriptions: script.loaded.host.descriptions)
    lowering.lower()
    let diagnostics = scans.diagnostics(script: name) + lowering.diagnostics
    guard diagnostics.isEmpty else { throw ScenarioError(diagnostics) }

    let before = console.lowered
    (console.record, console.lowered) = (record, lowering.configuration)
    let changed = changes(from: before, to: lowering.configuration) + later.methods
    adopt(lowering, changed: changed)
    let keys = Set((later.shared + later.sharedOverrides).map(\.key))
    let declared = (lowering.configuration.sharedState ?? [:]).filter { keys.contains($0.key) }
    sharedState.declare(declared.mapValues(\.initial))
  }

  /// Returns the methods whose responses have changed.
  ///
  /// A global delay may change methods that the input doesn't mention.
  private nonisolated func changes(
    from before: MockServiceConfiguration, to after: MockServiceConfiguration
  ) -> [(service: String, method: String)] {
    after.services.flatMap { service, entry in
      entry.methods.filter { $0.value != before.services[service]?.methods[$0.key] }
        .map { (service, $0.key) }
    }
  }

  /// Adds the converted declarations to the configuration.
  private nonisolated func adopt(
    _ lowering: ScenarioLowering, changed: [(service: String, method: String)]
  ) {
    adopt(changed) { scenario in scenario.add(lowering, changed: changed) }
  }
}

extension LuaScenario {
  fileprivate mutating func add(
    _ lowering: ScenarioLowering, changed: [(service: String, method: String)]
  ) {
    let lowered = lowering.configuration
    for (key, property) in lowered.sharedState ?? [:] {
      configuration.sharedState = configuration.sharedState ?? [:]
      configuration.sharedState?[key] = property
    }
    for (owner, places) in lowering.valuePlaces {
      valuePlaces[owner, default: [:]].merge(places) { $1 }
    }
    for (service, entry) in lowered.services {
      var known = configuration.services[service] ?? MockServiceEntry(methods: [:])
      known.bindings = entry.bindings ?? known.bindings
      known.initialState = entry.initialState ?? known.initialState
      known.passthrough = entry.passthrough ?? known.passthrough
      known.raw = entry.raw ?? known.raw
      configuration.services[service] = known
    }
    for (service, method) in changed {
      let config = lowered.services[service]?.methods[method]
      configuration.services[service]?.methods[method] = config
      places[service, default: [:]][method] = lowering.places[service]?[method]
      routeRules[service, default: [:]][method] = lowering.routeRules[service]?[method]
    }
    dynamicAnswers = lowering.dynamicAnswers
    variantNames = lowering.record.variants.map(\.name)
  }
}
