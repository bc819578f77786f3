internal import LuaRuntime
package import MockConfiguration
package import MockData

/// Converts a script's declarations to a configuration, and reports all errors in them.
///
/// It also checks names, because this is the first step in which all declarations are known. The shared state is
/// converted first. Then the overrides are applied, and the services are converted.
package struct ScenarioLowering {
  package let record: ScriptRecord
  let scans: SourceScans
  let script: String
  /// The descriptions that the script has read, by file name.
  let descriptions: [String: OpenAPIDescription]

  /// Nil if coverage is off.
  var counted: CountedScript?
  /// The remaining budget for comparing the script's responses with descriptions.
  var schemaBudget = SchemaBudget(SchemaBudget.ofScript)
  var examples = ScriptExamples()

  package private(set) var configuration = MockServiceConfiguration(sharedState: nil, services: [:])
  package private(set) var dynamicAnswers: [DynamicAnswer] = []
  package private(set) var places: [String: [String: [ScriptLocation]]] = [:]
  /// The locations of initial values, by service and property.
  ///
  /// The key nil holds the locations of shared values.
  package private(set) var valuePlaces: [String?: [String: ScriptLocation]] = [:]
  package private(set) var diagnostics: [MockDiagnostic] = []
  /// The declarations of routes without their responses, by service and method.
  package private(set) var routeRules: [String: [String: RouteRules]] = [:]
  private var sharedKeys: Set<String> = []
  private var responseCount = 0
  private static let responseLimit = 1_000_000
  private var responseBytes = 0
  private static let responseByteLimit = 64 << 20

  package init(
    record: ScriptRecord, scans: SourceScans, script: String,
    descriptions: [String: OpenAPIDescription] = [:]
  ) {
    self.record = record
    self.scans = scans
    self.script = script
    self.descriptions = descriptions
  }

  package mutating func lower() {
    lowerSharedState()
    var methods: [[String: ScriptRecord.Method]] = []
    for service in record.services { methods.append(uniqueMethods(service)) }
    addExamples(to: &methods)
    applyOverrides(to: &methods)
    checkCallNames(methods)
    for (service, methods) in zip(record.services, methods) {
      configuration.services[service.name] = lower(service, methods)
    }
    sortDynamicAnswers()
  }

  /// Sorts the computed responses by file, in the order in which the files first appear, and then by line.
  private mutating func sortDynamicAnswers() {
    var files = [script: 0]
    for answer in dynamicAnswers where files[answer.place.file] == nil {
      files[answer.place.file] = files.count
    }
    func position(_ answer: DynamicAnswer) -> (Int, Int, Int) {
      (files[answer.place.file] ?? 0, answer.place.line ?? 0, answer.function)
    }
    dynamicAnswers.sort { position($0) < position($1) }
  }

  mutating func note(_ text: String, at place: ScriptLocation?) {
    diagnostics.append(MockDiagnostic(error: text, at: place, script: script))
  }

  // MARK: - Shared state

  private mutating func lowerSharedState() {
    var declared: [String: ScriptRecord.Value] = [:]
    for value in record.shared {
      if let first = declared[value.key], first.value != value.value {
        let line = first.place.map { " (first on \($0))" } ?? ""
        note(
          "shared key `\(value.key.escaped)` is declared twice with different values\(line); keep one, or "
            + "write `override { \(value.key.escaped) = ... }`",
          at: scans.place(of: value.key, in: value))
      } else {
        declared[value.key] = value
        let place = scans.place(of: value.key, in: value)
        valuePlaces[nil, default: [:]][value.key] = place
      }
    }
    sharedKeys = Set(declared.keys)
    for value in record.sharedOverrides {
      if declared[value.key] == nil {
        note(
          "`override` names the unknown shared key `\(value.key.escaped)`; \(sharedHint(value.key))",
          at: scans.place(of: value.key, in: value))
      }
      declared[value.key]?.value = value.value
      let place = scans.place(of: value.key, in: value)
      valuePlaces[nil]?[value.key] = place
    }
    guard !declared.isEmpty else { return }
    configuration.sharedState = declared.mapValues {
      SharedStateProperty(initial: $0.value ?? .null)
    }
  }

  /// Returns the most similar shared key, or otherwise a suggestion to declare the key.
  func sharedHint(_ key: String) -> String {
    NearestName.hint(for: key, candidates: sharedKeys)
      ?? "declare it with `shared { \(key.escaped) = ... }`"
  }

  mutating func checkUpdates(_ response: ScriptRecord.Response) {
    for update in response.updates {
      for key in update.values.keys.sorted() where !sharedKeys.contains(key) {
        note(
          "`:set` names the unknown shared key `\(key.escaped)`; \(sharedHint(key))",
          at: update.place
        )
      }
    }
  }

  /// Returns whether all repetitions of a response are within the limits for the whole script.
  ///
  /// The first response that exceeds a limit is reported. Without the limits, `:times` could turn a short script into
  /// any number of responses.
  mutating func admits(_ response: ScriptRecord.Response, at place: ScriptLocation) -> Bool {
    let hadRoom = responseCount <= Self.responseLimit && responseBytes <= Self.responseByteLimit
    responseCount += response.times
    if response.times > 1 { responseBytes += response.byteSize * response.times }
    if hadRoom, responseBytes > Self.responseByteLimit {
      note(
        "the responses that `:times` repeats, including this one, take more than \(Self.responseByteLimit >> 20) MiB; "
          + "write a smaller `:times`, or let the last response repeat", at: place)
    }
    if hadRoom, responseCount > Self.responseLimit {
      note(
        "with this response, the scenario has more than \(Self.responseLimit) responses; "
          + "write a smaller `:times`, or let the last response repeat", at: place)
    }
    return responseCount <= Self.responseLimit && responseBytes <= Self.responseByteLimit
  }

  // MARK: - Services

  /// Declaring a method twice is an error.
  private mutating func uniqueMethods(_ service: ScriptRecord.Service) -> [String:
    ScriptRecord.Method]
  {
    var methods: [String: ScriptRecord.Method] = [:]
    for method in service.methods {
      if let first = methods[method.name] {
        let line = first.place.map { " (first on \($0))" } ?? ""
        note(
          "method `\(service.name.escaped).\(method.name.escaped)` is declared twice\(line); "
            + "write `override(\"\(service.name.escaped)\", \"\(method.name.escaped)\", ...)`",
          at: scans.place(of: method.written, from: method.place))
      } else {
        methods[method.name] = method
      }
    }
    return methods
  }

  /// Reports names with dots, because `Service.method` must identify calls and functions unambiguously.
  private mutating func checkCallNames(_ methods: [[String: ScriptRecord.Method]]) {
    guard record.services.contains(where: { $0.name.contains(".") }) else { return }
    var owners: [String: (service: String, method: String)] = [:]
    for (service, methods) in zip(record.services, methods) {
      for method in methods.values.sorted(by: { $0.name < $1.name }) {
        let name = "\(service.name).\(method.name)"
        if let other = owners[name] {
          note(
            "`\(name.escaped)` is both `\(method.name.escaped)` of `\(service.name.escaped)` and `\(other.method.escaped)` of "
              + "`\(other.service.escaped)`; rename one of them",
            at: scans.place(of: method.written, from: method.place))
        }
        owners[name] = (service.name, method.name)
      }
    }
  }

  private mutating func applyOverrides(to methods: inout [[String: ScriptRecord.Method]]) {
    let names = record.services.map(\.name)
    let indexes = Dictionary(zip(names, names.indices)) { first, _ in first }
    for method in record.overrides {
      let place = scans.place(of: method.name, from: method.place)
      guard let index = indexes[method.service] else {
        let hint =
          NearestName.hint(for: method.service, candidates: names)
          ?? "declare it with `service \"\(method.service.escaped)\" { ... }`"
        note(
          "`override` names the unknown service `\(method.service.escaped)`; \(hint)",
          at: method.place)
        continue
      }
      if methods[index][method.name] == nil {
        let hint = NearestName.hint(for: method.name, candidates: methods[index].keys)
        note(
          "service `\(method.service.escaped)` doesn't have a method `\(method.name.escaped)` to override; "
            + (hint
              ?? "add it with `service \"\(method.service.escaped)\" { \(method.name.escaped) = ... }`"),
          at: place)
      }
      methods[index][method.name] = method
    }
  }

  private mutating func lower(
    _ service: ScriptRecord.Service, _ methods: [String: ScriptRecord.Method]
  ) -> MockServiceEntry {
    checkVanishedMethods(of: service)
    let isAnswered = service.operations.values.contains { $0.answered != nil }
    if methods.isEmpty && service.bindings.isEmpty && service.initialValues.isEmpty
      && !service.passthrough && !service.isInvalid && !isAnswered
    {
      note(
        HTTPHost.isName(service.name)
          ? "host `\(service.name.escaped)` doesn't have routes; write `{ [\"GET /path\"] = reply(...) }` after it"
          : "service `\(service.name.escaped)` has neither methods nor properties; write "
            + "`service \"\(service.name.escaped)\" { method = reply(...) }`", at: service.place)
    }
    if HTTPHost.isName(service.name) { checkRoutes(of: service, methods) }
    var entry = MockServiceEntry(methods: [:])
    if service.passthrough { entry.passthrough = true }
    if service.isRaw {
      if HTTPHost.isName(service.name) {
        entry.raw = true
      } else {
        note(
          "service `\(service.name.escaped)` isn't a host and doesn't receive requests; remove `:raw()`",
          at: service.place)
      }
    }
    entry.bindings = lowerBindings(of: service)
    entry.initialState = lowerInitialValues(of: service)
    for (name, method) in methods.sorted(by: { $0.key < $1.key }) {
      var lowering = MethodLowering(
        service: service, method: method, delay: record.delay,
        rules: service.operations[name].map {
          rules(of: $0, RequestRule.name(of: service.name, name))
        })
      routeRules[service.name, default: [:]][name] = lowering.rules
      entry.methods[name] = lowering.lower(into: &self)
      places[service.name, default: [:]][name] = lowering.places
      dynamicAnswers += lowering.dynamicAnswers
    }
    return entry
  }

  private mutating func rules(of operation: ScriptRecord.Operation, _ name: String) -> RouteRules {
    switch operation {
    case .graphQL: RouteRules(form: .graphQL)
    case .described(let operation): rules(of: operation, as: name)
    }
  }

  private mutating func lowerBindings(of service: ScriptRecord.Service) -> [String: String]? {
    var bindings: [String: String] = [:]
    for binding in service.bindings {
      if !sharedKeys.contains(binding.key) {
        note(
          "`:bind` names the unknown shared key `\(binding.key.escaped)`; \(sharedHint(binding.key))",
          at: binding.place)
      }
      if let other = bindings[binding.property], other != binding.key {
        note(
          "property `\(binding.property.escaped)` of `\(service.name.escaped)` is bound to both `\(other.escaped)` and "
            + "`\(binding.key.escaped)`; keep one", at: binding.place)
      }
      bindings[binding.property] = binding.key
    }
    return bindings.isEmpty ? nil : bindings
  }

  private mutating func lowerInitialValues(of service: ScriptRecord.Service) -> [String:
    AnyCodableValue]?
  {
    var values: [String: AnyCodableValue] = [:]
    for value in service.initialValues {
      if let first = values[value.key], first != value.value {
        note(
          "initial property `\(value.key.escaped)` of `\(service.name.escaped)` appears twice; keep one",
          at: value.place)
      }
      values[value.key] = value.value ?? .null
      let place = scans.place(of: value.key, in: value)
      valuePlaces[service.name, default: [:]][value.key] = place
    }
    return values.isEmpty ? nil : values
  }

  /// Reports keys that are in the source, but that aren't in the table because their value was nil.
  private mutating func checkVanishedMethods(of service: ScriptRecord.Service) {
    let counts = Dictionary(grouping: service.tables, by: \.place).mapValues(\.count)
    for table in service.tables {
      // If two tables are on the same line, their constructors can't be distinguished.
      guard counts[table.place] == 1 else { continue }
      guard let methods = scans.methods(of: table.head ?? service.name, from: table.place)
      else { continue }
      let keys = Set(table.keys)
      for method in methods where !keys.contains(method.name) {
        note(
          SourceScans.vanishedMethod(method.name, of: table.head ?? service.name),
          at: method.place)
      }
    }
  }
}

extension ScriptRecord.Response {
  fileprivate var byteSize: Int {
    let updated = updates.flatMap(\.values.values)
    let values = (fields.values ?? []) + updated + (fields.value.map { [$0] } ?? [])
    return values.reduce(0) { $0 + $1.byteSize }
  }
}
