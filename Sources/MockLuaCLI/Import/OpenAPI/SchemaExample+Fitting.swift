import MockData

/// Examples converted to their schemas' types. A document can contain `10001` for a string, and YAML drops quotes.
extension SchemaExample {
  /// The maximum depth at which an example is compared with its schema.
  private static let deepestFitted = 12

  /// Returns an example converted to its schema's type; nil if that isn't possible.
  mutating func fitted(
    _ node: DocumentNode, to schema: DocumentNode
  ) throws(CommandFailure) -> AnyCodableValue? {
    try fitted(node, to: schema, depth: 0)
  }

  private mutating func fitted(
    _ node: DocumentNode, to schema: DocumentNode, depth: Int
  ) throws(CommandFailure) -> AnyCodableValue? {
    guard depth < Self.deepestFitted else { return node.data }
    let schema = try references.resolved(schema)
    guard let value = try ofKind(node, schema) else { return nil }
    if let choices = try schema["enum"]?.elements(), !choices.isEmpty,
      !choices.contains(where: { $0.data == value || $0.value.plainText == value.text })
    {
      return nil
    }
    // If the value was parsed from a JSON string, the document has no nodes for its members.
    switch (value, node.value.content) {
    case (.dictionary(var members), .object):
      for (name, member) in try node.members() {
        for property in try properties(name, of: schema) {
          if let fitting = try fitted(member, to: property, depth: depth + 1) {
            members[name] = fitting
          } else {
            shortcomings.append(
              "`\(name.escaped)` of the example is \(member.data.shortText), which its schema does not accept"
            )
          }
        }
      }
      return .dictionary(members)
    case (.array(var elements), .list):
      guard let items = schema["items"] else { return value }
      for (index, element) in try node.elements().enumerated() {
        if let fitting = try fitted(element, to: items, depth: depth + 1) {
          elements[index] = fitting
        } else {
          shortcomings.append(
            "an element of the example is \(element.data.shortText), which its schema does not accept"
          )
        }
      }
      return .array(elements)
    default: return value
    }
  }

  /// Returns the schemas of a property, in a schema and in the parts of its composition.
  func properties(
    _ name: String, of schema: DocumentNode
  ) throws(CommandFailure) -> [DocumentNode] {
    try parts(of: schema).compactMap { $0["properties"]?[name] }
  }

  /// Returns a schema with all schemas that it refers to or is composed of, each reference once.
  func parts(of schema: DocumentNode) throws(CommandFailure) -> [DocumentNode] {
    var found: [DocumentNode] = []
    var rest = [schema]
    var seen: Set<String> = []
    while let next = rest.popLast() {
      if let reference = try next["$ref"]?.string() {
        guard seen.insert(reference).inserted else { continue }
        rest.append(try references.followed(next))
      }
      found.append(next)
      rest += try next["allOf"]?.elements() ?? []
    }
    return found
  }

  /// Returns an example converted to the type of a schema; nil if that isn't possible.
  private func ofKind(
    _ node: DocumentNode, _ schema: DocumentNode
  ) throws(CommandFailure) -> AnyCodableValue? {
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
    return parsed
  }

  /// Returns the types of a schema; empty if it accepts all types.
  private static func types(of schema: DocumentNode) throws(CommandFailure) -> [String] {
    guard let type = schema["type"] else { return [] }
    guard case .list = type.value.content else { return [try type.string()] }
    return try type.elements().map { node throws(CommandFailure) in try node.string() }
  }

  /// Whether a schema accepts null.
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
  /// Whether the value has a type of JSON Schema.
  fileprivate func isOf(type: String) -> Bool {
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

  /// The text of a string.
  fileprivate var text: String? { if case .string(let text) = self { text } else { nil } }
}
