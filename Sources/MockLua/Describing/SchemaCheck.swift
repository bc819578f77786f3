internal import MockConfiguration
package import MockData

/// Compares a value with a schema of OpenAPI 3, which is one of JSON Schema.
///
/// It knows types, members, elements, choices, bounds, some formats and references. What it does not know it does not check.
struct SchemaCheck {
  let references: OpenAPIReferences
  /// The name of the description's file.
  let file: String
  /// How many schemas have been applied to values: choices within choices could multiply without end.
  private var steps = 0

  private static let stepLimit = 100_000
  /// How deep schemas may stand in each other, which is bounded by the stack.
  static let depthLimit = 150
  /// How many problems of one value are told.
  private static let problemLimit = 10

  static let lostRemedy =
    "let it lead to what is in the file; tools such as `redocly bundle` put all into one"

  /// Where the check is.
  private struct Position {
    /// The path of the value, as in `body[1].id`.
    var path: String
    var depth = 0
    /// The references that were followed to come to this value: one that comes again says nothing new.
    var followed: Set<String> = []

    func inside(_ path: String) -> Position { Position(path: path, depth: depth + 1) }
    var deeper: Position {
      var copy = self
      copy.depth += 1
      return copy
    }
  }

  init(references: OpenAPIReferences, file: String) {
    (self.references, self.file) = (references, file)
  }

  /// What the schema does not allow of the value.
  mutating func problems(
    of value: AnyCodableValue, by schema: AnyCodableValue, at path: String
  ) -> [RouteProblem] {
    let found = check(value, schema, Position(path: path))
    if steps >= Self.stepLimit {
      return [
        RouteProblem(
          "`\(path)` is too much to compare with its schema: more than \(Self.stepLimit) steps, or \(Self.depthLimit) deep",
          "write fewer choices within choices into `\(file.escaped)`")
      ]
    }
    return Array(found.prefix(Self.problemLimit))
  }

  private mutating func check(
    _ value: AnyCodableValue, _ schema: AnyCodableValue, _ position: Position
  ) -> [RouteProblem] {
    steps += 1
    guard steps < Self.stepLimit else { return [] }
    guard position.depth < Self.depthLimit else {
      steps = Self.stepLimit
      return []
    }
    if schema == .bool(false) {
      return [problem(value, at: position, "allows nothing there")]
    }
    guard case .dictionary(let keywords) = schema else { return [] }
    if value == .null, keywords["nullable"] == .bool(true) { return [] }
    var found = referred(value, keywords["$ref"], position)
    if let problem = ofType(value, keywords["type"], position) { return found + [problem] }
    found += choice(value, keywords, position)
    found += combined(value, keywords, position)
    switch value {
    case .string(let text): found += bounds(of: text, value, keywords, position)
    case .int, .double, .number: found += bounds(of: value, keywords, position)
    case .array(let elements): found += check(elements, value, keywords, position)
    case .dictionary(let members): found += check(members, keywords, position)
    case .bool, .null: break
    }
    return found
  }

  private func problem(
    _ value: AnyCodableValue, at position: Position, _ expectation: String
  ) -> RouteProblem {
    RouteProblem("`\(position.path)` is \(value.shortText)", "`\(file.escaped)` \(expectation)")
  }

  // MARK: - References and types

  private mutating func referred(
    _ value: AnyCodableValue, _ reference: AnyCodableValue?, _ position: Position
  ) -> [RouteProblem] {
    guard case .string(let reference)? = reference else { return [] }
    var next = position.deeper
    guard next.followed.insert(reference).inserted else { return [] }
    guard let target = references.target(of: reference) else {
      return [
        RouteProblem(
          "`\(position.path)` has the schema `\(reference.escaped)`, which is not in `\(file.escaped)`",
          Self.lostRemedy)
      ]
    }
    return check(value, target, next)
  }

  private func ofType(
    _ value: AnyCodableValue, _ type: AnyCodableValue?, _ position: Position
  ) -> RouteProblem? {
    let types: [AnyCodableValue]
    switch type {
    case .string?: types = [type ?? .null]
    case .array(let list)?: types = list
    default: return nil
    }
    let names = types.compactMap { if case .string(let name) = $0 { name } else { nil } }
    guard !names.isEmpty, !names.contains(where: { Self.isOf($0, value) }) else { return nil }
    let hint = value == .dictionary([:]) && names.contains("array") ? "; write `array {}`" : ""
    return problem(
      value, at: position,
      "asks for \(names.map(Self.phrase).joined(separator: " or "))\(hint)")
  }

