internal import MockConfiguration
internal import MockData

/// Creates examples from the descriptions that a script reads.
///
/// The limits of time and size apply to all examples of the script together.
struct ScriptExamples {
  private struct Examples {
    var ofResponses: DescribedExamples
    var ofRequests: DescribedExamples
    let schemas: DescribedSchemas
  }

  private var known: [String: Examples] = [:]
  private var valueCount = 0
  /// The budget for comparing generated bodies with their schemas.
  private var budget = SchemaBudget(SchemaBudget.ofScript)
  private var deadline: ContinuousClock.Instant?

  private static let timeLimit = Duration.seconds(5)

  private mutating func examples(of description: OpenAPIDescription) -> Examples {
    if let known = known[description.name] { return known }
    let end = deadline ?? ContinuousClock.now + Self.timeLimit
    deadline = end
    let left = max(0, SchemaExample.totalLimit - valueCount)
    return Examples(
      ofResponses: DescribedExamples(description.root, valueLimit: left, deadline: end),
      ofRequests: DescribedExamples(
        description.root, isOfRequests: true, valueLimit: left, deadline: end),
      schemas: DescribedSchemas(description))
  }

  private mutating func keep(_ examples: Examples, of description: OpenAPIDescription) {
    let before = known.updateValue(examples, forKey: description.name)
    valueCount +=
      examples.ofResponses.valueCount + examples.ofRequests.valueCount
      - (before?.ofResponses.valueCount ?? 0) - (before?.ofRequests.valueCount ?? 0)
  }

  mutating func request(
    of id: String, in description: OpenAPIDescription
  ) throws(MockConfigurationError) -> OpenAPIRequest? {
    var examples = examples(of: description)
    defer { keep(examples, of: description) }
    return try description.request(of: id, examples: &examples.ofRequests)
  }

  /// Consists of the usual response, and of other responses that a client can request with the header `Prefer`.
  mutating func behavior(
    of id: String, in description: OpenAPIDescription, at place: ScriptLocation?
  ) throws(MockConfigurationError) -> ScriptRecord.Behavior {
    var examples = examples(of: description)
    defer { keep(examples, of: description) }
    guard let node = description.node(of: id) else { return ScriptRecord.Behavior() }
    let responses = try DescribedExamples.responses(
      of: examples.ofResponses.references.operation(node))
    guard let usual = DescribedExamples.usual(responses) else {
      return ScriptRecord.Behavior(items: [
        .response(
          ScriptRecord.Response(leftOut: "the description has no response for it", at: place))
      ])
    }
    func item(_ example: DescribedExamples.Example) -> ScriptRecord.Response {
      answers(example, with: [example.status])[0]
    }
    /// Returns the response for each status.
    func answers(
      _ example: DescribedExamples.Example, with statuses: [Int]
    ) -> [ScriptRecord.Response] {
      var problem: RouteProblem?
      if example.isGenerated, let body = example.body, let schema = example.media?["schema"],
        MediaType.isJSON(example.type ?? "")
      {
        problem = examples.schemas.problem(of: body, by: schema.data, within: &budget)
      }
      return statuses.map { status in
        if let problem {
          return ScriptRecord.Response(
            leftOut:
              "cannot make an example that its schema accepts: \(problem.description); write the response of `\(id.escaped)`",
            at: place)
        }
        var example = example
        example.status = status
        return ScriptRecord.Response(example, at: place)
      }
    }
    let example = try examples.ofResponses.example(usual.key, usual.value)
    var items: [ScriptRecord.Item] = []
    var statuses = [example.status]
    var names: [String] = []
    for (code, response) in Self.specificFirst(responses).prefix(Preference.limit)
    where code != usual.key {
      let other = try examples.ofResponses.example(code, response)
      let ownStatuses = Self.statuses(code, other.status).filter { !statuses.contains($0) }
      guard !ownStatuses.isEmpty else { continue }
      statuses += ownStatuses
      for name in try examples.ofResponses.names(response).prefix(Preference.limit) {
        names.append(name)
        let named = try examples.ofResponses.example(code, response, named: name)
        for (status, answer) in zip(ownStatuses, answers(named, with: ownStatuses)) {
          items.append(Self.rule([.code(status), .example(name)], answer, at: place))
        }
      }
      for (status, answer) in zip(ownStatuses, answers(other, with: ownStatuses)) {
        items.append(Self.rule([.code(status)], answer, at: place))
      }
    }
    for name in try examples.ofResponses.names(usual.value).prefix(Preference.limit) {
      names.append(name)
      let named = try examples.ofResponses.example(usual.key, usual.value, named: name)
      items.append(Self.rule([.example(name)], item(named), at: place))
    }
    let types = try examples.ofResponses.types(usual.value)
    for type in types.dropFirst().prefix(Preference.limit) {
      let other = try examples.ofResponses.example(usual.key, usual.value, as: type)
      items.append(
        Self.rule(on: "accept", Self.accepts(type, rather: types[0]), item(other), at: place))
    }
    items.append(.response(item(example)))
    items.insert(
      Self.refusal(of: id, codes: statuses.sorted(), names: Set(names).sorted(), at: place), at: 0)
    return ScriptRecord.Behavior(items: items)
  }

