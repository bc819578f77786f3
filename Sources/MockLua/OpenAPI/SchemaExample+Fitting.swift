internal import MockConfiguration
internal import MockData

/// Examples converted to the types of their schemas.
///
/// A document can contain `10001` although the type is a string, because people omit quotes.
extension SchemaExample {
  private static let fittedDepthLimit = 12

  /// Returns an example converted to its schema's type; nil if that isn't possible.
  mutating func fitted(
    _ node: DocumentNode, to schema: DocumentNode
  ) throws(MockConfigurationError) -> AnyCodableValue? {
    try fitted(node, to: schema, depth: 0)
  }

  private mutating func fitted(
    _ node: DocumentNode, to schema: DocumentNode, depth: Int
  ) throws(MockConfigurationError) -> AnyCodableValue? {
    guard depth < Self.fittedDepthLimit else { return node.data }
    try checkTime(at: schema)
    let schema = try references.resolved(schema)
    guard let value = try ofKind(node, schema) else { return nil }
    if let choices = try schema["enum"]?.elements(), !choices.isEmpty,
      !choices.contains(where: { $0.data == value || $0.value.plainText == value.string })
    {
      return nil
    }
    // If the value was parsed from a JSON string, the document has no nodes for its members.
    switch (value, node.value.content) {
    case (.dictionary(var members), .object):
      for (name, member) in try node.members() {
        for property in try properties(name, of: schema) {
          if let fitting = try part("`\(name.escaped)`", member, to: property, depth) {
            members[name] = fitting
          }
        }
      }
      return .dictionary(members)
    case (.array(var elements), .list):
      guard let items = schema["items"] else { return value }
      for (index, element) in try node.elements().enumerated() {
        if let fitting = try part("an element", element, to: items, depth) {
          elements[index] = fitting
        }
      }
      return .array(elements)
    default: return value
    }
  }

  /// Returns a part of an example, converted to fit its schema.
  ///
  /// If that isn't possible, returns nil and notes it as a shortcoming.
  private mutating func part(
    _ name: String, _ node: DocumentNode, to schema: DocumentNode, _ depth: Int
  ) throws(MockConfigurationError) -> AnyCodableValue? {
    if let fitting = try fitted(node, to: schema, depth: depth + 1) { return fitting }
    shortcomings.append(
      "\(name) of the example is \(node.data.shortText), which its schema does not accept")
    return nil
  }

  /// Returns the schemas of a property, in a schema and in the parts of its composition.
  func properties(
    _ name: String, of schema: DocumentNode
  ) throws(MockConfigurationError) -> [DocumentNode] {
    try parts(of: schema).compactMap { $0["properties"]?[name] }
  }

  /// Returns a schema with all schemas that it refers to or is composed of.
  ///
  /// Each reference is followed once.
  func parts(
    of schema: DocumentNode, through keywords: [String] = ["allOf"]
  ) throws(MockConfigurationError) -> [DocumentNode] {
    var found: [DocumentNode] = []
    var rest = [schema]
    var seen: Set<String> = []
    while let next = rest.popLast() {
      if let reference = try next["$ref"]?.string(), seen.insert(reference).inserted {
        rest.append(try references.followed(next))
      }
      found.append(next)
      for keyword in keywords { rest += try next[keyword]?.elements() ?? [] }
    }
    return found
  }

  /// Returns an example converted to the type of a schema; nil if that isn't possible.
  ///
  /// A text that becomes a number, a list, or another value is noted as a shortcoming.
  private mutating func ofKind(
    _ node: DocumentNode, _ schema: DocumentNode
  ) throws(MockConfigurationError) -> AnyCodableValue? {
    let value = node.data
    let types = try Self.types(of: schema)
    // A nil literal would be null.
    if value == .null {
      return types.isEmpty || acceptsNull(schema) ? .some(value) : Optional.none
    }
    guard !types.isEmpty, !types.contains(where: { value.isOf(type: $0) }) else { return value }
    if types.contains("string") {
      switch value {
      case .bool, .int, .double, .number: return .string(node.value.plainText ?? value.shortText)
      default: break
      }
    }
    guard case .string(let text) = value,
      let parsed = try? JSONParser(maximumDepth: 100).parse(text),
      types.contains(where: { parsed.isOf(type: $0) })
    else { return nil }
    shortcomings.append(
      "the example \(value.shortText) is a text, but its schema has the type \(types.joined(separator: " or "))"
    )
    return parsed
  }

  /// Returns the types of a schema; empty if it accepts all types.
  static func types(of schema: DocumentNode) throws(MockConfigurationError) -> [String] {
    guard let type = schema["type"] else { return [] }
    guard case .list = type.value.content else { return [try type.string()] }
    return try type.elements().map { node throws(MockConfigurationError) in try node.string() }
  }

