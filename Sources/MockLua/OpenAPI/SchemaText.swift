internal import MockData

/// Converts the strings of a request to values of the types that a schema requires.
struct SchemaText {
  /// Whether a string isn't converted if the schema accepts strings and other types.
  var prefersStrings = true
  private let references: OpenAPIReferences
  private static let depthLimit = 10
  /// The number of schemas that may still be visited.
  ///
  /// After that, values stay strings.
  private var left = 200_000

  init(_ references: OpenAPIReferences) { self.references = references }

  /// Returns the types that a schema and the parts of its composition name; empty if they name none.
  mutating func kinds(of schema: AnyCodableValue) -> Set<String> {
    var kinds: Set<String> = []
    visit(schema) { part in
      let type = part.member("type")
      kinds.formUnion((type?.elements ?? type.map { [$0] } ?? []).compactMap(\.string))
      if part.member("nullable") == true { kinds.insert("null") }
    }
    return kinds
  }

  /// Visits a schema, the targets of its references, and the parts of its composition.
  private mutating func visit(_ schema: AnyCodableValue, _ body: (AnyCodableValue) -> Void) {
    let parts = references.parts(of: schema, limit: left)
    left -= parts.count
    parts.forEach(body)
  }

  /// Returns a value from a request, converted to the type that the schema requires.
  ///
  /// Text that doesn't have the form of that type is returned unchanged.
  mutating func value(
    of sent: AnyCodableValue, _ schema: AnyCodableValue, depth: Int = 0
  ) -> AnyCodableValue {
    guard depth < Self.depthLimit else { return sent }
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
      if let elements = elements(members, schema) {
        return value(of: .array(elements), schema, depth: depth + 1)
      }
      var typed = members
      for (name, member) in members {
        guard let property = property(name, of: schema) else { continue }
        typed[name] = value(of: member, property, depth: depth + 1)
      }
      return .dictionary(typed)
    default: return sent
    }
  }

  /// Returns the fields of a form, converted to the types that the schema requires.
  ///
  /// A file becomes its content. If the schema requires a list, a field that was sent once becomes a list with one
  /// element, and a required field that wasn't sent becomes an empty list. Fields such as `owner[name]` become the
  /// members of `owner`. `encoding` describes the styles of the fields.
  mutating func value(
    ofForm sent: AnyCodableValue, _ schema: AnyCodableValue, _ encoding: AnyCodableValue?
  ) -> AnyCodableValue {
    guard case .dictionary(let fields) = sent else { return sent }
    let (known, required) = propertyNames(of: schema)
    var typed: [String: AnyCodableValue] = [:]
    var nested: [String: AnyCodableValue] = [:]
    for (name, field) in fields {
      let field = Self.contents(field)
      if !known.contains(name), let path = Self.path(name), known.contains(path[0]),
        fields[path[0]] == nil
      {
        let steps = path.dropFirst()
        nested[path[0]] = Self.adding(field, at: steps, to: nested[path[0]] ?? [:])
        continue
      }
      typed[name] =
        property(name, of: schema).map { value(ofField: field, $0, encoding?.member(name)) }
        ?? field
    }
    for (name, field) in nested {
      typed[name] = property(name, of: schema).map { value(of: field, $0) }
    }
    for name in known.intersection(required).sorted() where typed[name] == nil {
      guard let property = property(name, of: schema), kinds(of: property).contains("array") else {
        continue
      }
      typed[name] = .array([])
    }
    return .dictionary(typed)
  }

  /// Returns the steps in the name of a field: `a`, `b`, and an empty string for `a[b][]`; nil for other names.
  private static func path(_ name: String) -> [String]? {
    guard let first = name.firstIndex(of: "["), first > name.startIndex, name.hasSuffix("]") else {
      return nil
    }
    let inner = name[name.index(after: first)...].dropLast()
    return [String(name[..<first])]
      + inner.split(separator: "][", omittingEmptySubsequences: false).map(String.init)
  }

  /// Returns an object with a field at a path.
  ///
  /// If the last step has no name, as in `ids[]`, the field has all elements of a list.
  private static func adding(
    _ field: AnyCodableValue, at path: ArraySlice<String>, to outer: AnyCodableValue
  ) -> AnyCodableValue {
    guard let step = path.first, path.count <= depthLimit else { return field }
    guard case .dictionary(var members) = outer else { return outer }
    if step.isEmpty, path.count == 1 {
      return .array(field.elements ?? [field])
    }
    members[step] = adding(field, at: path.dropFirst(), to: members[step] ?? [:])
    return .dictionary(members)
  }

  /// Returns the elements of a list that was sent with its indices, as in `ids[0]=a`; nil if the schema requires none.
  private mutating func elements(
    _ members: [String: AnyCodableValue], _ schema: AnyCodableValue
  ) -> [AnyCodableValue]? {
    let kinds = kinds(of: schema)
    guard kinds.contains("array"), !kinds.contains("object") else { return nil }
    let indices = members.keys.compactMap(Int.init).sorted()
    return indices.count == members.count ? indices.compactMap { members[String($0)] } : nil
  }

  private mutating func value(
    ofField field: AnyCodableValue, _ schema: AnyCodableValue, _ encoding: AnyCodableValue?
  ) -> AnyCodableValue {
    let kinds = kinds(of: schema)
    if case .string(let text) = field, kinds.isDisjoint(with: ["string", "array"]),
      kinds.contains("object"), let parsed = try? JSONParser(maximumDepth: 100).parse(text)
    {
      return parsed
    }
    guard kinds.contains("array"), !kinds.contains("string") else {
      return value(of: field, schema)
    }
    var elements = [field]
    if case .array(let several) = field {
      elements = several
    } else if case .string(let text) = field, let separator = Self.separator(of: encoding) {
      elements = text.split(separator: separator, omittingEmptySubsequences: false).map {
        .string(String($0))
      }
    }
    let items = keyword("items", of: schema)
    if let items, case let kinds = self.kinds(of: items), kinds.contains("object"),
      !kinds.contains("string")
    {
      // Objects in a form are JSON. Other forms of objects aren't compared.
      return .array(
        elements.compactMap { element in
          guard case .string(let text) = element else { return element }
          return try? JSONParser(maximumDepth: 100).parse(text)
        })
    }
    return value(of: .array(elements), schema)
  }

  /// Returns the character between the elements of a list that is sent in one field; nil if each has its own field.
  private static func separator(of encoding: AnyCodableValue?) -> Character? {
    let explodes = encoding?.member("explode")
    return switch encoding?.member("style") {
    case "spaceDelimited": explodes == true ? nil : " "
    case "pipeDelimited": explodes == true ? nil : "|"
    default: explodes == false ? "," : nil
    }
  }

  private mutating func propertyNames(
    of schema: AnyCodableValue
  ) -> (known: Set<String>, required: Set<String>) {
    var (known, required): (Set<String>, Set<String>) = ([], [])
    visit(schema) { part in
      if case .dictionary(let properties)? = part.member("properties") {
        known.formUnion(properties.keys)
      }
      required.formUnion((part.member("required")?.elements ?? []).compactMap(\.string))
    }
    return (known, required)
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

  /// Returns the allowed value of a schema that a string represents, for a schema without a type.
  ///
  /// If no allowed value matches, returns the string itself.
  private mutating func choice(_ text: String, of schema: AnyCodableValue) -> AnyCodableValue {
    var choices = keyword("enum", of: schema)?.elements ?? []
    if let constant = keyword("const", of: schema) { choices.append(constant) }
    guard !choices.contains(.string(text)) else { return .string(text) }
    return choices.first { $0.shortText == text } ?? .string(text)
  }

  private mutating func keyword(_ name: String, of schema: AnyCodableValue) -> AnyCodableValue? {
    var found: AnyCodableValue?
    visit(schema) { found = found ?? $0.member(name) }
    return found
  }

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
