internal import MockConfiguration

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
      shared.append(Value(key: key, value: property.initial))
    }
    let names = Set(services.map(\.name))
    for name in configuration.services.keys.sorted() where !names.contains(name) {
      services.append(Service(name: name, isInvalid: true))
    }
  }

  /// The methods that are declared or overridden here.
  var methods: [(service: String, method: String)] {
    services.flatMap { service in service.methods.map { (service.name, $0.name) } }
      + overrides.map { ($0.service, $0.name) }
  }
}

extension ScriptRecord.Service {
  fileprivate var isEmpty: Bool { methods.isEmpty && bindings.isEmpty && initialValues.isEmpty }
}
