import MockData

/// The property with which clients distinguish the variants of a schema (OpenAPI 3, "Discriminator Object").
extension SchemaExample {
  /// The prefix of a reference to a schema that is given only by name.
  private static let schemas = "#/components/schemas/"

  /// Returns a value with the name of its schema added.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - discriminator: The discriminator, which names the property for the name and can list the allowed names.
  ///   - reference: The reference to the schema.
  ///   - schema: The schema.
  /// - Returns: The value with the name; the value itself if it isn't an object.
  /// - Throws: `CommandFailure` if the document doesn't conform to its format.
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

  /// Returns the names that a discriminator maps and their references, in document order.
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

  /// Returns the name in a reference, such as `Cat` in `#/components/schemas/Cat`.
  private static func name(of reference: String) -> String {
    let last = reference.split(separator: "/").last.map(String.init) ?? reference
    return last.replacing("~1", with: "/").replacing("~0", with: "~")
  }

  /// Whether a schema, or a part of its composition, specifies the value of a property.
  private func describesChoice(
    _ schema: DocumentNode, _ property: String
  ) throws(CommandFailure) -> Bool {
    for own in try properties(property, of: schema)
    where !Self.candidates(in: try references.resolved(own)).isEmpty {
      return true
    }
    return false
  }

  /// Returns the discriminators of a schema and of the parts it is composed of.
  ///
  /// Skips the discriminators of schemas that list their choices with `oneOf` or `anyOf`.
  func discriminators(of schema: DocumentNode) throws(CommandFailure) -> [DocumentNode] {
    try parts(of: schema).compactMap { part in
      part["oneOf"] == nil && part["anyOf"] == nil ? part["discriminator"] : nil
    }
  }

  /// Returns a value of the first schema that a schema's discriminator names.
  ///
  /// - Returns: The value, or nil if the discriminator doesn't name a schema.
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