  private static func isOf(_ type: String, _ value: AnyCodableValue) -> Bool {
    switch (type, value) {
    case ("null", .null), ("boolean", .bool), ("string", .string), ("array", .array),
      ("object", .dictionary), ("number", .int), ("number", .double), ("number", .number),
      ("integer", .int):
      true
    case ("integer", .double(let number)): number.rounded() == number
    case ("integer", .number(let number)): number.isInteger
    case ("null", _), ("boolean", _), ("string", _), ("array", _), ("object", _), ("number", _),
      ("integer", _):
      false
    // A type that no version of JSON Schema has says nothing.
    default: true
    }
  }

  private static func phrase(_ type: String) -> String {
    switch type {
    case "null": "null"
    case "array": "a list"
    case "integer": "a whole number"
    case "object": "an object"
    default: "a \(type.escaped)"
    }
  }

  // MARK: - Choices

  private func choice(
    _ value: AnyCodableValue, _ keywords: [String: AnyCodableValue], _ position: Position
  ) -> [RouteProblem] {
    var allowed: [AnyCodableValue] = []
    if case .array(let values)? = keywords["enum"] { allowed = values }
    if let constant = keywords["const"] { allowed = [constant] }
    guard !allowed.isEmpty, !allowed.contains(where: { $0.isNumericallyEqual(to: value) }) else {
      return []
    }
    let list = allowed.prefix(10).map(\.shortText).joined(separator: ", ")
    let more = allowed.count > 10 ? " and \(allowed.count - 10) more" : ""
    return [problem(value, at: position, "allows \(list)\(more)")]
  }

  private mutating func combined(
    _ value: AnyCodableValue, _ keywords: [String: AnyCodableValue], _ position: Position
  ) -> [RouteProblem] {
    var found: [RouteProblem] = []
    if case .array(let schemas)? = keywords["allOf"] {
      for schema in schemas { found += check(value, schema, position.deeper) }
    }
    for (keyword, allowsSeveral) in [("anyOf", true), ("oneOf", false)] {
      guard case .array(let schemas)? = keywords[keyword], !schemas.isEmpty else { continue }
      let results = schemas.map { check(value, $0, position.deeper) }
      let fitting = zip(schemas, results).filter { $0.1.isEmpty }
      if fitting.isEmpty {
        found += nearest(results, value, keyword, position)
      } else if !allowsSeveral, fitting.count > 1, fitting.count(where: { isCertain($0.0) }) > 1 {
        found.append(
          problem(
            value, at: position, "has \(fitting.count) forms in `oneOf` for it, and allows one"))
      }
    }
    if let schema = keywords["not"], isCertain(schema),
      check(value, schema, position.deeper).isEmpty
    {
      found.append(problem(value, at: position, "does not allow it, by `not`"))
    }
    return found
  }

  /// The problems of the form that fits best, which is meant most likely: one whose type fits, then that with the fewest.
  private func nearest(
    _ results: [[RouteProblem]], _ value: AnyCodableValue, _ keyword: String,
    _ position: Position
  ) -> [RouteProblem] {
    let start = "`\(position.path)` is "
    let others = results.filter { !$0.contains { $0.statement.hasPrefix(start) } }
    guard let best = others.min(by: { $0.count < $1.count }) else {
      return results.count == 1
        ? results[0]
        : [
          problem(
            value, at: position, "has \(results.count) forms in `\(keyword)`, and none is this")
        ]
    }
    return best
  }

  // MARK: - Bounds

  private func bounds(
    of text: String, _ value: AnyCodableValue, _ keywords: [String: AnyCodableValue],
    _ position: Position
  ) -> [RouteProblem] {
    var found = bounds(
      of: text.unicodeScalars.count, "minLength", "maxLength", value, keywords,
      position)
    if case .string(let pattern)? = keywords["pattern"], let regex = try? LinearRegex(pattern),
      !regex.isFound(in: text)
    {
      found.append(
        problem(value, at: position, "asks for a text that matches `\(pattern.escaped)`"))
    }
    if case .string(let name)? = keywords["format"], let format = TextFormat(rawValue: name),
      !format.accepts(text)
    {
      found.append(problem(value, at: position, "asks for \(format.expectation)"))
    }
    return found
  }

  private func bounds(
    of count: Int, _ least: String, _ most: String, _ value: AnyCodableValue,
    _ keywords: [String: AnyCodableValue], _ position: Position
  ) -> [RouteProblem] {
    var found: [RouteProblem] = []
    if let bound = keywords[least], let least = bound.asDouble, Double(count) < least {
      found.append(problem(value, at: position, "asks for a length of at least \(bound.shortText)"))
    }
    if let bound = keywords[most], let most = bound.asDouble, Double(count) > most {
      found.append(problem(value, at: position, "asks for a length of at most \(bound.shortText)"))
    }
    return found
  }

