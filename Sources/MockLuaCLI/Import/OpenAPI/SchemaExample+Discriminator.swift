import MockData

/// The property by which clients tell the forms of a schema apart (OpenAPI 3, "Discriminator Object").
extension SchemaExample {
  /// Where a reference to a schema by its name alone leads.
  private static let schemas = "#/components/schemas/"

  /// A value with the name of the schema that it is of.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - discriminator: What says which property has the name, and may say which names there are.
  ///   - reference: The reference to the schema.
  ///   - schema: The schema.
  /// - Returns: The value with the name; the value itself if it isn't an object.
  /// - Throws: `CommandFailure` for a document that isn't as its format says.
  func named(
    _ value: AnyCodableValue, by discriminator: DocumentNode, as reference: String,
    in schema: DocumentNode
  ) throws(CommandFailure) -> AnyCodableValue {
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

  /// The names of a discriminator in the order of the document, with the references that they stand for.
  func mapping(
    _ discriminator: DocumentNode
  ) throws(CommandFailure) -> [(name: String, reference: String)] {
    var names: [(name: String, reference: String)] = []
    for (name, target) in try discriminator["mapping"]?.members() ?? [] {
      let text = try target.string()
      let isName = !text.contains("/") && !text.contains("#") && !text.contains(".")
      names.append((name, isName ? Self.schemas + text : text))
    }
    return names
  }

  /// `Cat` of `#/components/schemas/Cat`.
  private static func name(of reference: String) -> String {
    let last = reference.split(separator: "/").last.map(String.init) ?? reference
    return last.replacing("~1", with: "/").replacing("~0", with: "~")
  }

  /// Whether a schema, or a part that it is composed of, names the value of a property.
  private func describesChoice(
    _ schema: DocumentNode, _ property: String
  ) throws(CommandFailure) -> Bool {
    var rest = [schema]
    var seen: Set<String> = []
    while let next = rest.popLast() {
      if let reference = try next["$ref"]?.string() {
        guard seen.insert(reference).inserted else { continue }
        rest.append(try references.followed(next))
      }
      if let own = next["properties"]?[property],
        !Self.candidates(in: try references.resolved(own)).isEmpty
      {
        return true
      }
      rest += try next["allOf"]?.elements() ?? []
    }
    return false
  }

  /// The discriminators of a schema without choices of its own, and of the parts that it is composed of.
  func discriminators(of schema: DocumentNode) throws(CommandFailure) -> [DocumentNode] {
    var found: [DocumentNode] = []
    var rest = [schema]
    var seen: Set<String> = []
    while let next = rest.popLast() {
      if let reference = try next["$ref"]?.string() {
        guard seen.insert(reference).inserted else { continue }
        rest.append(try references.followed(next))
      }
      if let own = next["discriminator"], next["oneOf"] == nil, next["anyOf"] == nil {
        found.append(own)
      }
      rest += try next["allOf"]?.elements() ?? []
    }
    return found
  }

  /// A value of the first schema that a discriminator names, for a schema that others are composed of; nil for one that
  /// names none.
  mutating func valueOfChild(of schema: DocumentNode) throws(CommandFailure) -> AnyCodableValue? {
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
