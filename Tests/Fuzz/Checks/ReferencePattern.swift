import MockServices

/// A reference implementation of patterns that follows the rules literally, without building a tree.
///
/// - An object whose keys all begin with `$` contains operators. Mixed keys and unknown operators are errors. Any other
///   object matches partially. Dotted names reach into objects. If an object lacks a dotted name, it is the name of a
///   member.
/// - Operands of `$eq $ne $in $nin $all`, and lists, compare exactly. Numbers are equal by value, and a string never
///   equals a number. Ordering compares two numbers or two strings, and is otherwise false.
/// - `$ne $nin $not` accept an absent field. Plain `null` accepts null or absent. `$exists` true accepts null.
/// - `$and $or $nor $not $elemMatch` take any patterns. `$type` sees the stored kind.
///
/// For operators that aren't listed here, the reference uses the implementation's result, and only general rules are
/// checked.
enum ReferencePattern {
  typealias Value = AnyCodableValue

  /// Whether a pattern is valid.
  static func isValid(_ pattern: Value, depth: Int = 1) -> Bool {
    guard depth <= 64 else { return false }
    guard case .dictionary(let members) = pattern else { return true }
    guard members.keys.contains(where: isOperator) else {
      return members.values.allSatisfy { isValid($0, depth: depth + 1) }
    }
    return members.allSatisfy { isValid(operator: $0, $1, depth: depth + 1) }
  }

  private static func isOperator(_ name: String) -> Bool { name.hasPrefix("$") }

  private static func isValid(operator name: String, _ operand: Value, depth: Int) -> Bool {
    switch name {
    case "$eq", "$ne": return true
    case "$gt", "$gte", "$lt", "$lte": return [.int, .double, .string].contains(operand.kind)
    case "$in", "$nin", "$all": return list(operand) != nil
    case "$regex":
      guard case .string(let text) = operand else { return false }
      return text != "("
    case "$contains", "$startsWith", "$endsWith":
      guard case .string(let text) = operand else { return false }
      return !text.isEmpty
    case "$exists": return operand.kind == .bool
    case "$type":
      guard case .string(let name) = operand else { return false }
      return [
        "null", "bool", "int", "double", "number", "string", "array", "object",
      ].contains(name)
    case "$size":
      switch operand {
      case .int(let size): return size >= 0
      case .double(let size): return size >= 0 && size < 0x1p63 && size == size.rounded()
      default: return false
      }
    case "$elemMatch", "$anyMember", "$not", "$only", "$text": return isValid(operand, depth: depth)
    case "$and", "$or", "$nor", "$holds", "$firstItems":
      guard let patterns = list(operand), !patterns.isEmpty else { return false }
      return patterns.allSatisfy { isValid($0, depth: depth) }
    case "$where":
      guard case .string(let name) = operand else { return false }
      return !name.isEmpty
    default: return isOperator(name) && (try? MatchPattern([name: operand])) != nil
    }
  }

  /// Returns a list.
  ///
  /// `{}` is also an empty list.
  private static func list(_ value: Value) -> [Value]? {
    switch value {
    case .array(let elements): elements
    case .dictionary([:]): []
    default: nil
    }
  }

  /// Whether a valid pattern accepts a value.
  ///
  /// An absent value is nil.
  static func accepts(
    _ pattern: Value, _ value: Value?, predicate: (String, Value) -> Bool
  ) -> Bool {
    switch pattern {
    case .null: return value == nil || value == .null
    case .dictionary(let members):
      if members.keys.contains(where: isOperator) {
        return members.allSatisfy { accepts(operator: $0, $1, value, predicate) }
      }
      guard case .dictionary = value else { return false }
      return members.allSatisfy { name, pattern in
        accepts(pattern, member(name, of: value), predicate: predicate)
      }
    default: return value.map { isEqual($0, pattern) } ?? false
    }
  }

  private static func member(_ name: String, of value: Value?) -> Value? {
    guard case .dictionary(let members) = value else { return nil }
    if let dot = name.firstIndex(of: ".") {
      let (first, rest) = (String(name[..<dot]), String(name[name.index(after: dot)...]))
      if let found = member(rest, of: members[first]) { return found }
    }
    return members[name]
  }

