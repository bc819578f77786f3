internal import MockConfiguration
package import MockData

/// Compares a value with a schema of OpenAPI 3, which is a dialect of JSON Schema.
///
/// It supports types, members, elements, choices, constants, bounds, patterns, some formats, and references. Anything
/// else is ignored.
struct SchemaCheck {
  let references: OpenAPIReferences
  /// The name of the description's file.
  let file: String
  /// Whether an empty object becomes an empty list if the schema requires a list.
  ///
  /// Lua has only one empty table.
  var takesEmptyTables = false
  /// Whether a request is compared instead of a response.
  var isOfRequest = false
  /// Whether a value may match several schemas of a `oneOf`.
  ///
  /// The schemas in many descriptions overlap so much that no value matches only one.
  var allowsOverlap = false
  /// The places of empty objects that become empty lists.
  private var emptyLists: [Path] = []
  /// The remaining budget.
  ///
  /// Without it, nested choices could take exponential time.
  private(set) var budget: SchemaBudget
  /// Whether a comparison was stopped because it cost too much.
  private(set) var isStopped = false
  /// The number of choices that are being tried.
  ///
  /// Meanwhile, it only matters whether a choice matches, so no messages are created.
  private var trials = 0
  /// The keywords that may exclude a compared value, but aren't supported, by the JSON pointers of their schemas.
  private(set) var unsupported: [String: Set<String>] = [:]
  /// The compiled patterns; nil for a pattern that isn't supported.
  private var patterns: [String: LinearRegex?] = [:]

  /// The maximum depth to which schemas can be nested.
  ///
  /// The size of the stack limits it.
  static let depthLimit = 150
  private static let problemLimit = 10

  static let lostSuggestion =
    "refer to a schema in the same file, or combine the files with a tool such as `redocly bundle`"

  /// The path of a value, such as `body[1].id`, or of a schema.
  ///
  /// It is only converted to a string for a message.
  private final class Path {
    enum Step {
      case root(String)
      case element(Int)
      case member(String)
    }
    let step: Step
    let outer: Path?
    init(_ step: Step, in outer: Path? = nil) { (self.step, self.outer) = (step, outer) }

    /// The steps from the root.
    var steps: [StateEdit.Step] {
      switch step {
      case .root: []
      case .element(let index): (outer?.steps ?? []) + [.index(index)]
      case .member(let name): (outer?.steps ?? []) + [.name(name)]
      }
    }

    var text: String {
      let before = outer?.text ?? ""
      switch step {
      case .root(let name): return name
      // Indices start at 1, as they do in Lua.
      case .element(let index): return "\(before)[\(index + 1)]"
      case .member(let name): return "\(before).\(name.escaped)"
      }
    }

    /// The path as a JSON pointer (RFC 6901).
    var pointer: String {
      let before = outer?.pointer ?? ""
      switch step {
      case .root(let name): return name
      case .element(let index): return "\(before)/\(index)"
      case .member(let name):
        return "\(before)/\(name.replacing("~", with: "~0").replacing("/", with: "~1"))"
      }
    }
  }

  private struct Position {
    var path: Path
    /// The path of the schema, from the last reference or the outermost schema.
    var schema = Path(.root(""))
    var depth = 0
    /// The outermost schema of this value.
    var whole: AnyCodableValue?
    /// The references that led to this value.
    ///
    /// They aren't followed again.
    var followed: Set<String> = []

    func inside(_ step: Path.Step, by keyword: String, _ inner: Path.Step? = nil) -> Position {
      Position(path: Path(step, in: path), schema: schema(keyword, inner), depth: depth + 1)
    }

    /// The position of the same value in a schema under a keyword.
    func deeper(_ keyword: String, _ inner: Path.Step? = nil) -> Position {
      var copy = self
      copy.depth += 1
      copy.schema = schema(keyword, inner)
      return copy
    }

    private func schema(_ keyword: String, _ inner: Path.Step?) -> Path {
      let outer = Path(.member(keyword), in: schema)
      return inner.map { Path($0, in: outer) } ?? outer
    }
  }

  init(references: OpenAPIReferences, file: String, budget: SchemaBudget) {
    (self.references, self.file, self.budget) = (references, file, budget)
  }

