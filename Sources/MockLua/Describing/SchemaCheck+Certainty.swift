internal import MockConfiguration
internal import MockData

extension SchemaCheck {
  /// Returns whether a value without problems certainly matches a schema.
  ///
  /// Only then can a match itself be reported as a problem, as `not` requires. A match is certain if the check supports
  /// every keyword of the schema, apart from annotations.
  ///
  /// - Parameters:
  ///   - schema: The schema.
  ///   - count: The number of keywords that were visited. It is increased.
  ///   - limit: The maximum number of keywords to visit.
  /// - Returns: Whether a match is certain.
  func isCertain(_ schema: AnyCodableValue, counting count: inout Int, limit: Int) -> Bool {
    var followed: Set<String> = []
    return isCertain(schema, &followed, &count, limit, depth: 0)
  }

  private static let compared: Set = [
    "nullable", "required", "additionalProperties", "enum", "const", "minimum", "maximum",
    "exclusiveMinimum", "exclusiveMaximum", "minLength", "maxLength", "minItems", "maxItems",
  ]
  private static let annotations: Set = [
    "title", "description", "default", "example", "examples", "deprecated", "readOnly",
    "externalDocs", "xml", "discriminator", "$comment", "$defs",
  ]
  private static let types: Set<AnyCodableValue> = [
    "null", "boolean", "object", "array", "number", "integer", "string",
  ]

  private func isCertain(
    _ schema: AnyCodableValue, _ followed: inout Set<String>, _ count: inout Int, _ limit: Int,
    depth: Int
  ) -> Bool {
    count += 1
    guard depth < Self.depthLimit, count <= limit else { return false }
    if case .bool = schema { return true }
    guard case .dictionary(let keywords) = schema else { return false }
    func areCertain(_ schemas: [AnyCodableValue]) -> Bool {
      schemas.allSatisfy { isCertain($0, &followed, &count, limit, depth: depth + 1) }
    }
    return keywords.allSatisfy { keyword, value in
      count += 1
      return switch (keyword, value) {
      case ("type", .array(let names)): Self.types.isSuperset(of: names)
      case ("type", _): Self.types.contains(value)
      case ("$ref", .string(let reference)):
        !followed.insert(reference).inserted
          || references.target(of: reference).map { areCertain([$0]) } ?? false
      case ("allOf", .array(let schemas)), ("anyOf", .array(let schemas)),
        ("oneOf", .array(let schemas)), ("prefixItems", .array(let schemas)):
        areCertain(schemas)
      case ("properties", .dictionary(let schemas)): areCertain(Array(schemas.values))
      case ("items", _), ("not", _): areCertain([value])
      case ("additionalProperties", _): areCertain([value])
      case ("pattern", .string(let pattern)): (try? LinearRegex(pattern)) != nil
      case ("format", .string(let name)): TextFormat(rawValue: name) != nil
      default:
        Self.compared.contains(keyword) || Self.annotations.contains(keyword)
          || keyword.hasPrefix("x-")
      }
    }
  }
}
