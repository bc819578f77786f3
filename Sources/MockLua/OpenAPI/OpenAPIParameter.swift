internal import MockConfiguration
internal import MockData

/// A parameter of an operation, in the path, the query, the headers, or the cookies of its requests.
struct OpenAPIParameter: Sendable {
  enum Location: String, Sendable { case path, query, header, cookie }

  let name: String
  let location: Location
  let isRequired: Bool
  /// The schema; nil if any value is allowed.
  let schema: AnyCodableValue?
  /// What to send, such as `limit=20`; nil if no example is known.
  let example: String?
  /// The name of the argument.
  private let key: String
  private let style: String
  private let explodes: Bool
  /// Whether the value is JSON.
  private let isJSON: Bool
  private let allowsEmptyValue: Bool

  /// The headers that other parts of a description define (OpenAPI 3.1, 4.8.12.1).
  private static let ignoredHeaders: Set = ["accept", "content-type", "authorization"]
  /// The maximum length of an example in a message.
  private static let exampleLengthLimit = 100

  /// Reads a parameter, or returns nil if requests aren't compared with it.
  init?(
    _ node: DocumentNode, _ path: OpenAPIPath, examples: inout DescribedExamples
  ) throws(MockConfigurationError) {
    name = try node.required("name").text()
    guard let location = Location(rawValue: try node.required("in").text()) else { return nil }
    self.location = location
    if location == .header, Self.ignoredHeaders.contains(name.lowercased()) { return nil }
    switch location {
    case .path: key = path.name(of: name)
    case .header: key = name.lowercased()
    case .query, .cookie: key = name
    }
    isRequired = node["required"]?.data == true
    let usual = location == .query || location == .cookie ? "form" : "simple"
    style = try node["style"]?.text() ?? usual
    explodes = node["explode"].map { $0.data == true } ?? (style == "form")
    allowsEmptyValue = node["allowEmptyValue"]?.data == true
    let content = try node["content"]?.members().first
    isJSON = content.map { MediaType.isJSON($0.key) } ?? false
    let declared = content?.value["schema"]?.data ?? node["schema"]?.data
    schema = content == nil || isJSON ? declared : nil
    var unused: [String] = []
    let value = try? examples.value(of: content?.value ?? node, &unused)
    if let value {
      example = Self.shown(value, name, location, isJSON: content != nil)
    } else {
      example = nil
    }
  }

  private static func shown(
    _ value: AnyCodableValue, _ name: String, _ location: Location, isJSON: Bool
  ) -> String? {
    let text = isJSON ? String(decoding: value.compactJSON, as: UTF8.self) : value.headerText
    guard !text.isEmpty, text.count <= exampleLengthLimit else { return nil }
    return switch location {
    case .path: text.escaped
    case .query, .cookie: "\(name)=\(text)".escaped
    case .header: "\(name): \(text)".escaped
    }
  }

  /// The place in a request, such as `query.limit`.
  var place: String {
    switch location {
    case .path: "path.\(name.escaped)"
    case .query: "query.\(name.escaped)"
    case .header: "headers.\(key.escaped)"
    case .cookie: "cookies.\(name.escaped)"
    }
  }

  /// Returns the value in a request, or nil if the request doesn't have the parameter or its form isn't supported.
  func value(in arguments: AnyCodableValue, _ types: inout SchemaText) -> AnyCodableValue? {
    guard let schema else { return sent(in: arguments) }
    if isExplodedObject(&types) { return members(in: arguments, schema, &types) }
    guard let sent = sent(in: arguments) else { return nil }
    if isJSON {
      guard case .string(let text) = sent else { return sent }
      return (try? JSONParser(maximumDepth: 100).parse(text)) ?? sent
    }
    if allowsEmptyValue, sent == .string("") { return nil }
    let kinds = types.kinds(of: schema)
    if kinds.contains("array") {
      if !kinds.isDisjoint(with: ["string", "object"]), case .string = sent { return sent }
      return types.value(of: .array(elements(sent)), schema)
    }
    if kinds.contains("object"), !kinds.contains("string"), case .string(let text) = sent {
      return types.value(of: object(text), schema)
    }
    return types.value(of: sent, schema)
  }

