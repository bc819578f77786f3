import MockServices

/// Makes values and patterns from few names and few numbers, so that matches are frequent.
struct ValueMaker {
  var source: ByteSource

  init(_ source: ByteSource) { self.source = source }

  static let names = ["a", "b", "c", "a.b", "id", "", "é", "a.b.c"]
  private static let texts = [
    "", "a", "b", "ab", "abc", "1", "A", "é", "e\u{301}", "\u{1F600}", "a\nb",
  ]
  private static let numbers: [AnyCodableValue] = [
    0, 1, 2, -1, .double(1), .double(-0.0), 1.5, .int(1 << 53 + 1), .double(0x1p53), .int(.max),
    .int(.min), .double(0x1p63), .double(-0x1p63), .double(1e300), .double(.leastNonzeroMagnitude),
  ]

  mutating func name() -> String { source.one(of: Self.names) }

  mutating func text() -> String { source.one(of: Self.texts) }

  mutating func number() -> AnyCodableValue {
    if source.rarely(4) {
      return source.bool() ? .int(source.integer()) : .double(source.double())
    }
    return source.one(of: Self.numbers)
  }

  /// Returns a value of any kind.
  mutating func value(depth: Int = 3) -> AnyCodableValue {
    switch source.number(below: depth > 0 ? 8 : 5) {
    case 0: .null
    case 1: .bool(source.bool())
    case 2, 3: number()
    case 4: .string(text())
    case 5: list { $0.value(depth: depth - 1) }
    default: object { $0.value(depth: depth - 1) }
    }
  }

  mutating func list(_ element: (inout ValueMaker) -> AnyCodableValue) -> AnyCodableValue {
    var elements: [AnyCodableValue] = []
    for _ in 0..<source.number(below: 4) { elements.append(element(&self)) }
    return .array(elements)
  }

  mutating func object(_ member: (inout ValueMaker) -> AnyCodableValue) -> AnyCodableValue {
    var members: [String: AnyCodableValue] = [:]
    for _ in 0..<source.number(below: 4) { members[name()] = member(&self) }
    return .dictionary(members)
  }
}

extension ValueMaker {
  private static let operators = Matcher.all.map(\.name) + ["$near"]
  /// The expressions that `ReferencePattern` can search for.
  static let regexes = ["a", "^a", "b$", "^ab$", "", "("]
  private static let types = [
    "null", "bool", "int", "double", "number", "string", "array", "object", "text",
  ]

  /// Returns a pattern, usually a valid one.
  mutating func pattern(depth: Int = 4) -> AnyCodableValue {
    guard depth > 0, !source.rarely(8) else { return value(depth: 2) }
    if source.bool() { return object { $0.pattern(depth: depth - 1) } }
    var members: [String: AnyCodableValue] = [:]
    for _ in 0...source.number(below: 3) {
      let name = source.one(of: Self.operators)
      members[name] = operand(of: name, depth: depth)
    }
    if source.rarely(64) { members[name()] = value(depth: 1) }
    return .dictionary(members)
  }

  /// Returns an operand, usually of the kind that the operator requires.
  private mutating func operand(of name: String, depth: Int) -> AnyCodableValue {
    if source.rarely(32) { return value(depth: 1) }
    switch Matcher.named(name)?.form {
    case .orderable: return source.bool() ? number() : .string(text())
    case .list: return list { $0.value(depth: 1) }
    case .regex: return .string(source.one(of: Self.regexes))
    case .flag: return .bool(source.bool())
    case .type: return .string(source.one(of: Self.types))
    case .size: return .int(source.number(below: 4) - (source.rarely(16) ? 3 : 0))
    case .pattern: return pattern(depth: depth - 1)
    case .patterns:
      guard case .array(let more) = list({ $0.pattern(depth: depth - 1) }) else { return .null }
      return .array([pattern(depth: depth - 1)] + more)
    case .text, .function: return .string(text())
    case .value, nil: return value(depth: 2)
    }
  }
}

extension ValueMaker {
  /// Returns a value made from a pattern's operands, which the pattern is likely to accept.
  mutating func value(near pattern: AnyCodableValue, depth: Int = 5) -> AnyCodableValue? {
    if depth == 0 || source.rarely(6) { return source.bool() ? value(depth: 1) : nil }
    guard case .dictionary(let members) = pattern else {
      return source.rarely(8) ? value(depth: 1) : pattern
    }
    let sorted = members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    guard !sorted.isEmpty else { return object { $0.value(depth: 1) } }
    if sorted.allSatisfy({ $0.key.hasPrefix("$") }) {
      let (name, operand) = source.one(of: sorted)
      return value(near: operand, of: name, depth: depth - 1)
    }
    var result = AnyCodableValue.dictionary([:])
    for (name, pattern) in sorted {
      guard let value = value(near: pattern, depth: depth - 1) else { continue }
      let parts = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
      result = result.setting(value, at: source.rarely(16) ? [name] : parts)
    }
    return result
  }

  private mutating func value(
    near operand: AnyCodableValue, of name: String, depth: Int
  ) -> AnyCodableValue? {
    switch (Matcher.named(name)?.form, operand) {
    case (.list, .array(let values)) where name == "$all":
      return .array(values + (source.bool() ? [value(depth: 1)] : []))
    case (.list, .array(let values)): return values.isEmpty ? nil : source.one(of: values)
    case (.patterns, .array(let patterns)):
      return patterns.isEmpty ? nil : value(near: source.one(of: patterns), depth: depth)
    case (.pattern, _) where name == "$not":
      return source.bool() ? value(depth: 2) : value(near: operand, depth: depth)
    case (.pattern, _):
      return .array([value(near: operand, depth: depth) ?? .null] + (source.bool() ? [1] : []))
    case (.regex, _): return .string(text())
    case (.text, .string(let operand)): return .string(source.bool() ? operand + text() : text())
    case (.size, .int(let size)) where (0..<5).contains(size):
      return .array(Array(repeating: 1, count: size))
    case (.value, _), (.orderable, _): return source.bool() ? operand : number()
    default: return value(depth: 2)
    }
  }
}

extension AnyCodableValue {
  /// Returns the object with a nested member set.
  ///
  /// Values in the way are replaced.
  fileprivate func setting(_ value: AnyCodableValue, at path: [String]) -> AnyCodableValue {
    guard let name = path.first else { return value }
    var members: [String: AnyCodableValue] = [:]
    if case .dictionary(let own) = self { members = own }
    let inner = members[name] ?? .dictionary([:])
    members[name] = inner.setting(value, at: Array(path.dropFirst()))
    return .dictionary(members)
  }
}
