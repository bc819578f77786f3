internal import MockConfiguration
internal import MockData

/// The described requests of an operation, with their parameters and their body.
///
/// Security requirements aren't compared, because tests rarely have real credentials.
struct OpenAPIRequest: Sendable {
  struct Source {
    let id: String
    let file: String
    let path: OpenAPIPath
    let operation: DocumentNode
    let item: DocumentNode
    let references: OpenAPIReferences
  }

  private struct Body: Sendable {
    var isRequired: Bool
    var content: [(key: String, value: AnyCodableValue)]
    /// An example of the body, if it is short, and its type.
    var example: (type: String, text: String)?
  }

  private let id: String
  private let file: String
  private let references: OpenAPIReferences
  private var parameters: [OpenAPIParameter] = []
  private var body: Body?

  private static let exampleLengthLimit = 200
  /// The maximum length of an example of a body in a message about one of its values.
  private static let shortExampleLength = 100
  /// The maximum number of query parameters whose names are compared with the names in the description.
  private static let nameLimit = 100

  init(_ source: Source, examples: inout DescribedExamples) throws(MockConfigurationError) {
    (id, file, references) = (source.id, source.file, source.references)
    for node in try source.operation["parameters"]?.elements() ?? [] {
      try add(node, source.path, &examples)
    }
    for node in try source.item["parameters"]?.elements() ?? [] {
      try add(node, source.path, &examples)
    }
    guard let declared = source.operation["requestBody"] else { return }
    let node = try examples.references.resolved(declared)
    guard let content = try node["content"]?.members(), !content.isEmpty else { return }
    body = Body(
      isRequired: node["required"]?.data == true, content: content.map { ($0.key, $0.value.data) })
    var unused: [String] = []
    guard let json = content.first(where: { MediaType.isJSON($0.key) }),
      let media = try? examples.references.resolved(json.value),
      let example = try? examples.value(of: media, &unused)
    else { return }
    let text = example.compactText
    if text.count <= Self.exampleLengthLimit { body?.example = (json.key, text) }
  }

  /// Adds a parameter, unless the operation has replaced it.
  private mutating func add(
    _ node: DocumentNode, _ path: OpenAPIPath, _ examples: inout DescribedExamples
  ) throws(MockConfigurationError) {
    let node = try examples.references.resolved(node)
    guard let parameter = try OpenAPIParameter(node, path, examples: &examples),
      !parameters.contains(where: { $0.name == parameter.name && $0.location == parameter.location }
      )
    else { return }
    parameters.append(parameter)
  }

  // MARK: - Comparing

  /// Returns how a request differs from the description, with at most 10 problems for each part of the request.
  func problems(of arguments: AnyCodableValue) -> [RouteProblem] {
    var check = SchemaCheck(references: references, file: file, budget: SchemaBudget())
    check.isOfRequest = true
    var found: [RouteProblem] = []
    for parameter in parameters { found += problems(of: parameter, arguments, &check) }
    found += unknownParameters(arguments)
    return found + problems(ofBody: arguments, &check)
  }

  private func problems(
    of parameter: OpenAPIParameter, _ arguments: AnyCodableValue, _ check: inout SchemaCheck
  ) -> [RouteProblem] {
    let suggestion = parameter.example.map { "send `\($0)`" }
    var types = SchemaText(references)
    guard var value = parameter.value(in: arguments, &types) else {
      // If several parameters of a path can't be separated, the route has only one for them.
      guard parameter.isRequired, parameter.location != .path else { return [] }
      return [
        problem("without `\(parameter.place)`", "`\(file.escaped)` requires it", suggestion)
      ]
    }
    guard let schema = parameter.schema, !parameter.hasNestedMembers(in: arguments) else {
      return []
    }
    let found = check.problems(of: &value, by: schema, at: parameter.place)
    if found.isEmpty { return [] }
    // If the schema accepts strings and other types, the text may represent a value of another type.
    types.prefersStrings = false
    for splitsAsSent in [false, true] {
      if var other = parameter.value(in: arguments, &types, splitsAsSent: splitsAsSent),
        other != value, check.problems(of: &other, by: schema, at: parameter.place).isEmpty
      {
        return []
      }
    }
    return found.map { problem("in which \($0.statement)", $0.suggestion, suggestion) }
  }

  /// Returns a problem for each query parameter that isn't described, but whose name is similar to a described one.
  private func unknownParameters(_ arguments: AnyCodableValue) -> [RouteProblem] {
    guard case .dictionary(let query)? = arguments.member("query") else { return [] }
    let known = parameters.filter { $0.location == .query }
    var types = SchemaText(references)
    guard !known.contains(where: { $0.isExplodedObject(&types) }) else { return [] }
    let names = known.map(\.name)
    let unsent = names.filter { query[$0] == nil }
    return query.keys.sorted().prefix(Self.nameLimit).compactMap { name in
      guard !names.contains(name), !names.contains(where: { name.hasPrefix("\($0)[") }),
        let nearest = NearestName.nearest(to: name, candidates: unsent)
      else { return nil }
      return problem(
        "with the unknown parameter `query.\(name.escaped)`", nil,
        "did you mean `\(nearest.escaped)`?")
    }
  }

  private func problems(
    ofBody arguments: AnyCodableValue, _ check: inout SchemaCheck
  ) -> [RouteProblem] {
    guard let body else { return [] }
    let suggestion = body.example.map { "send `\($0.text)`" }
    let types = body.content.map { "`\($0.key.escaped)`" }.joined(separator: ", ")
    let header = arguments.member("headers")?.member("content-type")?.string
    guard var value = arguments.member("body") else {
      guard body.isRequired else { return [] }
      return [problem("without a body", "`\(file.escaped)` requires \(types)", suggestion)]
    }
    let type = header ?? "application/json"
    guard
      let media = OpenAPIOperation.media(type, isGiven: header != nil, in: body.content, references)
    else {
      guard let header else { return [] }
      return [
        problem(
          "with a body of type `\(header.escaped)`", "`\(file.escaped)` accepts \(types)",
          body.content.first { !$0.key.contains("*") }.map {
            "send `Content-Type: \($0.key.escaped)`"
          })
      ]
    }
    if case .string(let reason)? = arguments.member("bodyProblem") {
      return [problem("with a broken body: \(reason)", nil, suggestion)]
    }
    guard let schema = media.member("schema") else { return [] }
    let name = MediaType.name(of: type)
    if name == "application/x-www-form-urlencoded" || name == "multipart/form-data" {
      var types = SchemaText(references)
      value = types.value(ofForm: value, schema, media.member("encoding"))
    } else if !MediaType.isJSON(name) {
      // Other bodies are text or bytes, for which only a string's length and pattern could be compared.
      return []
    }
    // A long example would hide the problem, and an example of another type wouldn't help.
    let isOfType = body.example.map { MediaType.name(of: $0.type) == name } == true
    let short = suggestion.flatMap { $0.count > Self.shortExampleLength || !isOfType ? nil : $0 }
    return check.problems(of: &value, by: schema, at: "body").map {
      problem("in which \($0.statement)", $0.suggestion, short)
    }
  }

  private func problem(
    _ statement: String, _ expectation: String?, _ suggestion: String?
  ) -> RouteProblem {
    let isQuestion = expectation?.hasSuffix("?") == true
    let parts = [expectation, isQuestion ? nil : suggestion].compactMap(\.self)
    return RouteProblem(
      "`\(id.escaped)` gets a request \(statement)",
      parts.isEmpty ? nil : parts.joined(separator: "; "))
  }
}
