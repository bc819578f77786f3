internal import MockConfiguration
internal import MockData

/// Creates a value that a schema accepts: its example, or one generated from its rules.
package struct SchemaExample {
  let references: DocumentReferences
  /// Comments on the rules that couldn't be followed.
  var shortcomings: [String] = []
  /// Whether the current value contains an example or a default of the description.
  private(set) var usesExamples = false
  /// The references being resolved, to detect cycles.
  private var open: Set<String> = []
  private var depth = 0
  /// Whether the next reference to follow is a part of a composition.
  ///
  /// If it is, no other schema's value can replace the value of the part.
  private var isPart = false
  /// The values of resolved references.
  private var known: [String: Known] = [:]
  /// The number of parts that were left out, because of a cycle or because a value would be too large.
  private var cuts = 0
  /// The number of values in the current example, and in all examples.
  private var count = 0
  private(set) var total = 0
  private let totalLimit: Int
  /// The time after which creating a value is an error; nil for none.
  private let deadline: ContinuousClock.Instant?
  /// The keyword that marks members to leave out: `readOnly` for requests, and `writeOnly` for responses.
  private let unusedMark: String

  private struct Known {
    var value: AnyCodableValue
    /// The number of values in it.
    var size: Int
    var usesExamples: Bool
  }

  /// The number of values, and the depth, beyond which only required members are generated.
  private static let (enough, deep) = (1500, 8)
  /// The maximum number of values in one example.
  private static let valueLimit = 20_000
  /// The usual maximum number of values in all examples together.
  package static let totalLimit = 300_000
  /// The cost of finding a string for a pattern, in values.
  private static let patternCost = 20
  private static let listLengthLimit = 100

  init(
    references: DocumentReferences, isOfRequests: Bool, totalLimit: Int,
    deadline: ContinuousClock.Instant?
  ) {
    (self.references, self.totalLimit) = (references, totalLimit)
    (unusedMark, self.deadline) = (isOfRequests ? "readOnly" : "writeOnly", deadline)
  }

  mutating func example(
    of schema: DocumentNode
  ) throws(MockConfigurationError) -> (value: AnyCodableValue?, shortcomings: [String]) {
    (count, shortcomings, usesExamples) = (0, [], false)
    var value = try value(of: schema)
    // A nil literal would be null.
    if value == Optional.none, acceptsNull(schema) { value = .some(.null) }
    return (value, shortcomings)
  }

  /// Returns an example from the description, converted to fit its schema.
  mutating func example(
    _ example: DocumentNode, by schema: DocumentNode
  ) throws(MockConfigurationError) -> (value: AnyCodableValue, shortcomings: [String]) {
    shortcomings = []
    let value = try fitted(example, to: schema) ?? example.data
    return (value, shortcomings)
  }

  /// Returns a value for a schema; nil if the value would have to contain itself, or would be too large.
  mutating func value(of schema: DocumentNode) throws(MockConfigurationError) -> AnyCodableValue? {
    guard references.countsSiblings, schema["$ref"] != nil else {
      return try referredValue(of: schema)
    }
    if let given = try given(in: schema) { return given }
    let value = try referredValue(of: schema)
    guard schema["properties"] != nil, case .dictionary(var members)? = value,
      case .dictionary(let own)? = try object(schema)
    else { return value }
    // An example of the whole is better than a value generated for a part.
    let isExample = try given(in: references.resolved(schema)) != nil
    Self.add(own, describing: isExample ? [] : try Self.ownNames(in: schema), to: &members)
    return .dictionary(members)
  }

  /// Returns a value for a schema, or for the target of its `$ref`.
  ///
  /// Members next to the `$ref` are ignored.
  private mutating func referredValue(
    of schema: DocumentNode
  ) throws(MockConfigurationError) -> AnyCodableValue? {
    let reference = try schema["$ref"]?.string()
    let schema = try references.followed(schema)
    let isPart = isPart
    self.isPart = false
    let key = reference.map { isPart ? $0 + " part" : $0 }
    if let key, let known = known[key] {
      count += known.size
      usesExamples = usesExamples || known.usesExamples
      return count < Self.valueLimit ? known.value : cut()
    }
    (count, total) = (count + 1, total + 1)
    try checkTime(at: schema)
    guard count < Self.valueLimit, total < totalLimit else { return cut() }
    guard let reference, let key else { return try newValue(of: schema) }
    guard open.insert(key).inserted else { return cut() }
    defer { open.remove(key) }
    let (start, cutsBefore, usedBefore) = (count, cuts, usesExamples)
    usesExamples = false
    defer { usesExamples = usesExamples || usedBefore }
    var value: AnyCodableValue?
    if !isPart { value = try valueOfChild(of: schema) }
    if value == nil {
      value = try newValue(of: schema)
      if !isPart, let made = value {
        for discriminator in try discriminators(of: schema) {
          value = try named(made, by: discriminator, as: reference, in: schema)
        }
      }
    }
    if let value, cuts == cutsBefore {
      known[key] = Known(value: value, size: count - start + 1, usesExamples: usesExamples)
    }
    return value
  }

  func checkTime(at schema: DocumentNode) throws(MockConfigurationError) {
    guard let deadline, ContinuousClock.now > deadline else { return }
    throw schema.problem("creating examples takes too long; use a smaller description")
  }

  private mutating func cut() -> AnyCodableValue? {
    cuts += 1
    return nil
  }

  private mutating func newValue(
    of schema: DocumentNode
  ) throws(MockConfigurationError) -> AnyCodableValue? {
    depth += 1
    defer { depth -= 1 }
    if case .scalar(let value) = schema.value.content {
      // `true` accepts everything, like `{}`.
      return value == .bool(false) ? nil : .dictionary([:])
    }
    if schema["$ref"] != nil { return try value(of: schema) }
    if let given = try given(in: schema) { return given }
    if schema["allOf"] != nil { return try merged(schema) }
    for name in ["oneOf", "anyOf"] {
      guard let choices = try schema[name]?.elements(), !choices.isEmpty else { continue }
      return try chosen(choices, beside: schema)
    }
    return try made(of: schema)
  }

  /// Returns the value in the schema itself, if the schema accepts it.
  private mutating func given(in schema: DocumentNode) throws(MockConfigurationError)
    -> AnyCodableValue?
  {
    for candidate in Self.candidates(in: schema) {
      if let value = try fitted(candidate, to: schema) {
        usesExamples = usesExamples || (schema["const"] == nil && schema["enum"] == nil)
        return value
      }
      if candidate.data != .null {
        shortcomings.append(
          "the schema does not accept its own example \(candidate.data.shortText)")
      }
    }
    return nil
  }

  /// Returns the values in a schema: examples first, then its constant, its default, and its choices.
  static func candidates(in schema: DocumentNode) -> [DocumentNode] {
    var nodes = [schema.member("example")].compactMap(\.self)
    nodes += (try? schema["examples"]?.elements().first).map { [$0] } ?? []
    nodes += ["const", "default"].compactMap { schema.member($0) }
    if let choices = try? schema["enum"]?.elements(), !choices.isEmpty {
      nodes.append(choices.first { $0.data != .null } ?? choices[0])
    }
    return nodes
  }

  // MARK: - Compositions

  /// Returns a value for the first possible choice, merged with the members next to the choices.
  private mutating func chosen(
    _ choices: [DocumentNode], beside schema: DocumentNode
  ) throws(MockConfigurationError) -> AnyCodableValue? {
    let cutsBefore = cuts
    for choice in choices {
      if try references.resolved(choice)["type"]?.data == "null" { continue }
      guard var value = try value(of: choice) else { continue }
      if let discriminator = schema["discriminator"], let reference = try choice["$ref"]?.string() {
        value = try named(value, by: discriminator, as: reference, in: choice)
      }
      guard schema["properties"] != nil, case .dictionary(let members) = value,
        case .dictionary(var all)? = try made(of: schema)
      else { return value }
      Self.add(members, describing: try names(in: choice), to: &all)
      return .dictionary(all)
    }
    // An optional member is left out rather than null: in version 3.0, not every nullable schema accepts null.
    return cuts == cutsBefore && acceptsNull(schema) ? .some(.null) : Optional.none
  }

  private mutating func merged(_ schema: DocumentNode) throws(MockConfigurationError)
    -> AnyCodableValue?
  {
    var members: [String: AnyCodableValue] = [:]
    var isObject = false
    var other: AnyCodableValue?
    for part in try schema["allOf"]?.elements() ?? [] {
      isPart = part["$ref"] != nil
      switch try value(of: part) {
      case .dictionary(let own)?:
        isObject = true
        let described = try names(in: part)
        var used = own
        for name in own.keys where !described.contains(name) {
          if try isUnused(name, of: schema) { used[name] = nil }
        }
        Self.add(used, describing: described, to: &members)
      case let value?: other = other ?? value
      case nil: break
      }
    }
    if schema["properties"] != nil, case .dictionary(let own)? = try made(of: schema) {
      isObject = true
      Self.add(own, describing: try Self.ownNames(in: schema), to: &members)
    }
    return isObject && (other == nil || !members.isEmpty) ? .dictionary(members) : other
  }

  /// Adds the members of one part of a composition to the members of the other parts.
  ///
  /// A member that the part only requires, but doesn't describe, is taken from the others.
  private static func add(
    _ members: [String: AnyCodableValue], describing names: Set<String>,
    to all: inout [String: AnyCodableValue]
  ) {
    all.merge(members.filter { all[$0.key] == nil || names.contains($0.key) }) { $1 }
  }

  private static func ownNames(in schema: DocumentNode) throws(MockConfigurationError) -> Set<
    String
  > {
    Set(try schema["properties"]?.members().map(\.key) ?? [])
  }

  /// Returns the names of the properties of a schema, of all parts of its composition, and of their examples.
  private func names(in schema: DocumentNode) throws(MockConfigurationError) -> Set<String> {
    var names: Set<String> = []
    for part in try parts(of: schema, through: ["allOf", "oneOf", "anyOf"]) {
      names.formUnion(try Self.ownNames(in: part))
      for case .dictionary(let example) in Self.candidates(in: part).prefix(1).map(\.data) {
        names.formUnion(example.keys)
      }
    }
    return names
  }

  // MARK: - Kinds

  private mutating func made(of schema: DocumentNode) throws(MockConfigurationError)
    -> AnyCodableValue?
  {
    switch try Self.type(of: schema) {
    case "object": return try object(schema)
    case "array": return try list(schema)
    case "string":
      // Strings are tried one by one until one matches.
      if schema["pattern"] != nil { total += Self.patternCost }
      return .string(try StringExample.text(of: schema, &shortcomings))
    case "integer": return try NumberExample.value(of: schema, isInteger: true, &shortcomings)
    case "number": return try NumberExample.value(of: schema, isInteger: false, &shortcomings)
    case "boolean": return true
    case "null": return .null
    case let type:
      shortcomings.append("the type `\(type.escaped)` is unknown")
      return .null
    }
  }

  private static func type(of schema: DocumentNode) throws(MockConfigurationError) -> String {
    if schema["type"] != nil { return try types(of: schema).first { $0 != "null" } ?? "null" }
    if schema["items"] != nil || schema["prefixItems"] != nil { return "array" }
    if schema["pattern"] != nil || schema["format"] != nil || schema["maxLength"] != nil {
      return "string"
    }
    return schema["minimum"] != nil || schema["maximum"] != nil ? "number" : "object"
  }

  private mutating func object(_ schema: DocumentNode) throws(MockConfigurationError)
    -> AnyCodableValue?
  {
    var required: Set<String> = []
    for name in try schema["required"]?.elements() ?? [] { required.insert(try name.string()) }
    var members: [String: AnyCodableValue] = [:]
    var unread: Set<String> = []
    for (name, property) in try schema["properties"]?.members() ?? [] {
      let isRequired = required.contains(name)
      if !isRequired, count > Self.enough || depth > Self.deep {
        cuts += 1
        continue
      }
      if try isUnused(property) {
        unread.insert(name)
        continue
      }
      if let value = try value(of: property) {
        members[name] = value
      } else if isRequired {
        guard acceptsNull(property) else { return nil }
        members[name] = .null
      }
    }
    for name in required.sorted() where members[name] == nil && !unread.contains(name) {
      members[name] = try additional(schema)
    }
    let least = try schema["minProperties"]?.integer() ?? 0
    var number = 1
    while members.count < min(least, Self.listLengthLimit) {
      members["property\(number)"] = try additional(schema)
      number += 1
    }
    return .dictionary(members)
  }

  /// Returns whether a member only occurs in the other direction.
  private func isUnused(_ property: DocumentNode) throws(MockConfigurationError) -> Bool {
    try parts(of: property).contains {
      $0[unusedMark]?.data == true && (references.countsSiblings || $0["$ref"] == nil)
    }
  }

  /// Returns whether a part of a composition describes a member as one that only occurs in the other direction.
  private func isUnused(
    _ name: String, of schema: DocumentNode
  ) throws(MockConfigurationError) -> Bool {
    for property in try properties(name, of: schema) where try isUnused(property) { return true }
    return false
  }

  private mutating func additional(_ schema: DocumentNode) throws(MockConfigurationError)
    -> AnyCodableValue
  {
    guard let additional = schema["additionalProperties"], case .object = additional.value.content
    else { return "string" }
    return try value(of: additional) ?? .null
  }

  private mutating func list(_ schema: DocumentNode) throws(MockConfigurationError)
    -> AnyCodableValue?
  {
    let least = try schema["minItems"]?.integer() ?? 0
    if try schema["maxItems"]?.integer() == 0 { return [] }
    let wanted = min(max(least, 0), Self.listLengthLimit)
    var elements: [AnyCodableValue] = []
    for first in try schema["prefixItems"]?.elements().prefix(Self.listLengthLimit) ?? [] {
      guard let element = try value(of: first) else { break }
      elements.append(element)
    }
    if !elements.isEmpty, elements.count >= wanted { return .array(elements) }
    guard let items = schema["items"] else {
      return .array(
        elements + Array(repeating: .dictionary([:]), count: wanted - elements.count))
    }
    guard let item = try value(of: items) else {
      return least > elements.count ? nil : .array(elements)
    }
    elements.append(item)
    let isUnique = schema["uniqueItems"]?.data == true
    // For an enumeration, the other elements are its other cases, even if there are fewer than wanted.
    if isUnique, let cases = try references.resolved(items)["enum"]?.elements() {
      elements += cases.map(\.data).filter { $0 != item }.prefix(max(0, wanted - 1))
      return .array(elements)
    }
    while elements.count < wanted {
      elements.append(isUnique ? item.varied(by: elements.count) : item)
    }
    return .array(elements)
  }
}

extension AnyCodableValue {
  /// Returns a different value of the same type, for lists with unique elements.
  fileprivate func varied(by number: Int) -> AnyCodableValue {
    switch self {
    case .int(let own): .int(own &+ number)
    case .double(let own): .double(own + Double(number))
    case .string(let text): .string("\(text)\(number)")
    case .dictionary(let members): .dictionary(members.mapValues { $0.varied(by: number) })
    default: self
    }
  }
}
