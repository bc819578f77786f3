internal import MockConfiguration
internal import MockData

/// A cost limit for comparing responses with a description.
///
/// A cost of 1 takes about as long as a Lua instruction.
struct SchemaBudget: Sendable {
  private(set) var left: Int

  /// The cost limit for the comparison of one response.
  static let ofOneCheck = 50_000_000
  /// The cost limit for comparing all responses of a script.
  static let ofScript = 100_000_000

  /// The cost of applying a schema to a value.
  static let step = 50
  /// The cost of a message.
  static let message = 1_000
  /// The minimum cost of comparing two values, to which a cost for their sizes is added.
  static let comparison = 5
  /// The cost of compiling one byte of a pattern.
  static let ofPattern = 200

  init(_ left: Int = SchemaBudget.ofOneCheck) { self.left = left }

  /// Deducts a cost.
  ///
  /// If too little is left, empties the budget and returns false.
  mutating func spend(_ cost: Int) -> Bool {
    guard cost <= left else {
      left = 0
      return false
    }
    left -= cost
    return true
  }

  /// Runs a comparison with the remaining budget, but at most with the limit for one response.
  ///
  /// - Returns: The cost.
  @discardableResult
  mutating func compare(_ body: (inout SchemaBudget) -> Void) -> Int {
    let most = min(left, Self.ofOneCheck)
    var own = SchemaBudget(most)
    body(&own)
    left -= most - own.left
    return most - own.left
  }
}

extension AnyCodableValue {
  /// Returns the approximate maximum cost of comparing this value with another one, or the limit if that is lower.
  func comparisonCost(limit: Int) -> Int {
    var (cost, values) = (0, [self])
    while let value = values.popLast(), cost < limit {
      cost += 1
      switch value {
      case .string(let text): cost += text.utf8.count / 16
      case .array(let elements):
        cost += elements.count * 2
        values += elements.prefix(limit)
      case .dictionary(let members):
        cost += members.count * 10
        values += members.values
      default: break
      }
    }
    return min(cost, limit)
  }
}

extension SchemaCheck {
  /// Returns whether a value without problems certainly matches a schema.
  ///
  /// With `not`, a match is a problem, which is only reported if the match is certain. A match is certain if the check
  /// supports every keyword of the schema, apart from annotations. `count` is the number of visited keywords, and
  /// `limit` is its maximum.
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
  static let types: Set<AnyCodableValue> = [
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

extension SchemaCheck {
  /// Returns the keywords of a schema that the check doesn't support, and that may exclude a value.
  ///
  /// Keywords that a value obviously meets are left out.
  static func unsupported(
    in keywords: [String: AnyCodableValue], for value: AnyCodableValue
  ) -> [String] {
    var names = ["if", "$dynamicRef", "$recursiveRef"]
    func bound(_ keyword: String) -> Double? { keywords[keyword]?.asDouble }
    switch value {
    case .array(let elements):
      names += ["contains", "unevaluatedItems"]
      let isRepeated = Set(elements.map(\.withPlainNumbers)).count < elements.count
      if keywords["uniqueItems"] == .bool(true), isRepeated { names.append("uniqueItems") }
      if keywords["prefixItems"] == nil { names.append("additionalItems") }
    case .dictionary(let members):
      let count = Double(members.count)
      if bound("minProperties").map({ count < $0 }) == true { names.append("minProperties") }
      if bound("maxProperties").map({ count > $0 }) == true { names.append("maxProperties") }
      if !members.isEmpty {
        names += ["patternProperties", "propertyNames", "unevaluatedProperties"]
      }
      names += ["dependentRequired", "dependentSchemas", "dependencies"].filter { keyword in
        keywords[keyword]?.members.contains { members[$0.key] != nil } == true
      }
    case .int, .double, .number:
      if case .int(let number) = value, case .int(let step)? = keywords["multipleOf"], step > 0 {
        if number % step != 0 { names.append("multipleOf") }
      } else if let step = bound("multipleOf"), let number = value.asDouble {
        let ratio = number / step
        if abs(ratio - ratio.rounded()) > 1e-6 { names.append("multipleOf") }
      }
    case .string, .bool, .null: break
    }
    return names.filter { keywords[$0] != nil }
  }
}