  /// Returns the members of an object that are parameters of the query, or nil if none of them was sent.
  private func members(
    in arguments: AnyCodableValue, _ schema: AnyCodableValue, _ types: inout SchemaText
  ) -> AnyCodableValue? {
    var members: [String: AnyCodableValue] = [:]
    for (name, value) in arguments.member("query")?.members ?? []
    where types.property(name, of: schema) != nil {
      members[name] = value
    }
    return members.isEmpty ? nil : types.value(of: .dictionary(members), schema)
  }

  private func sent(in arguments: AnyCodableValue) -> AnyCodableValue? {
    switch location {
    case .path: return style == "simple" ? arguments.member("path")?.member(key) : nil
    case .header: return arguments.member("headers")?.member(key)
    case .query:
      guard style == "deepObject" else { return arguments.member("query")?.member(key) }
      var members: [String: AnyCodableValue] = [:]
      for (name, value) in arguments.member("query")?.members ?? []
      where name.hasPrefix("\(key)[") && name.hasSuffix("]") {
        members[String(name.dropFirst(key.count + 1).dropLast())] = value
      }
      return members.isEmpty ? nil : .dictionary(members)
    case .cookie:
      guard case .string(let line)? = arguments.member("headers")?.member("cookie") else {
        return nil
      }
      for pair in line.split(separator: ";") {
        let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard sides.count == 2, sides[0].drop(while: { $0 == " " }) == name else { continue }
        return .string(String(sides[1]))
      }
      return nil
    }
  }

  /// Returns the elements of a list.
  private func elements(_ sent: AnyCodableValue) -> [AnyCodableValue] {
    switch sent {
    case .array(let elements): return elements
    case .string(let text):
      if location == .query, explodes { return [sent] }
      let separator: Character =
        style == "spaceDelimited" ? " " : style == "pipeDelimited" ? "|" : ","
      if text.isEmpty { return [] }
      return text.split(separator: separator, omittingEmptySubsequences: false).map {
        .string(location == .header ? String($0.drop { $0 == " " }) : String($0))
      }
    default: return [sent]
    }
  }

  /// Returns an object from its members in one text, such as `a,1,b,2` or `a=1,b=2`.
  private func object(_ text: String) -> AnyCodableValue {
    var members: [String: AnyCodableValue] = [:]
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    if explodes {
      for part in parts {
        let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        if sides.count == 2 { members[String(sides[0])] = .string(String(sides[1])) }
      }
    } else {
      for index in stride(from: 0, to: parts.count - 1, by: 2) {
        members[parts[index]] = .string(parts[index + 1])
      }
    }
    return .dictionary(members)
  }

  /// Whether the value is an object whose members are parameters of the query.
  func isExplodedObject(_ types: inout SchemaText) -> Bool {
    guard location == .query, style == "form", explodes, !isJSON, let schema else { return false }
    let kinds = types.kinds(of: schema)
    return kinds.contains("object") && kinds.isDisjoint(with: ["string", "array"])
  }
}

/// Converts the strings of a request to values of the types that a schema requires.
struct SchemaText {
  /// Whether a text stays a string if the schema accepts strings and other types.
  var prefersStrings = true
  private let references: OpenAPIReferences
  /// The number of schemas that may still be visited; later values stay strings.
  private var left = 200_000

  init(_ references: OpenAPIReferences) { self.references = references }

  /// Returns the types that a schema and the parts of its composition name; empty if they name none.
  mutating func kinds(of schema: AnyCodableValue) -> Set<String> {
    var kinds: Set<String> = []
    visit(schema) { part in
      switch part.member("type") {
      case .string(let name)?: kinds.insert(name)
      case .array(let names)?:
        for case .string(let name) in names { kinds.insert(name) }
      default: break
      }
    }
    return kinds
  }

  /// Visits a schema, the targets of its references, and the parts of its composition.
  private mutating func visit(_ schema: AnyCodableValue, _ body: (AnyCodableValue) -> Void) {
    var (rest, seen) = ([schema], Set<String>())
    while let next = rest.popLast(), left > 0 {
      left -= 1
      body(next)
      if case .string(let reference)? = next.member("$ref"), seen.insert(reference).inserted,
        let target = references.target(of: reference)
      {
        rest.append(target)
      }
      for keyword in ["allOf", "oneOf", "anyOf"] {
        if case .array(let parts)? = next.member(keyword) { rest += parts }
      }
    }
  }

