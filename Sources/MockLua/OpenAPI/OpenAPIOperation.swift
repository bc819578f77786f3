internal import MockConfiguration
internal import MockData

struct OpenAPIOperation: Sendable {
  let id: String
  /// The name of the description's file.
  let file: String
  /// The HTTP method, such as `GET`.
  let method: String
  let responses: AnyCodableValue?
  let references: OpenAPIReferences

  /// Returns how a response differs from the description.
  ///
  /// Streams, errors, and functions aren't compared, because their responses aren't known in advance. Empty tables in
  /// `response` become lists if the description declares them as lists. The cost of the comparison is deducted from
  /// `budget`.
  func problems(
    of response: inout MockResponse, within budget: inout SchemaBudget
  ) -> [RouteProblem] {
    guard response.result == .success, var answer = try? RoutedValue(response.value),
      answer.fault == nil
    else {
      return []
    }
    let status = answer.status ?? 200
    let declared = (responses?.members ?? []).filter { !$0.key.hasPrefix("x-") }
    guard !declared.isEmpty else { return [] }
    let names = ["\(status)", "\(status / 100)XX", "\(status / 100)xx", "default"]
    guard let entry = names.lazy.compactMap({ name in declared.first { $0.key == name } }).first
    else {
      let known = declared.map { "`\($0.key.escaped)`" }.joined(separator: " or ")
      return [
        problem("returns \(status), which `\(file.escaped)` doesn't declare", "return \(known)")
      ]
    }
    guard let described = references.resolved(entry.value) else {
      return [lost(entry.value, status)]
    }
    let content = described.member("content")?.members ?? []
    if content.isEmpty { return [] }
    let found = problems(of: &answer, status, content, &budget)
    response.value = answer.value
    return found
  }

  private func problems(
    of answer: inout RoutedValue, _ status: Int, _ content: [(key: String, value: AnyCodableValue)],
    _ budget: inout SchemaBudget
  ) -> [RouteProblem] {
    let (type, body): (String, AnyCodableValue?)
    switch answer.content {
    case .nothing:
      guard method != "HEAD",
        content.contains(where: { references.resolved($0.value)?.member("schema") != nil })
      else {
        return []
      }
      return [
        problem(
          "returns \(status) without a body, but `\(file.escaped)` declares `\(content[0].key.escaped)`",
          "write `reply(value)`")
      ]
    case .body(let value): (type, body) = ("application/json", value)
    case .bytes: (type, body) = ("application/octet-stream", nil)
    case .event, .chunk, .piece: return []
    }
    let given = answer.header("Content-Type").first
    guard let media = Self.media(given ?? type, isGiven: given != nil, in: content, references)
    else {
      let known = content.map { "`\($0.key.escaped)`" }.joined(separator: " or ")
      return [
        problem(
          "returns \(status) with a body of type `\((given ?? type).escaped)`, which `\(file.escaped)` doesn't declare",
          "return \(known)")
      ]
    }
    guard var body, MediaType.isJSON(given ?? type), let schema = media.member("schema") else {
      return []
    }
    var found: [RouteProblem] = []
    budget.compare { own in
      var check = SchemaCheck(references: references, file: file, budget: own)
      check.takesEmptyTables = true
      found = check.problems(of: &body, by: schema, at: "body")
      own = check.budget
    }
    answer.content = .body(body)
    return found.map { found in
      problem("returns \(status), but \(found.statement)", found.suggestion)
    }
  }

  /// Returns the declaration for a media type, or for a range that includes it.
  ///
  /// If the script doesn't set a type, any JSON type is accepted.
  static func media(
    _ type: String, isGiven: Bool, in content: [(key: String, value: AnyCodableValue)],
    _ references: OpenAPIReferences
  ) -> AnyCodableValue? {
    let name = MediaType.name(of: type)
    let names = [name, "\(name.prefix { $0 != "/" })/*", "*/*"]
    let found =
      names.lazy.compactMap { name in content.first { MediaType.name(of: $0.key) == name } }.first
      ?? (isGiven || !MediaType.isJSON(name) ? nil : content.first { MediaType.isJSON($0.key) })
    return found.flatMap { references.resolved($0.value) }
  }

  private func lost(_ value: AnyCodableValue, _ status: Int) -> RouteProblem {
    let reference = value.member("$ref").map(\.shortText) ?? "?"
    return problem(
      "returns \(status), but `\(file.escaped)` declares it with the reference \(reference), which can't be resolved",
      SchemaCheck.lostSuggestion)
  }

  private func problem(_ statement: String, _ suggestion: String?) -> RouteProblem {
    RouteProblem("`\(id.escaped)` \(statement)", suggestion)
  }
}
