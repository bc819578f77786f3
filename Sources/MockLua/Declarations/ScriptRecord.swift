package import LuaRuntime
package import MockConfiguration
package import MockData

/// The declarations of a script with their locations, before they are checked against each other.
///
/// The properties correspond to the tables in `declarations.lua`, `responses.lua`, `rules.lua`, and `routes.lua`.
package struct ScriptRecord {
  /// A named value: a shared key, an initial property, or an update.
  package struct Value {
    package var key: String
    /// The value; nil if the script gave something other than data, which has already been reported.
    package var value: AnyCodableValue?
    package var place: ScriptLocation?
  }

  package struct Binding {
    package var property: String
    package var key: String
    package var place: ScriptLocation?
  }

  package struct Service {
    package var name = ""
    package var place: ScriptLocation?
    package var bindings: [Binding] = []
    package var initialValues: [Value] = []
    package var methods: [Method] = []
    /// The tables of methods that the service's handle was called with, with their locations and keys.
    ///
    /// `head` is the name of the table's owner in the source, if it isn't the name of the service.
    package var tables: [(place: ScriptLocation?, keys: [String], head: String?)] = []
    /// The operations of routes, by route name.
    package var operations: [String: Operation] = [:]
    /// Whether an error in the service's declaration was reported.
    package var isInvalid = false
    /// Whether calls that have no response are passed to the live service or to the network.
    package var passthrough = false
    /// Whether the service's requests also have a `raw` field, which contains the request as it was sent.
    package var isRaw = false
    /// Whether a console input was the first to mention the service.
    package var isNew = false
  }

  package enum Operation {
    case described(DescribedOperation)
    case graphQL

    /// The described operation, if the description responds to its requests.
    package var answered: DescribedOperation? {
      if case .described(let operation) = self, operation.answers { operation } else { nil }
    }
  }

  /// An operation in an OpenAPI description file.
  package struct DescribedOperation {
    package var file: String
    /// The `operationId`, or otherwise the method and path.
    package var id: String
    package var place: ScriptLocation?
    /// Whether the description responds to requests that the script doesn't respond to.
    package var answers = false
    /// Whether invalid requests get the status 400.
    package var rejects = false
  }

  package struct Method {
    package var service = ""
    package var name = ""
    /// The name in the script, if it is different.
    package var key: String?
    package var place: ScriptLocation?
    package var behavior = Behavior()
    /// Whether the behavior was created from the examples of a description.
    package var isExample = false

    package var written: String { key ?? name }
  }

  package struct Behavior {
    package var items: [Item] = []
    package var exhausted: String?
    package var sequenceKey: String?
  }

  package enum Item {
    case response(Response)
    case rule(Rule)
  }

  package struct Rule {
    package var pattern: AnyCodableValue?
    package var place: ScriptLocation?
    package var responses: [Response] = []
  }

  package struct Response {
    /// The fields that a response in a configuration also has.
    ///
    /// They can include fields that the result doesn't allow.
    package var fields = MockResponse(result: .success)
    package var place: ScriptLocation?
    package var function: Int?
    package var definedAt: ScriptLocation?
    package var updates: [(place: ScriptLocation?, values: [String: AnyCodableValue])] = []
    package var times = 1
    /// Whether the function is an argument of `stream`.
    package var isStream = false
    /// The status and headers.
    ///
    /// Only routes have them.
    package var status: Int?
    package var headers: AnyCodableValue?
    /// Whether a route sends the value as it is, because the script gives the status first.
    package var isPlain = false
    /// Whether the value is a whole response of a route, which a function has changed.
    package var isComplete = false
    /// The fault, which only routes have.
    package var fault: RouteFault?
    /// The code and reason for closing a socket.
    package var close: AnyCodableValue?
    /// The media type of the file whose bytes (as base64) are the value; nil for any other value.
    package var mediaType: String?
  }

  package struct Note {
    package var text: String
    package var place: ScriptLocation?
    /// The field that the note concerns, in the table at `place`.
    package var key: String?
  }

  package var shared: [Value] = []
  package var sharedOverrides: [Value] = []
  package var services: [Service] = []
  package var overrides: [Method] = []
  package var delay: MockDelay?
  package var variants: [(name: String, place: ScriptLocation?)] = []
  package var diagnostics: [Note] = []
}

/// Reads the language's tables from the wire format.
///
/// If a field is missing, its default is kept, because the Lua side has already reported the script error. Numbers are
/// clamped to their ranges, because a script can use `rawset` to change the fields of the language's tables.
struct RecordReader {
  let lua: LuaRuntime

  func place(_ value: WireValue?) -> ScriptLocation? { value?.integer.flatMap { lua.place($0) } }

  func list<T>(_ value: WireValue?, _ read: (WireValue) -> T?) -> [T] {
    guard let value else { return [] }
    var result: [T] = []
    result.reserveCapacity(value.count)
    for element in value.elements {
      if let item = read(element) { result.append(item) }
    }
    return result
  }

