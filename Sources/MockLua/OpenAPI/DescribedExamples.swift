package import MockConfiguration
package import MockData

/// Creates values for described operations, from their examples or otherwise from their schemas.
package struct DescribedExamples {
  /// An example of a response, with shortcomings that a person should review.
  package struct Example {
    package var status: Int
    /// The described headers, except `Content-Type`.
    package var headers: [(name: String, value: String)] = []
    /// The value of `Content-Type`; nil if the response has no content.
    package var type: String?
    /// The description of the content, if the response has content.
    package var media: DocumentNode?
    /// The body as data; nil if the response has no content, or if no example could be created.
    package var body: AnyCodableValue?
    /// Whether the body consists of generated values only.
    package var isGenerated = false
    package var shortcomings: [String] = []

    /// Whether the response has content, but no example of its body.
    package var lacksBody: Bool {
      type != nil && body == nil && ![204, 205, 304].contains(status)
    }
  }

  package let references: DocumentReferences
  private var schemas: SchemaExample

  /// Creates examples for a description.
  ///
  /// If `isOfRequests` is true, clients send the values instead of the server. `valueLimit` applies to all examples
  /// together. After `deadline`, creating a value is an error.
  package init(
    _ root: DocumentNode, isOfRequests: Bool = false, valueLimit: Int = SchemaExample.totalLimit,
    deadline: ContinuousClock.Instant? = nil
  ) {
    references = DocumentReferences(root: root)
    schemas = SchemaExample(
      references: references, isOfRequests: isOfRequests, totalLimit: valueLimit,
      deadline: deadline)
  }

  package var valueCount: Int { schemas.total }

  private static let methods = [
    "get", "put", "post", "delete", "options", "head", "patch", "trace", "query",
  ]

  /// Returns the operations of a path, with their methods in capitals.
  package static func operations(
    of item: DocumentNode
  ) throws(MockConfigurationError) -> [(method: String, operation: DocumentNode)] {
    var operations = try item.members().filter { methods.contains($0.key) }
      .map { (method: $0.key.uppercased(), operation: $0.value) }
    // Version 3.2 has the operations with other methods under their names.
    for (method, operation) in try item["additionalOperations"]?.members() ?? [] {
      operations.append((method: method, operation: operation))
    }
    return operations
  }

  package static func responses(
    of operation: DocumentNode
  ) throws(MockConfigurationError) -> [(key: String, value: DocumentNode)] {
    try operation["responses"]?.members().filter { !$0.key.hasPrefix("x-") } ?? []
  }

  /// Returns the usual response, which is the first success, or the first response if there is no success.
  package static func usual(
    _ responses: [(key: String, value: DocumentNode)]
  ) -> (key: String, value: DocumentNode)? {
    let successes = responses.filter { $0.key.hasPrefix("2") }.sorted { $0.key < $1.key }
    let fallback = responses.first { $0.key == "default" } ?? responses.min { $0.key < $1.key }
    return successes.first ?? fallback
  }

  /// Returns an example of a response.
  ///
  /// `code` is the key of the response, such as `200`, `4XX`, or `default`, and `node` is the response, or a reference
  /// to it. `name` is the name of the example for the body; nil for the first one. `type` is the media type, as the
  /// response names it; nil for the usual one.
  package mutating func example(
    _ code: String, _ node: DocumentNode, named name: String? = nil, as type: String? = nil
  ) throws(MockConfigurationError) -> Example {
    let response = try references.resolved(node)
    var result = Example(status: try Self.status(code, at: response))
    for (name, header) in try response["headers"]?.members() ?? []
    where name.lowercased() != "content-type" {
      let header = try references.resolved(header)
      // A header can have one media type instead of a schema.
      let content = try header["content"]?.members().first
      let described = try references.resolved(content?.value ?? header)
      var isGiven = described["example"] != nil || described["examples"] != nil
      if !isGiven, let schema = described["schema"] {
        isGiven = try !SchemaExample.candidates(in: references.resolved(schema)).isEmpty
      }
      guard isGiven || header["required"]?.data == true else { continue }
      let value = try value(of: described, &result.shortcomings)
      let isJSON = content.map { MediaType.isJSON($0.key) } ?? false
      if !isJSON, name.lowercased() == "set-cookie", case .array(let cookies)? = value {
        // A client can't separate cookies in one line.
        result.headers += cookies.map { (name, $0.headerText) }
      } else {
        let text = value.map {
          isJSON
            ? $0.compactText : $0.simpleText(explodes: header["explode"]?.data == true)
        }
        result.headers.append((name, text ?? ""))
      }
    }
    guard let content = try response["content"]?.members(), !content.isEmpty else { return result }
    let chosen = content.first { $0.key == type } ?? Self.chosen(content)
    let media = try references.resolved(chosen.value)
    (result.type, result.media) = (try self.type(chosen.key, of: media), media)
    guard ![204, 205, 304].contains(result.status) else { return result }
    if chosen.key.contains("*") {
      // No media type is known for bytes.
      guard let type = result.type, !type.contains("*") else { return result }
      result.shortcomings.append("`\(chosen.key.escaped)` is a range of types, sent as \(type)")
    }
    result.body = try value(of: media, named: name, &result.shortcomings)
    if media["example"] == nil, media["examples"] == nil {
      result.isGenerated = !schemas.usesExamples
      let typeName = MediaType.name(of: result.type ?? "")
      if !MediaType.isText(typeName) {
        // A schema doesn't describe bytes.
        result.body = nil
      } else if result.body == nil, media["schema"] == nil {
        result.body = MediaType.isJSON(typeName) ? [:] : ""
        result.shortcomings.append("write the body, of type \(typeName)")
      }
    }
    // An example can be the text of the body.
    if MediaType.isJSON(result.type ?? ""), media["schema"] == nil,
      case .string(let text)? = result.body, text.hasPrefix("{") || text.hasPrefix("["),
      let parsed = try? JSONParser(maximumDepth: 100).parse(text)
    {
      result.body = parsed
    }
    return result
  }

  /// Returns the media types that a client can request, the usual one first.
  package func types(_ node: DocumentNode) throws(MockConfigurationError) -> [String] {
    let content = try references.resolved(node)["content"]?.members() ?? []
    guard !content.isEmpty else { return [] }
    let usual = Self.chosen(content).key
    return [usual] + content.map(\.key).filter { $0 != usual && !$0.contains("*") }
  }

  /// Returns the names of the examples that a response has for its body.
  package func names(_ node: DocumentNode) throws(MockConfigurationError) -> [String] {
    let content = try references.resolved(node)["content"]?.members() ?? []
    guard !content.isEmpty else { return [] }
    let media = try references.resolved(Self.chosen(content).value)
    return try media["examples"]?.members().map(\.key) ?? []
  }

  /// Returns a value for a parameter, a header, or a media type.
  ///
  /// It is an example, or otherwise a value that the schema accepts.
  package mutating func value(
    of node: DocumentNode, named name: String? = nil, _ shortcomings: inout [String]
  ) throws(MockConfigurationError) -> AnyCodableValue? {
    var given = name == nil ? node.member("example") : nil
    if given == nil, let examples = try node["examples"]?.members(),
      let example = name.map({ name in examples.first { $0.key == name } }) ?? examples.first
    {
      let found = try references.resolved(example.value)
      given = found.member("value") ?? found.member("dataValue")
      for key in ["serializedValue", "externalValue"] where given == nil && found[key] != nil {
        shortcomings.append("its example isn't used, because it is given as `\(key)`")
      }
    }
    guard let schema = node["schema"] else { return given?.data }
    if let given {
      let example = try schemas.example(given, by: schema)
      shortcomings += example.shortcomings
      return example.value
    }
    let example = try schemas.example(of: schema)
    shortcomings += example.shortcomings
    return example.value
  }

  /// Returns the status for a code: 200 for `default`, and 400 for `4XX`.
  private static func status(
    _ code: String, at node: DocumentNode
  ) throws(MockConfigurationError) -> Int {
    if code == "default" { return 200 }
    if code.count == 3, code.uppercased().hasSuffix("XX"), let first = code.first?.wholeNumberValue
    {
      return first * 100
    }
    guard let status = Int(code), (100...599).contains(status) else {
      throw node.problem("`\(code.escaped)` isn't a status; write 100 to 599, 2XX, or default")
    }
    return status
  }

  /// Returns the content to use.
  ///
  /// Plain JSON is preferred, then other JSON types, then the first content.
  private static func chosen(
    _ content: [(key: String, value: DocumentNode)]
  ) -> (key: String, value: DocumentNode) {
    content.first { MediaType.name(of: $0.key) == "application/json" }
      ?? content.first { MediaType.isJSON($0.key) } ?? content[0]
  }

  /// Returns the value of `Content-Type` for a key of a response's content.
  ///
  /// The key can be a media range. It is returned unchanged if it can't be a type of text.
  private func type(
    _ key: String, of media: DocumentNode
  ) throws(MockConfigurationError) -> String {
    switch MediaType.name(of: key) {
    case "text/*": return "text/plain"
    case "*/*", "application/*":
      let schema = try media["schema"].map { node throws(MockConfigurationError) in
        try references.resolved(node)
      }
      let isBytes = schema?["format"]?.data == "binary" || schema?["contentMediaType"] != nil
      return isBytes ? key : "application/json"
    default: return key
    }
  }
}

extension AnyCodableValue {
  package var headerText: String {
    switch self {
    case .string(let text): text
    case .array(let elements): elements.map(\.headerText).joined(separator: ",")
    default: text(limit: 1000)
    }
  }

  /// Returns the value as the text of a header with the style `simple`, such as `a,1,b,2`, or `a=1,b=2` if it explodes.
  fileprivate func simpleText(explodes: Bool) -> String {
    guard case .dictionary(let members) = self else { return headerText }
    return members.sortedByKeyBytes().map {
      "\($0.key)\(explodes ? "=" : ",")\($0.value.headerText)"
    }.joined(separator: ",")
  }
}