  private func bounds(
    of value: AnyCodableValue, _ keywords: [String: AnyCodableValue], _ position: Position
  ) -> [RouteProblem] {
    var found: [RouteProblem] = []
    // Patterns compare numbers exactly, also those that no double holds.
    func limit(_ keyword: String, _ words: String, _ matcher: String) {
      guard let bound = keywords[keyword], bound.asDouble != nil,
        (try? MatchPattern([matcher: bound]).matches(value)) == false
      else { return }
      found.append(problem(value, at: position, "asks for \(words) \(bound.shortText)"))
    }
    // In version 3.0 these two are booleans beside the bounds.
    let isAbove = keywords["exclusiveMinimum"] == .bool(true)
    let isBelow = keywords["exclusiveMaximum"] == .bool(true)
    limit("minimum", isAbove ? "more than" : "at least", isAbove ? "$gt" : "$gte")
    limit("maximum", isBelow ? "less than" : "at most", isBelow ? "$lt" : "$lte")
    limit("exclusiveMinimum", "more than", "$gt")
    limit("exclusiveMaximum", "less than", "$lt")
    return found
  }

  // MARK: - Elements and members

  private mutating func check(
    _ elements: [AnyCodableValue], _ value: AnyCodableValue,
    _ keywords: [String: AnyCodableValue], _ position: Position
  ) -> [RouteProblem] {
    var found = bounds(
      of: elements.count, "minItems", "maxItems", value, keywords, position)
    var first: [AnyCodableValue] = []
    if case .array(let schemas)? = keywords["prefixItems"] { first = schemas }
    for (index, element) in elements.enumerated() {
      guard let schema = index < first.count ? first[index] : keywords["items"] else { continue }
      // Counted from 1, as the script counts.
      found += check(element, schema, position.inside("\(position.path)[\(index + 1)]"))
      if found.count >= Self.problemLimit { break }
    }
    return found
  }

  private mutating func check(
    _ members: [String: AnyCodableValue], _ keywords: [String: AnyCodableValue],
    _ position: Position
  ) -> [RouteProblem] {
    var found: [RouteProblem] = []
    var known: [String: AnyCodableValue] = [:]
    if case .dictionary(let properties)? = keywords["properties"] { known = properties }
    if case .array(let names)? = keywords["required"] {
      for case .string(let name) in names where members[name] == nil && !isWriteOnly(known[name]) {
        found.append(
          RouteProblem(
            "`\(position.path)` has no `\(name.escaped)`", "`\(file.escaped)` requires it"))
      }
    }
    for (name, value) in members.sortedByKeyBytes() {
      let inside = position.inside("\(position.path).\(name.escaped)")
      if let schema = known[name] {
        found += check(value, schema, inside)
      } else if keywords["patternProperties"] == nil, let more = keywords["additionalProperties"] {
        if more == .bool(false) {
          found.append(
            RouteProblem(
              "`\(position.path)` has the unknown member `\(name.escaped)`",
              NearestName.hint(for: name, candidates: known.keys)
                ?? "`\(file.escaped)` allows none"))
        } else {
          found += check(value, more, inside)
        }
      }
      if found.count >= Self.problemLimit { break }
    }
    return found
  }

  /// Whether a member is one of requests alone.
  private func isWriteOnly(_ schema: AnyCodableValue?) -> Bool {
    schema.flatMap { references.resolved($0) }?.member("writeOnly") == .bool(true)
  }
}

/// Compares values with schemas of a description that isn't a script's.
package struct DescribedSchemas: Sendable {
  private let references: OpenAPIReferences
  private let file: String

  /// Takes a description.
  ///
  /// - Parameters:
  ///   - root: The data of the document.
  ///   - file: The name of its file in messages.
  package init(root: AnyCodableValue, file: String) {
    (references, self.file) = (OpenAPIReferences(root: root), file)
  }

  /// What a schema of the description does not allow of a value.
  ///
  /// - Parameters:
  ///   - value: The value, which messages call `body`.
  ///   - schema: The schema.
  /// - Returns: The problems, ten at most.
  package func problems(of value: AnyCodableValue, by schema: AnyCodableValue) -> [String] {
    var check = SchemaCheck(references: references, file: file)
    return check.problems(of: value, by: schema, at: "body").map(\.description)
  }
}