  func value(_ entry: WireValue) -> ScriptRecord.Value {
    ScriptRecord.Value(
      key: entry["key"]?.string ?? "", value: AnyCodableValue(packed: entry["value"]),
      place: place(entry["place"]))
  }

  func binding(_ entry: WireValue) -> ScriptRecord.Binding {
    ScriptRecord.Binding(
      property: entry["property"]?.string ?? "", key: entry["key"]?.string ?? "",
      place: place(entry["place"]))
  }

  func service(_ entry: WireValue) -> ScriptRecord.Service {
    ScriptRecord.Service(
      name: entry["name"]?.string ?? "", place: place(entry["place"]),
      bindings: list(entry["bindings"], binding),
      initialValues: list(entry["initial_values"], value), methods: list(entry["methods"], method),
      tables: list(entry["tables"]) { table in
        (place(table["place"]), list(table["keys"], \.string), table["head"]?.string)
      }, operations: operations(entry["described"]),
      isInvalid: entry["invalid"]?.bool ?? false,
      passthrough: entry["passthrough"] != nil,
      isRaw: entry["raw"] != nil,
      isNew: entry["is_new"]?.bool ?? false)
  }

  private func operations(_ entries: WireValue?) -> [String: ScriptRecord.Operation] {
    let operations = list(entries) { entry -> (String, ScriptRecord.Operation) in
      let route = entry["route"]?.string ?? ""
      guard let file = entry["file"]?.string, let id = entry["operation"]?.string else {
        return (route, .graphQL)
      }
      return (
        route,
        .described(
          ScriptRecord.DescribedOperation(
            file: file, id: id, place: place(entry["place"]),
            answers: entry["answers"]?.bool ?? false, rejects: entry["rejects"]?.bool ?? false))
      )
    }
    return Dictionary(operations) { $0.answered == nil ? $1 : $0 }
  }

  func method(_ entry: WireValue) -> ScriptRecord.Method {
    ScriptRecord.Method(
      service: entry["service"]?.string ?? "", name: entry["name"]?.string ?? "",
      key: entry["key"]?.string, place: place(entry["place"]),
      behavior: entry["behavior"].map(behavior) ?? .init())
  }

  func behavior(_ entry: WireValue) -> ScriptRecord.Behavior {
    ScriptRecord.Behavior(
      items: list(entry["items"]) { item in
        item["items"] == nil ? .response(response(item)) : .rule(rule(item))
      }, exhausted: entry["exhausted"]?.string, sequenceKey: entry["by"]?.string)
  }

  func rule(_ entry: WireValue) -> ScriptRecord.Rule {
    ScriptRecord.Rule(
      pattern: AnyCodableValue(packed: entry["pattern"]), place: place(entry["place"]),
      responses: list(entry["items"], response))
  }

  func response(_ entry: WireValue) -> ScriptRecord.Response {
    var response = ScriptRecord.Response()
    var fields = response.fields
    var (code, message, details): (String?, String?, AnyCodableValue?)
    for field in entry.entries {
      let value = field.value
      switch field.name {
      case "@kind": fields.result = value.string.flatMap { MockResult(rawValue: $0) } ?? .success
      case "@place": response.place = place(value)
      case "@defined": response.definedAt = place(value)
      case "@value": fields.value = AnyCodableValue(packed: value)
      case "@values":
        if case .array(let values) = AnyCodableValue(packed: value) { fields.values = values }
      case "@code": code = value.string
      case "@message": message = value.string
      case "@details": details = AnyCodableValue(packed: value)
      case "@failure": fields.error = failure(value)
      case "@fn": response.function = value.integer.map { Int($0) }
      case "@sets": response.updates = list(value, updates)
      case "@delay": fields.delayMs = delay(value)
      case "@interval": fields.intervalMs = value.integer.map { max(0, Int($0)) }
      case "@stays_open": fields.staysOpen = value.bool
      case "@chance": fields.chance = value.number
      case "@gate": fields.gate = value.string
      case "@times": response.times = min(max(Int(value.integer ?? 1), 1), 10_000)
      case "@streams": response.isStream = value.bool ?? false
      case "@ignore_unknown_keys": fields.ignoresUnknownKeys = value.bool
      case "@status": response.status = value.integer.map { Int($0) }
      case "@plain": response.isPlain = value.bool ?? false
      case "@headers": response.headers = headers(value)
      case "@close": response.close = AnyCodableValue(packed: value)
      case "@fault": response.fault = value.string.flatMap { RouteFault(rawValue: $0) }
      case "@dribble": fields.dribble = dribble(value)
      case "@media_type": response.mediaType = value.string
      case "@optional": fields.optional = value.bool
      default: break
      }
    }
    if let code {
      fields.error = MockErrorPayload(code: code, message: message ?? code, details: details)
    }
    response.fields = fields
    return response
  }