  /// Returns the responses with those of one status first, then those of a range, and the default.
  private static func specificFirst(
    _ responses: [(key: String, value: DocumentNode)]
  ) -> [(key: String, value: DocumentNode)] {
    let isSingle = { (code: String) in Int(code) != nil }
    return responses.filter { isSingle($0.key) }
      + responses.filter { !isSingle($0.key) && $0.key != "default" }
      + responses.filter { $0.key == "default" }
  }

  /// Returns the statuses that a client can request of the response for a code, such as `404`, `4XX`, or `default`.
  ///
  /// A range and the default have the statuses that HTTP APIs return most often.
  private static func statuses(_ code: String, _ first: Int) -> [Int] {
    if code == "default" { return errorStatuses }
    guard Int(code) == nil else { return [first] }
    return [first] + errorStatuses.filter { $0 / 100 == first / 100 && $0 != first }
  }

  private static let errorStatuses = [400, 401, 403, 404, 409, 410, 422, 429, 500, 502, 503]

  /// Returns a rule for requests whose `Prefer` header names a response that the description doesn't have.
  private static func refusal(
    of id: String, codes: [Int], names: [String], at place: ScriptLocation?
  ) -> ScriptRecord.Item {
    let known = (codes.map { "code=\($0)" } + names.map { "example=\($0)" }).joined(separator: ", ")
    let pattern: AnyCodableValue = [
      "$or": [
        Preference.any("code", except: codes.map { "\($0)" }),
        Preference.any("example", except: names),
      ]
    ]
    let response = ScriptRecord.Response(
      leftOut:
        "`\(id.escaped)` can't respond as `Prefer` requests; known: \(known.escaped(limit: 600))",
      at: place)
    return rule(on: "prefer", pattern, response, at: place)
  }

  private static func rule(
    _ preferences: [Preference], _ response: ScriptRecord.Response, at place: ScriptLocation?
  ) -> ScriptRecord.Item {
    let patterns = preferences.map(\.pattern)
    let pattern = patterns.count == 1 ? patterns[0] : ["$and": .array(patterns)]
    return rule(on: "prefer", pattern, response, at: place)
  }

  private static func rule(
    on header: String, _ pattern: AnyCodableValue, _ response: ScriptRecord.Response,
    at place: ScriptLocation?
  ) -> ScriptRecord.Item {
    .rule(
      ScriptRecord.Rule(
        pattern: ["headers": .dictionary([header: pattern])], place: place,
        responses: [response]))
  }

  /// Returns a pattern for the header `Accept` of a client that accepts a media type, but not the usual one.
  private static func accepts(_ type: String, rather usual: String) -> AnyCodableValue {
    func names(_ type: String) -> [String] {
      let name = MediaType.name(of: type)
      return [name, "\(name.prefix { $0 != "/" })/*", "*/*"]
    }
    /// A pattern for a header with one of the names, with a quality.
    func regex(_ names: [String], _ quality: String) -> AnyCodableValue {
      let names = names.map(Preference.literal).joined(separator: "|")
      let parameters = "( *; *[^q;, ][^;,]*)*"
      return ["$regex": .string("(?i)(^|[, ])(\(names))\(parameters)( *; *q=\(quality))? *($|,)")]
    }
    let other = names(type).filter { !names(usual).contains($0) }
    let (full, any) = ("1(\\.0*)?", "(1(\\.0*)?|0\\.0*[1-9][0-9]*)")
    return [
      "$or": [
        ["$and": [regex(other, full), ["$not": regex(names(usual), full)]]],
        ["$and": [regex(other, any), ["$not": regex(names(usual), any)]]],
      ]
    ]
  }

  /// A response that a client can request with the header `Prefer`, as in `Prefer: code=404`.
  private enum Preference {
    case code(Int)
    case example(String)

    /// The maximum number of responses of an operation, and of examples for each.
    static let limit = 50

    var pattern: AnyCodableValue {
      switch self {
      case .code(let status): Self.pattern("code", "\(status)")
      case .example(let name): Self.pattern("example", Self.literal(name))
      }
    }

    /// Returns a pattern for preferences of a kind, except those with the given values.
    static func any(_ kind: String, except values: [String]) -> AnyCodableValue {
      let isAny: AnyCodableValue = ["$regex": .string("(^|[,; ])\(kind)=")]
      let known = values.map(literal).joined(separator: "|")
      return known.isEmpty ? isAny : ["$and": [isAny, ["$not": pattern(kind, "(\(known))")]]]
    }

    private static func pattern(_ kind: String, _ value: String) -> AnyCodableValue {
      ["$regex": .string("(^|[,; ])\(kind)=\"?\(value)\"?($|[,; ])")]
    }

    /// Returns a regular expression that matches a string literally.
    static func literal(_ text: String) -> String {
      text.reduce(into: "") { result, character in
        let isPlain = character.isLetter || character.isNumber || " _-".contains(character)
        result += isPlain || !character.isASCII ? String(character) : "\\\(character)"
      }
    }
  }
}