  func acceptsNull(_ schema: DocumentNode) -> Bool {
    var rest = [schema]
    var seen: Set<String> = []
    while let next = rest.popLast() {
      if let reference = try? next["$ref"]?.string() {
        guard seen.insert(reference).inserted, let target = try? references.followed(next) else {
          continue
        }
        rest.append(target)
      }
      if next["nullable"]?.data == true { return true }
      if let constant = next.member("const"), constant.data == AnyCodableValue.null { return true }
      if let types = try? Self.types(of: next), types.contains("null") { return true }
      if let choices = try? next["enum"]?.elements(),
        choices.contains(where: { $0.data == AnyCodableValue.null })
      {
        return true
      }
      for name in ["oneOf", "anyOf"] { rest += (try? next[name]?.elements()) ?? [] }
      // All parts of an `allOf` must accept null. Only check an `allOf` with one part, which people use to wrap a
      // reference.
      if let parts = try? next["allOf"]?.elements(), parts.count == 1 { rest += parts }
    }
    return false
  }
}

extension AnyCodableValue {
  func isOf(type: String) -> Bool {
    switch (type, self) {
    case ("string", .string), ("boolean", .bool), ("object", .dictionary), ("array", .array),
      ("null", .null), ("number", .int), ("number", .double), ("number", .number),
      ("integer", .int):
      true
    case ("integer", .double(let number)): number.rounded() == number
    case ("integer", .number(let number)): number.isInteger
    default: false
    }
  }
}

/// The property that distinguishes the variants of a schema (OpenAPI 3, "Discriminator Object").
extension SchemaExample {
  /// The prefix of a reference to a schema that is given only by name.
  private static let schemas = "#/components/schemas/"

  /// Returns a value with the name of its schema added, or the value itself if it isn't an object.
  ///
  /// The discriminator specifies the property that holds the name, and can list the allowed names. `reference` is the
  /// reference to the schema.
  func named(
    _ value: AnyCodableValue, by discriminator: DocumentNode, as reference: String,
    in schema: DocumentNode
  ) throws(MockConfigurationError) -> AnyCodableValue {
    guard case .dictionary(var members) = value,
      let property = try discriminator["propertyName"]?.string()
    else { return value }
    let names = try mapping(discriminator).filter { $0.reference == reference }.map(\.name)
    if case .string(let own)? = members[property], names.contains(own) { return value }
    if names.isEmpty, members[property] != nil, try describesChoice(schema, property) {
      return value
    }
    members[property] = .string(names.first ?? Self.name(of: reference))
    return .dictionary(members)
  }

  /// Returns the names that a discriminator maps and their references, in document order.
  func mapping(
    _ discriminator: DocumentNode
  ) throws(MockConfigurationError) -> [(name: String, reference: String)] {
    var names: [(name: String, reference: String)] = []
    for (name, target) in try discriminator["mapping"]?.members() ?? [] {
      let text = try target.string()
      let isName = !text.contains("/") && !text.contains("#") && !text.contains(".")
      names.append((name, isName ? Self.schemas + text : text))
    }
    return names
  }

  /// Returns the name in a reference, such as `Cat` in `#/components/schemas/Cat`.
  private static func name(of reference: String) -> String {
    let last = reference.split(separator: "/").last.map(String.init) ?? reference
    return last.replacing("~1", with: "/").replacing("~0", with: "~")
  }

  /// Whether a schema, or a part of its composition, specifies the value of a property.
  private func describesChoice(
    _ schema: DocumentNode, _ property: String
  ) throws(MockConfigurationError) -> Bool {
    for own in try properties(property, of: schema)
    where !Self.candidates(in: try references.resolved(own)).isEmpty {
      return true
    }
    return false
  }

  /// Returns the discriminators of a schema and of the parts it is composed of.
  ///
  /// Skips the discriminators of schemas that list their choices with `oneOf` or `anyOf`.
  func discriminators(of schema: DocumentNode) throws(MockConfigurationError) -> [DocumentNode] {
    try parts(of: schema).compactMap { part in
      part["oneOf"] == nil && part["anyOf"] == nil ? part["discriminator"] : nil
    }
  }

  /// Returns a value of the first schema that a schema's discriminator names.
  ///
  /// - Returns: The value, or nil if the discriminator doesn't name a schema.
  mutating func valueOfChild(of schema: DocumentNode) throws(MockConfigurationError)
    -> AnyCodableValue?
  {
    guard let discriminator = schema["discriminator"], schema["oneOf"] == nil,
      schema["anyOf"] == nil, Self.candidates(in: schema).isEmpty
    else { return nil }
    for (_, reference) in try mapping(discriminator) {
      let target = DocumentValue(
        content: .object([
          ("$ref", DocumentValue(content: .scalar(.string(reference)), line: schema.value.line))
        ]), line: schema.value.line)
      let node = DocumentNode(value: target, path: discriminator.path, file: schema.file)
      if let value = try value(of: node) { return value }
    }
    return nil
  }
}