  /// Returns a sent value in the type that the schema requires, if the text is one of that type.
  mutating func value(
    of sent: AnyCodableValue, _ schema: AnyCodableValue, depth: Int = 0
  ) -> AnyCodableValue {
    guard depth < 10 else { return sent }
    switch sent {
    case .string(let text): return scalar(text, kinds(of: schema), schema)
    case .array(let elements):
      guard let items = keyword("items", of: schema) else { return sent }
      let kinds = kinds(of: items)
      return .array(
        elements.map { element in
          if case .string(let text) = element { return scalar(text, kinds, items) }
          return value(of: element, items, depth: depth + 1)
        })
    case .dictionary(let members):
      var typed = members
      for (name, member) in members {
        guard let property = property(name, of: schema) else { continue }
        typed[name] = value(of: member, property, depth: depth + 1)
      }
      return .dictionary(typed)
    default: return sent
    }
  }

  /// Returns the fields of a form in the types that the schema requires.
  ///
  /// A file is its content, and a field that is sent once can be a list of one element.
  mutating func value(ofForm sent: AnyCodableValue, _ schema: AnyCodableValue) -> AnyCodableValue {
    guard case .dictionary(let fields) = sent else { return sent }
    var typed: [String: AnyCodableValue] = [:]
    for (name, field) in fields {
      var field = Self.contents(field)
      guard let property = property(name, of: schema) else {
        typed[name] = field
        continue
      }
      let kinds = kinds(of: property)
      if case .string(let text) = field, !kinds.contains("string") {
        if kinds.contains("object"), let parsed = try? JSONParser(maximumDepth: 100).parse(text) {
          field = parsed
        } else if kinds.contains("array") {
          field = .array([field])
        }
      }
      typed[name] = value(of: field, property)
    }
    return .dictionary(typed)
  }

  /// Returns the content of a file in a form; any other field is returned unchanged.
  private static func contents(_ field: AnyCodableValue) -> AnyCodableValue {
    switch field {
    case .dictionary(let members) where members["filename"] != nil || members["type"] != nil:
      members["body"] ?? .string("")
    case .array(let elements): .array(elements.map(contents))
    default: field
    }
  }

  private mutating func scalar(
    _ text: String, _ kinds: Set<String>, _ schema: AnyCodableValue
  ) -> AnyCodableValue {
    if kinds.isEmpty { return choice(text, of: schema) }
    if kinds.contains("string"), prefersStrings { return .string(text) }
    if kinds.contains("boolean"), text == "true" || text == "false" { return .bool(text == "true") }
    if !kinds.isDisjoint(with: ["integer", "number"]), let number = try? JSONParser().parse(text),
      number.asDouble != nil
    {
      return number
    }
    if kinds.contains("null"), text.isEmpty || text == "null" { return .null }
    return .string(text)
  }

  /// Returns the choice of a schema without a type that has a text.
  private mutating func choice(_ text: String, of schema: AnyCodableValue) -> AnyCodableValue {
    var choices: [AnyCodableValue] = []
    if case .array(let values)? = keyword("enum", of: schema) { choices = values }
    if let constant = keyword("const", of: schema) { choices.append(constant) }
    guard !choices.contains(.string(text)) else { return .string(text) }
    return choices.first { $0.shortText == text } ?? .string(text)
  }

  private mutating func keyword(_ name: String, of schema: AnyCodableValue) -> AnyCodableValue? {
    var found: AnyCodableValue?
    visit(schema) { found = found ?? $0.member(name) }
    return found
  }

  /// Returns the schema of a member.
  mutating func property(_ name: String, of schema: AnyCodableValue) -> AnyCodableValue? {
    var (found, additional): (AnyCodableValue?, AnyCodableValue?)
    visit(schema) { part in
      found = found ?? part.member("properties")?.member(name)
      if case .dictionary? = part.member("additionalProperties") {
        additional = additional ?? part.member("additionalProperties")
      }
    }
    return found ?? additional
  }
}
