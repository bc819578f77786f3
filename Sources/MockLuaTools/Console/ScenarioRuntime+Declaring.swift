internal import LuaRuntime
internal import MockCalls
internal import MockConfiguration
internal import MockLua

extension ScenarioRuntime {
  /// Applies all declarations of an input, or none of them; the caller must hold all locks.
  ///
  /// - Throws: ``ScenarioError`` with the script errors.
  nonisolated func declare(_ later: ScriptRecord) throws(ScenarioError) {
    let script = script
    guard let console = script.console as? LiveConsole else { return }
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

  /// A global delay can also change methods that the input doesn't mention.
  private nonisolated func changes(
    from before: MockServiceConfiguration, to after: MockServiceConfiguration
  ) -> [(service: String, method: String)] {
    after.services.flatMap { service, entry in
      entry.methods.filter { $0.value != before.services[service]?.methods[$0.key] }
        .map { (service, $0.key) }
    }
  }

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

extension ScriptRecord {
  /// Adds later declarations, replacing earlier ones with the same names.
  mutating func merge(_ later: ScriptRecord) {
    for value in later.shared {
      shared.removeAll { $0.key == value.key }
      sharedOverrides.removeAll { $0.key == value.key }
    }
    shared += later.shared
    sharedOverrides += later.sharedOverrides
    for service in later.services { merge(service) }
    overrides += later.overrides
    delay = later.delay ?? delay
    variants += later.variants
  }

  private mutating func merge(_ later: Service) {
    guard let index = services.firstIndex(where: { $0.name == later.name }) else {
      // A name that an earlier input has only mentioned isn't a service yet.
      if later.isNew || !later.isEmpty { services.append(later) }
      return
    }
    let methods = Set(later.methods.map(\.name))
    overrides.removeAll { $0.service == later.name && methods.contains($0.name) }
    services[index].methods.removeAll { methods.contains($0.name) }
    services[index].methods += later.methods
    let properties = Set(later.bindings.map(\.property))
    services[index].bindings.removeAll { properties.contains($0.property) }
    services[index].bindings += later.bindings
    let initial = Set(later.initialValues.map(\.key))
    services[index].initialValues.removeAll { initial.contains($0.key) }
    services[index].initialValues += later.initialValues
    services[index].tables = later.tables
    for method in methods { services[index].operations[method] = later.operations[method] }
  }

  /// Adds the names that a configuration declares, so that inputs can refer to them.
  mutating func add(knownFrom configuration: MockServiceConfiguration) {
    let keys = Set(shared.map(\.key))
    for (key, property) in (configuration.sharedState ?? [:]).sorted(by: { $0.key < $1.key })
    where !keys.contains(key) {
      shared.append(Value(key: key, declared: property.initial))
    }
    let names = Set(services.map(\.name))
    for name in configuration.services.keys.sorted() where !names.contains(name) {
      services.append(Service(declared: name))
    }
  }

  var methods: [(service: String, method: String)] {
    services.flatMap { service in service.methods.map { (service.name, $0.name) } }
      + overrides.map { ($0.service, $0.name) }
  }
}

extension ScriptRecord.Service {
  fileprivate var isEmpty: Bool { methods.isEmpty && bindings.isEmpty && initialValues.isEmpty }
}