  func delay(_ value: WireValue) -> MockDelay? {
    if let ms = value.integer { return .fixed(ms: max(0, Int(ms))) }
    func whole(_ key: StaticString) -> Int { max(0, Int(value[key]?.integer ?? 0)) }
    if let sigma = value["sigma"]?.number {
      return .logNormal(medianMs: whole("median"), sigma: sigma, maxMs: whole("max"))
    }
    guard value.kind == .map else { return nil }
    return .uniform(minMs: whole("min"), maxMs: max(whole("min"), whole("max")))
  }

  /// Returns the headers of all builders.
  ///
  /// A header replaces an earlier one, regardless of case.
  private func headers(_ value: WireValue) -> AnyCodableValue {
    var all: [String: AnyCodableValue] = [:]
    for case .dictionary(let headers)? in value.elements.map({ AnyCodableValue(packed: $0) }) {
      let names = Set(headers.keys.map { $0.lowercased() })
      all = all.filter { !names.contains($0.key.lowercased()) }.merging(headers) { $1 }
    }
    return .dictionary(all)
  }

  private func dribble(_ value: WireValue) -> MockDribble? {
    guard let pieces = value["pieces"]?.integer, let ms = value["ms"]?.integer else { return nil }
    return MockDribble(
      pieces: Int(min(max(pieces, 2), 10_000)), ms: Int(min(max(ms, 0), 1_000_000_000_000)))
  }

  private func failure(_ value: WireValue) -> MockErrorPayload? {
    guard let code = value["code"]?.string else { return nil }
    return MockErrorPayload(
      code: code, message: value["message"]?.string ?? code,
      details: AnyCodableValue(packed: value["details"]))
  }

  private func updates(_ entry: WireValue) -> (
    place: ScriptLocation?, values: [String: AnyCodableValue]
  )? {
    guard case .dictionary(let values) = AnyCodableValue(packed: entry["values"]) else {
      return nil
    }
    return (place(entry["place"]), values)
  }
}

extension ScriptRecord {
  package init(reading value: WireValue, lua: LuaRuntime) {
    let reader = RecordReader(lua: lua)
    shared = reader.list(value["shared"], reader.value)
    sharedOverrides = reader.list(value["shared_overrides"], reader.value)
    services = reader.list(value["services"], reader.service)
    overrides = reader.list(value["overrides"], reader.method)
    delay = reader.list(value["delays"]) { $0["delay"].flatMap(reader.delay) }.last
    variants = reader.list(value["variants"]) {
      ($0["name"]?.string ?? "", reader.place($0["place"]))
    }
    diagnostics = reader.list(value["errors"]) {
      Note(
        text: $0["text"]?.string ?? "", place: reader.place($0["place"]), key: $0["key"]?.string)
    }
  }
}

/// The declarations of a route without its responses.
package struct RouteRules: Sendable {
  var form = RoutedForm.plain
  var operation: OpenAPIOperation?
  var request: RequestRule?
}

extension ScriptRecord.Value {
  package init(key: String, declared value: AnyCodableValue) { self.init(key: key, value: value) }
}

extension ScriptRecord.Service {
  /// Creates a service that a configuration declares, whose methods aren't known.
  package init(declared name: String) { self.init(name: name, isInvalid: true) }
}

// The response of a method or a route, as in a configuration.

extension ScriptRecord.Response {
  /// Returns the response as in a configuration, but without a function's name, a pattern, and the global delay.
  ///
  /// - Throws: `RouteProblem` if the response is only for routes and the method isn't a route, or if routes don't
  ///   support the response.
  func lowered(
    of service: String, _ route: String, _ form: @autoclosure () -> RoutedForm
  ) throws(RouteProblem) -> MockResponse {
    guard HTTPHost.isName(service) else {
      if close != nil {
        throw RouteProblem(
          "`close` is for sockets, and `\(service.escaped)` isn't a host",
          "write `http \"https://api.example.com\" { [\"WS /path\"] = socket { ... } }`")
      }
      if let word = wordOfRoute {
        throw RouteProblem(
          "`\(word)` is for routes, but `\(service.escaped)` isn't a host",
          "write `http \"https://api.example.com\" { [\"GET /path\"] = ... }`")
      }
      return loweredOfMethod
    }
    return try loweredOfRoute(route, form())
  }

  /// The first word of the response that is only allowed for routes, if any.
  private var wordOfRoute: String? {
    if fault != nil { return "fault" }
    if status != nil { return "status" }
    if fields.dribble != nil { return ":dribble" }
    return headers != nil ? ":headers" : nil
  }

  /// The response of a method as in a configuration, but without a function's name, a pattern, and the global delay.
  var loweredOfMethod: MockResponse {
    var response = fields
    if fields.result != .success { response.value = nil }
    if fields.result != .error && fields.result != .stream { response.error = nil }
    response.values = fields.result == .stream ? fields.values ?? [] : nil
    for update in updates {
      response.updateSharedState = (response.updateSharedState ?? [:]).merging(update.values) {
        $1
      }
    }
    return response
  }
}