extension ScriptRecord.Response {
  fileprivate init(_ example: DescribedExamples.Example, at place: ScriptLocation?) {
    guard example.status >= 200 else {
      self.init(
        leftOut: "its status is \(example.status), but a route needs one from 200 to 599", at: place
      )
      return
    }
    self.init(fields: MockResponse(result: .success, optional: true), place: place)
    status = example.status == 200 ? nil : example.status
    var headers: [String: AnyCodableValue] = [:]
    for (name, value) in example.headers
    where !name.isEmpty && name.utf8.allSatisfy(\.isHTTPToken)
      && value.utf8.allSatisfy(\.isOfHTTPField) && !Self.computedHeaders.contains(name.lowercased())
    {
      switch headers[name] {
      case nil: headers[name] = .string(value)
      case .array(let values)?: headers[name] = .array(values + [.string(value)])
      case let first?: headers[name] = [first, .string(value)]
      }
    }
    if let type = example.type {
      if type != "application/json" { headers["Content-Type"] = .string(type) }
      fields.value = example.body.flatMap { Self.body($0, type: type) }
      if fields.value == nil, example.body != nil || example.lacksBody {
        // An empty body would be wrong without a reason.
        self.init(
          leftOut: "cannot make an example body of type `\(type.escaped)`; write one as text",
          at: place)
        return
      }
    }
    if !headers.isEmpty { self.headers = .dictionary(headers) }
  }

  /// Creates a response for an operation without an example, with the reason.
  fileprivate init(leftOut reason: String, at place: ScriptLocation?) {
    self.init(fields: MockResponse(result: .success, optional: true), place: place)
    (status, fields.value) = (501, .string(reason))
    headers = ["Content-Type": "text/plain"]
  }

  /// The headers that are computed from the body and the connection.
  private static let computedHeaders: Set = [
    "content-length", "content-encoding", "transfer-encoding", "connection",
  ]

  /// Returns the body of a response with the given media type; nil if the value can't be converted to that type.
  private static func body(_ value: AnyCodableValue, type: String) -> AnyCodableValue? {
    if MediaType.isJSON(type) { return value }
    switch value {
    case .string, .bool, .int, .double, .number: return .string(value.headerText)
    default: return nil
    }
  }
}

extension ScenarioLowering {
  /// Adds a method for each operation that its description responds to, unless the script declares the operation.
  mutating func addExamples(to methods: inout [[String: ScriptRecord.Method]]) {
    for (index, service) in record.services.enumerated() {
      let files = Set(service.operations.values.compactMap { $0.answered?.file })
      for description in files.sorted().compactMap({ descriptions[$0] }) {
        addExamples(of: description, service, to: &methods[index])
      }
    }
  }

  private mutating func addExamples(
    of description: OpenAPIDescription, _ service: ScriptRecord.Service,
    to methods: inout [String: ScriptRecord.Method]
  ) {
    var routes: [String: (name: String, operation: ScriptRecord.DescribedOperation)] = [:]
    for (route, operation) in service.operations {
      guard let operation = operation.answered, operation.file == description.name else { continue }
      routes[operation.id] = (route, operation)
    }
    var keys = Set(methods.keys.compactMap { Self.requests(of: $0) })
    var failures: [(text: String, place: ScriptLocation?)] = []
    var hasExample = false
    for id in description.names {
      guard let (route, operation) = routes[id] else { continue }
      // A description can have several paths for the same requests; the first one responds.
      guard let key = Self.requests(of: route), keys.insert(key).inserted else { continue }
      var behavior = ScriptRecord.Behavior()
      do throws(MockConfigurationError) {
        behavior = try examples.behavior(of: id, in: description, at: operation.place)
        hasExample = true
      } catch {
        let text = "`\(id.escaped)` has no example: \(error)"
        failures.append((text, operation.place))
        behavior.items = [.response(ScriptRecord.Response(leftOut: text, at: operation.place))]
      }
      methods[route] = ScriptRecord.Method(
        service: service.name, name: route, key: id, place: operation.place, behavior: behavior,
        isExample: true)
    }
    // An error in some of the operations affects only their requests.
    if !hasExample { for failure in failures { note(failure.text, at: failure.place) } }
  }

  /// Returns a key that is equal for all routes that match the same requests.
  private static func requests(of route: String) -> String? {
    guard let space = route.firstIndex(of: " ") else { return nil }
    let path = String(route[route.index(after: space)...])
    return "\(route[..<space]) \(RoutePath(path, isTemplate: true).key)"
  }

  mutating func rules(
    of operation: ScriptRecord.DescribedOperation, as name: String
  ) -> RouteRules {
    guard let description = descriptions[operation.file] else { return RouteRules() }
    var rules = RouteRules(operation: description.operation(operation.id))
    guard operation.answers || operation.rejects else { return rules }
    do throws(MockConfigurationError) {
      rules.request = try examples.request(of: operation.id, in: description).map {
        RequestRule(
          name: name, request: $0, place: operation.place, rejects: operation.rejects)
      }
    } catch {
      note("`\(operation.id.escaped)` has invalid requests: \(error)", at: operation.place)
    }
    return rules
  }
}