  /// Returns how a value differs from the schema.
  ///
  /// If `takesEmptyTables` is set, empty tables are converted to lists.
  mutating func problems(
    of value: inout AnyCodableValue, by schema: AnyCodableValue, at path: String
  ) -> [RouteProblem] {
    isStopped = false
    emptyLists = []
    let found = check(value, schema, Position(path: Path(.root(path))))
    for path in emptyLists { value.withValue(at: path.steps[...]) { $0 = .array([]) } }
    if isStopped {
      return [
        RouteProblem(
          "`\(path)` takes too long to compare with its schema, or is nested more than \(Self.depthLimit) levels deep",
          "\(isOfRequest ? "send" : "return") less data, or nest fewer choices in `\(file.escaped)`"
        )
      ]
    }
    return Array(found.prefix(Self.problemLimit))
  }

  private mutating func spend(_ instructions: Int) -> Bool {
    if !isStopped, !budget.spend(instructions) { isStopped = true }
    return !isStopped
  }

  private mutating func check(
    _ value: AnyCodableValue, _ schema: AnyCodableValue, _ position: Position
  ) -> [RouteProblem] {
    guard spend(SchemaBudget.step) else { return [] }
    guard position.depth < Self.depthLimit else {
      isStopped = true
      return []
    }
    if schema == .bool(false) {
      return [problem(value, at: position, "doesn't allow a value there")]
    }
    guard case .dictionary(let keywords) = schema else { return [] }
    var value = value
    if takesEmptyTables, value == .dictionary([:]), Self.asksForList(keywords["type"]) {
      if trials == 0 { emptyLists.append(position.path) }
      value = .array([])
    }
    if value == .null, keywords["nullable"] == .bool(true) {
      // In version 3.0, the keyword has no effect without `type`, and an enumeration must list null. Many descriptions
      // expect otherwise.
      let listsNull = keywords["enum"]?.elements?.contains(.null) != false
      if keywords["type"] == nil || !listsNull { note("nullable", position) }
      return []
    }
    var position = position
    position.whole = position.whole ?? schema
    if keywords["$ref"] != nil, !references.countsSiblings {
      return referred(value, keywords["$ref"], position)
    }
    for keyword in Self.unsupported(in: keywords, for: value) { note(keyword, position) }
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

  /// Records a keyword that isn't supported.
  private mutating func note(_ keyword: String, _ position: Position) {
    unsupported[position.schema.pointer, default: []].insert(keyword)
  }

  private mutating func problem(
    _ value: AnyCodableValue, at position: Position, _ expectation: @autoclosure () -> String
  ) -> RouteProblem {
    makeProblem(position) { path in ("`\(path)` is \(value.shortText)", expectation()) }
  }

  /// Creates the message only if it may be needed.
  private mutating func makeProblem(
    _ position: Position, _ words: (String) -> (statement: String, expectation: String)
  ) -> RouteProblem {
    guard trials == 0, spend(SchemaBudget.message) else { return RouteProblem("") }
    let (statement, expectation) = words(position.path.text)
    return RouteProblem(statement, "`\(file.escaped)` \(expectation)")
  }

  private mutating func fits(
    _ value: AnyCodableValue, _ schema: AnyCodableValue, _ position: Position
  ) -> Bool {
    trials += 1
    defer { trials -= 1 }
    let before = unsupported
    let isFitting = check(value, schema, position).isEmpty
    if !isFitting { unsupported = before }
    return isFitting
  }

  // MARK: - References and types

  private mutating func referred(
    _ value: AnyCodableValue, _ reference: AnyCodableValue?, _ position: Position
  ) -> [RouteProblem] {
    guard case .string(let reference)? = reference else { return [] }
    var next = position
    next.depth += 1
    next.schema = Path(.root(reference))
    guard next.followed.insert(reference).inserted else { return [] }
    guard let target = references.target(of: reference) else {
      // A client can't do anything about an error in the description.
      if isOfRequest { return [] }
      return [
        RouteProblem(
          "`\(position.path.text)` has the schema `\(reference.escaped)`, which is not in `\(file.escaped)`",
          Self.lostSuggestion)
      ]
    }
    return check(value, target, next)
  }

  private mutating func ofType(
    _ value: AnyCodableValue, _ type: AnyCodableValue?, _ position: Position
  ) -> RouteProblem? {
    let names = (type?.elements ?? type.map { [$0] } ?? []).compactMap(\.string)
    // Types that no version of JSON Schema defines are ignored.
    let isOfType = names.contains { !Self.types.contains(.string($0)) || value.isOf(type: $0) }
    guard !names.isEmpty, !isOfType else { return nil }
    return problem(
      value, at: position, "requires \(names.map(Self.phrase).joined(separator: " or "))")
  }

  /// Returns whether a type allows a list, but not an object.
  private static func asksForList(_ type: AnyCodableValue?) -> Bool {
    guard case .array(let types)? = type else { return type == .string("array") }
    return types.contains(.string("array")) && !types.contains(.string("object"))
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

  private mutating func choice(
    _ value: AnyCodableValue, _ keywords: [String: AnyCodableValue], _ position: Position
  ) -> [RouteProblem] {
    let allowed = keywords["const"].map { [$0] } ?? keywords["enum"]?.elements ?? []
    guard !allowed.isEmpty else { return [] }
    // A comparison visits the whole value at most once.
    let cost = SchemaBudget.comparison + value.comparisonCost(limit: SchemaBudget.ofOneCheck)
    guard cost <= budget.left / allowed.count, spend(cost * allowed.count) else {
      isStopped = true
      return []
    }
    guard !allowed.contains(where: { $0.isNumericallyEqual(to: value) }) else { return [] }
    return [problem(value, at: position, "allows \(Self.list(of: allowed))")]
  }

  private static func list(of allowed: [AnyCodableValue]) -> String {
    let list = allowed.prefix(10).map(\.shortText).joined(separator: ", ")
    return list + (allowed.count > 10 ? " and \(allowed.count - 10) more" : "")
  }

  private mutating func combined(
    _ value: AnyCodableValue, _ keywords: [String: AnyCodableValue], _ position: Position
  ) -> [RouteProblem] {
    var found: [RouteProblem] = []
    for (index, schema) in (keywords["allOf"]?.elements ?? []).enumerated()
    where found.count < Self.problemLimit {
      found += check(value, schema, position.deeper("allOf", .element(index)))
    }
    for (keyword, allowsSeveral) in [("anyOf", true), ("oneOf", false)] {
      guard case .array(let schemas)? = keywords[keyword], !schemas.isEmpty else { continue }
      if let index = named(schemas, by: keywords["discriminator"], in: value) {
        found += check(value, schemas[index], position.deeper(keyword, .element(index)))
        continue
      }
      let positions = schemas.indices.map { position.deeper(keyword, .element($0)) }
      let fitting = zip(schemas, positions).filter { fits(value, $0, $1) }.map(\.0)
      if fitting.isEmpty {
        // Check again to get the messages.
        let results = trials > 0 ? [] : zip(schemas, positions).map { check(value, $0, $1) }
        found += nearest(results, value, keyword, position)
      } else if !allowsSeveral, !allowsOverlap, fitting.count > 1 {
        guard countCertain(fitting) > 1 else {
          note(keyword, position)
          continue
        }
        found.append(
          problem(
            value, at: position,
            "has \(fitting.count) matching schemas in `oneOf`, but allows only one"))
      }
    }
    if let schema = keywords["not"], isCertain(schema), fits(value, schema, position.deeper("not"))
    {
      found.append(problem(value, at: position, "excludes it with `not`"))
    }
    return found
  }

  /// Returns the index of the choice that a value names with the property of a discriminator; nil if it names none.
  private func named(
    _ choices: [AnyCodableValue], by discriminator: AnyCodableValue?, in value: AnyCodableValue
  ) -> Int? {
    guard let property = discriminator?.member("propertyName")?.string,
      let name = value.member(property)?.string
    else { return nil }
    let mapped = discriminator?.member("mapping")?.member(name)?.string ?? name
    return choices.firstIndex { choice in
      guard let reference = choice.member("$ref")?.string else { return false }
      return reference == mapped || reference == "#/components/schemas/\(mapped)"
    }
  }

  private mutating func countCertain(_ schemas: [AnyCodableValue]) -> Int {
    schemas.reduce(0) { $0 + (isCertain($1) ? 1 : 0) }
  }

  /// Returns whether the check supports every keyword of a schema.
  private mutating func isCertain(_ schema: AnyCodableValue) -> Bool {
    var keywords = 0
    let isCertain = isCertain(schema, counting: &keywords, limit: budget.left / SchemaBudget.step)
    return spend(keywords * SchemaBudget.step) && isCertain
  }

  /// Returns the problems of the most similar choice.
  ///
  /// It is the choice with the fewest problems among those whose type matches. If no type matches, returns a single
  /// problem for all choices.
  private mutating func nearest(
    _ results: [[RouteProblem]], _ value: AnyCodableValue, _ keyword: String,
    _ position: Position
  ) -> [RouteProblem] {
    guard trials == 0 else { return [RouteProblem("")] }
    // Only problems with the type or with the value itself start like this.
    let start = "`\(position.path.text)` is "
    let others = results.filter { !$0.contains { $0.statement.hasPrefix(start) } }
    guard let best = others.min(by: { $0.count < $1.count }) else {
      return results.count == 1
        ? results[0]
        : [
          problem(
            value, at: position, "has \(results.count) schemas in `\(keyword)`, but none matches")
        ]
    }
    return best
  }

  // MARK: - Bounds

  private mutating func bounds(
    of text: String, _ value: AnyCodableValue, _ keywords: [String: AnyCodableValue],
    _ position: Position
  ) -> [RouteProblem] {
    let isRead = ["minLength", "maxLength", "pattern", "format"].contains { keywords[$0] != nil }
    guard isRead, spend(text.utf8.count) else { return [] }
    var found = bounds(
      of: text.unicodeScalars.count, "minLength", "maxLength", value, keywords,
      position)
    if case .string(let pattern)? = keywords["pattern"],
      isFound(pattern, in: text, position) == false
    {
      found.append(
        problem(value, at: position, "requires a string that matches `\(pattern.escaped)`"))
    }
    if case .string(let name)? = keywords["format"], let format = TextFormat(rawValue: name),
      !format.accepts(text)
    {
      found.append(problem(value, at: position, "requires \(format.expectation)"))
    }
    return found
  }

  /// Returns whether a pattern matches, or nil if it isn't supported or the budget is used up.
  private mutating func isFound(
    _ pattern: String, in text: String, _ position: Position
  ) -> Bool? {
    if patterns[pattern] == nil {
      guard spend(SchemaBudget.ofPattern * (pattern.utf8.count + 1)) else { return nil }
      patterns[pattern] = .some(try? LinearRegex(pattern))
    }
    guard case .some(.some(let regex)) = patterns[pattern] else {
      note("pattern", position)
      return nil
    }
    return try? regex.isFound(in: text) { steps in
      guard spend(steps) else { throw CancellationError() }
    }
  }

  private mutating func bounds(
    of count: Int, _ least: String, _ most: String, _ value: AnyCodableValue,
    _ keywords: [String: AnyCodableValue], _ position: Position
  ) -> [RouteProblem] {
    var found: [RouteProblem] = []
    if let bound = keywords[least], let least = bound.asDouble, Double(count) < least {
      found.append(problem(value, at: position, "requires a length of at least \(bound.shortText)"))
    }
    if let bound = keywords[most], let most = bound.asDouble, Double(count) > most {
      found.append(problem(value, at: position, "requires a length of at most \(bound.shortText)"))
    }
    return found
  }

  private mutating func bounds(
    of value: AnyCodableValue, _ keywords: [String: AnyCodableValue], _ position: Position
  ) -> [RouteProblem] {
    var found: [RouteProblem] = []
    // Patterns compare numbers exactly, including numbers that a double can't represent.
    func limit(_ keyword: String, _ words: String, _ matcher: String) {
      guard let bound = keywords[keyword], bound.asDouble != nil,
        (try? MatchPattern([matcher: bound]).matches(value)) == false
      else { return }
      found.append(problem(value, at: position, "requires \(words) \(bound.shortText)"))
    }
    // In version 3.0, these two keywords are Booleans that modify `minimum` and `maximum`.
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
    let first = keywords["prefixItems"]?.elements ?? []
    for (index, element) in elements.enumerated() {
      let isFirst = index < first.count
      guard let schema = isFirst ? first[index] : keywords["items"] else { continue }
      let inside = position.inside(
        .element(index), by: isFirst ? "prefixItems" : "items", isFirst ? .element(index) : nil)
      found += check(element, schema, inside)
      if isStopped { return [] }
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
    guard spend(members.count) else { return [] }
    let required = keywords["required"]?.elements ?? []
    guard spend(required.count) else { return [] }
    for case .string(let name) in required where members[name] == nil {
      if isOfOthers(name, in: position.whole) { continue }
      found.append(
        makeProblem(position) { ("`\($0)` doesn't have `\(name.escaped)`", "requires it") })
    }
    for (name, value) in members.sortedByKeyBytes() {
      if isStopped { return [] }
      if let schema = known[name] {
        let inside = position.inside(.member(name), by: "properties", .member(name))
        found += check(value, schema, inside)
      } else if keywords["patternProperties"] == nil, let more = keywords["additionalProperties"] {
        if more == .bool(false) {
          found.append(unknownMember(name, of: known, position))
        } else {
          let inside = position.inside(.member(name), by: "additionalProperties")
          found += check(value, more, inside)
        }
      }
      if found.count >= Self.problemLimit { break }
    }
    return found
  }

  private mutating func unknownMember(
    _ name: String, of known: [String: AnyCodableValue], _ position: Position
  ) -> RouteProblem {
    guard trials == 0, spend(SchemaBudget.message * (known.count + 1)) else {
      return RouteProblem("")
    }
    return RouteProblem(
      "`\(position.path.text)` has the unknown member `\(name.escaped)`",
      NearestName.hint(for: name, candidates: known.keys) ?? "`\(file.escaped)` allows none")
  }

  /// Returns whether a member only occurs in the other direction.
  ///
  /// A read-only member doesn't occur in requests, and a write-only member doesn't occur in responses. One part of a
  /// composition can require a member that another part describes.
  private mutating func isOfOthers(_ name: String, in schema: AnyCodableValue?) -> Bool {
    let mark = isOfRequest ? "readOnly" : "writeOnly"
    return parts(of: schema).contains { part in
      parts(of: part.member("properties")?.member(name)).contains { $0.member(mark) == true }
    }
  }

  private mutating func parts(of schema: AnyCodableValue?) -> [AnyCodableValue] {
    guard let schema else { return [] }
    let parts = references.parts(of: schema, limit: budget.left / SchemaBudget.step)
    return spend(parts.count * SchemaBudget.step) ? parts : []
  }
}

/// Compares values with the schemas in a description.
package struct DescribedSchemas: Sendable {
  private let references: OpenAPIReferences
  private let file: String

  package init(root: AnyCodableValue, file: String) {
    (references, self.file) = (OpenAPIReferences(root: root), file)
  }

  init(_ description: OpenAPIDescription) {
    (references, file) = (description.references, description.name)
  }

  /// Returns the first difference between a generated value and its schema; nil if the value fits, or if the comparison
  /// costs too much.
  func problem(
    of value: AnyCodableValue, by schema: AnyCodableValue, within budget: inout SchemaBudget
  ) -> RouteProblem? {
    var problem: RouteProblem?
    budget.compare { own in
      var check = SchemaCheck(references: references, file: file, budget: own)
      check.allowsOverlap = true
      var value = value
      let found = check.problems(of: &value, by: schema, at: "body")
      if !check.isStopped { problem = found.first }
      own = check.budget
    }
    return problem
  }

  /// Returns how a value differs from a schema of the description.
  ///
  /// Returns at most 10 problems, and the keywords that weren't compared, for each schema that has some. Messages call
  /// the value `body`.
  package func problems(of value: AnyCodableValue, by schema: AnyCodableValue) -> [String] {
    var check = SchemaCheck(references: references, file: file, budget: SchemaBudget())
    var value = value
    return check.problems(of: &value, by: schema, at: "body").map { $0.description }
      + check.unsupported.sorted { $0.key < $1.key }.map { pointer, keywords in
        let names = keywords.sorted().map { "`\($0.escaped)`" }.joined(separator: " and ")
        return "its schema has \(names)\(pointer.isEmpty ? "" : " in `\(pointer.escaped)`"), which "
          + (keywords.count == 1 ? "isn't compared" : "aren't compared")
      }
  }
}