  private static func accepts(
    operator name: String, _ operand: Value, _ value: Value?,
    _ predicate: (String, Value) -> Bool
  ) -> Bool {
    let operands = list(operand) ?? []
    func accepted(_ pattern: Value, _ value: Value?) -> Bool {
      accepts(pattern, value, predicate: predicate)
    }
    switch name {
    case "$eq": return value.map { isEqual($0, operand) } ?? false
    case "$ne": return value.map { !isEqual($0, operand) } ?? true
    case "$gt", "$gte", "$lt", "$lte": return isOrdered(name, value, operand)
    case "$in": return value.map { value in operands.contains { isEqual($0, value) } } ?? false
    case "$nin": return value.map { value in !operands.contains { isEqual($0, value) } } ?? true
    case "$regex": return isFound(operand, in: value)
    case "$contains", "$startsWith", "$endsWith":
      guard case .string(let text) = value, case .string(let part) = operand else { return false }
      let (bytes, wanted) = (Array(text.utf8), Array(part.utf8))
      guard wanted.count <= bytes.count else { return false }
      let starts = (0...(bytes.count - wanted.count)).filter {
        Array(bytes[$0..<($0 + wanted.count)]) == wanted
      }
      if name == "$contains" { return !starts.isEmpty }
      return starts.contains(name == "$startsWith" ? 0 : bytes.count - wanted.count)
    case "$exists": return operand == .bool(value != nil)
    case "$type": return isOfType(operand, value)
    case "$not": return !accepted(operand, value)
    case "$and": return operands.allSatisfy { accepted($0, value) }
    case "$or": return operands.contains { accepted($0, value) }
    case "$nor": return !operands.contains { accepted($0, value) }
    case "$where":
      if case .string(let name) = operand { return predicate(name, value ?? .null) }
    case "$size", "$all", "$elemMatch": break
    default:
      let pattern = try? MatchPattern(["value": .dictionary([name: operand])])
      let fields: Value = value.map { ["value": $0] } ?? [:]
      return (try? pattern?.matches(fields, predicate: predicate)) ?? false
    }
    guard case .array(let elements) = value else { return false }
    switch name {
    case "$size": return isEqual(.int(elements.count), operand)
    case "$all":
      return !operands.isEmpty
        && operands.allSatisfy { operand in elements.contains { isEqual($0, operand) } }
    case "$elemMatch": return elements.contains { accepted(operand, $0) }
    default: return false
    }
  }

  private static func isOfType(_ name: Value, _ value: Value?) -> Bool {
    switch (name, value) {
    case ("null", .null?), ("bool", .bool), ("int", .int), ("double", .double), ("number", .int),
      ("number", .double), ("string", .string), ("array", .array), ("object", .dictionary):
      true
    default: false
    }
  }

  /// Whether a regular expression matches.
  ///
  /// Nearly all generated expressions are plain strings to search for.
  private static func isFound(_ expression: Value, in value: Value?) -> Bool {
    guard case .string(let text) = value, case .string(let expression) = expression else {
      return false
    }
    switch expression {
    case "^a": return text.first == "a"
    case "b$": return text.last == "b"
    case "^ab$": return text == "ab"
    default: return text.contains(expression)
    }
  }

  private static func isEqual(_ first: Value, _ second: Value) -> Bool {
    switch (first, second) {
    case (.int, .int), (.double, .double), (.int, .double), (.double, .int):
      return order(first, second) == 0
    case (.array(let elements), .array(let others)):
      return elements.count == others.count && zip(elements, others).allSatisfy(isEqual)
    case (.dictionary(let members), .dictionary(let others)):
      return members.count == others.count
        && members.allSatisfy { name, member in others[name].map { isEqual(member, $0) } ?? false }
    default: return first == second
    }
  }

  private static func isOrdered(_ name: String, _ value: Value?, _ operand: Value) -> Bool {
    guard let value, let order = order(value, operand) else { return false }
    switch name {
    case "$gt": return order > 0
    case "$gte": return order >= 0
    case "$lt": return order < 0
    default: return order <= 0
    }
  }

  /// Returns a number below, equal to, or above 0 for two numbers or two strings, and nil for everything else and for
  /// NaN.
  private static func order(_ first: Value, _ second: Value) -> Int? {
    if case .string(let text) = first, case .string(let other) = second {
      return text == other ? 0 : text < other ? -1 : 1
    }
    guard let number = Exact(first), let other = Exact(second) else { return nil }
    return number.order(beside: other)
  }

  /// A number with an exact whole part and an exact fraction.
  private struct Exact {
    var whole: Double
    var low: Int
    var fraction: Double

    /// Creates an exact number, or nil if the value isn't a number.
    init?(_ value: Value) {
      switch value {
      case .int(let integer):
        // Each half of a word fits in a double exactly.
        (whole, low, fraction) = (Double(integer >> 32), integer & 0xFFFF_FFFF, 0)
      case .double(let number):
        guard !number.isNaN else { return nil }
        let floor = number.rounded(.down)
        fraction = number.isInfinite ? 0 : number - floor
        whole = (floor / 0x1p32).rounded(.down)
        let rest = floor - whole * 0x1p32
        low = rest.isFinite ? Int(rest) : 0
      default: return nil
      }
    }

    func order(beside other: Exact) -> Int {
      if whole != other.whole { return whole < other.whole ? -1 : 1 }
      if low != other.low { return low < other.low ? -1 : 1 }
      return fraction == other.fraction ? 0 : fraction < other.fraction ? -1 : 1
    }
  }
}
