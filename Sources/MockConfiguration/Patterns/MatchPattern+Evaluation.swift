package import MockData

extension MatchPattern {
  /// A closure that evaluates a `$where`, given the name of its function and the value to test.
  ///
  /// If the value is absent, `value` is null.
  package typealias Predicate = (_ name: String, _ value: AnyCodableValue) throws -> Bool

  /// Returns whether the pattern matches a value.
  ///
  /// - Parameters:
  ///   - value: The object with a call's arguments, or a row of a collection.
  ///   - predicate: Evaluates `$where`; by default, `$where` matches nothing.
  /// - Returns: Whether the pattern accepts the value.
  /// - Throws: The error that `predicate` throws.
  package func matches(
    _ value: AnyCodableValue, predicate: Predicate = { _, _ in false }
  ) throws -> Bool {
    try node.accepts(value, predicate: predicate)
  }
}

extension MatchPattern.Node {
  /// Returns whether the pattern accepts a value.
  ///
  /// For an absent value, pass nil.
  package func accepts(
    _ value: AnyCodableValue?, predicate: MatchPattern.Predicate
  ) throws -> Bool {
    try MatchPattern.spend(comparing: comparisonCost)
    switch self {
    case .plain(.null): return value == nil || value == .null
    case .plain(let operand): return value?.isNumericallyEqual(to: operand) ?? false
    case .fields(let fields):
      guard case .dictionary = value else { return false }
      for field in fields
      where try !field.pattern.accepts(value?.member(at: field.path), predicate: predicate) {
        return false
      }
      return true
    case .condition(let matcher, let operand):
      return try matcher.accepts(operand, value, predicate)
    case .allOf(let patterns):
      return try patterns.allSatisfy { try $0.accepts(value, predicate: predicate) }
    case .anyOf(let patterns):
      return try patterns.contains { try $0.accepts(value, predicate: predicate) }
    }
  }
}

/// The cost of matching patterns, which counts toward a script's work limit.
extension MatchPattern {
  /// A function that receives the cost of matching, in instructions of about five nanoseconds each.
  ///
  /// If it throws, matching ends. The function is wrapped in a struct, because optimized builds of Swift 6.3 crash if a
  /// task-local value is a function.
  package struct Charge: Sendable {
    private let take: @Sendable (_ instructions: Int) throws -> Void

    package init(_ take: @escaping @Sendable (_ instructions: Int) throws -> Void) {
      self.take = take
    }

    package func callAsFunction(_ instructions: Int) throws { try take(instructions) }
  }

  /// The function that receives the cost of matching in the current task; nil if the cost isn't counted.
  @TaskLocal package static var charge: Charge?

  static func spend(_ instructions: Int) throws {
    if instructions > 0, let charge { try charge(instructions) }
  }

  /// The maximum size of an operand whose comparison is included in the cost of its node.
  fileprivate static let smallOperand = 16

  /// Charges for comparing values.
  ///
  /// `count` is the cost of the comparison, as in `comparisonCost`.
  static func spend(comparing count: Int) throws {
    if count > smallOperand { try spend(count * 4) }
  }

  /// The minimum cost of matching one value.
  ///
  /// It doesn't include regular expressions and long values.
  package var cost: Int { node.cost }

  /// Whether matching some values may cost much more than the minimum.
  package var isCostly: Bool { node.isCostly }
}

extension MatchPattern.Node {
  private static let costOfNode = 20

  var cost: Int { patterns.reduce(Self.costOfNode) { $0 + $1.cost } }

  fileprivate var isCostly: Bool {
    if case .condition(let matcher, _) = self, matcher.isCostly { return true }
    return comparisonCost > MatchPattern.smallOperand || patterns.contains(where: \.isCostly)
  }

  /// The cost of comparing the pattern's own values, not including nested patterns.
  var comparisonCost: Int {
    switch self {
    case .plain(let operand): operand.comparisonCost
    case .condition(_, let operand): operand.comparisonCost
    case .fields, .allOf, .anyOf: 0
    }
  }
}

extension AnyCodableValue {
  /// The cost of comparing an equal value: the number of values, plus one for each 64 bytes of strings.
  var comparisonCost: Int {
    switch self {
    case .string(let text): 1 + text.utf8.count / 64
    case .array(let elements): elements.reduce(1) { $0 + $1.comparisonCost }
    case .dictionary(let members): members.values.reduce(1) { $0 + $1.comparisonCost }
    default: 1
    }
  }
}

/// An assignment of a different element to each pattern.
///
/// The assignment is a matching in a bipartite graph, found by augmenting paths.
struct ElementPairing {
  private let patterns: [MatchPattern.Node]
  private let elements: [AnyCodableValue]
  private let predicate: MatchPattern.Predicate
  /// The pattern that each element is assigned to, by the element's index.
  private var owners: [Int?]
  /// Whether a pattern accepts an element, by their indices; nil if that hasn't been checked yet.
  private var known: [[Bool?]]

  init(
    _ patterns: [MatchPattern.Node], _ elements: [AnyCodableValue],
    _ predicate: @escaping MatchPattern.Predicate
  ) {
    (self.patterns, self.elements, self.predicate) = (patterns, elements, predicate)
    owners = elements.map { _ in nil }
    known = []
  }

  /// Returns whether every pattern can get its own element.
  mutating func isComplete() throws -> Bool {
    guard patterns.count <= elements.count else { return false }
    let cost = patterns.reduce(0) { $0 + $1.cost }
    try MatchPattern.spend(elements.count * cost)
    known = patterns.map { _ in elements.map { _ in nil } }
    for pattern in patterns.indices {
      var seen: Set<Int> = []
      guard try finds(pattern, &seen) else { return false }
    }
    return true
  }

  /// Finds an element for a pattern, and returns whether it found one.
  ///
  /// If necessary, other patterns get other elements.
  private mutating func finds(_ pattern: Int, _ seen: inout Set<Int>) throws -> Bool {
    for element in elements.indices where try accepts(pattern, element) {
      guard seen.insert(element).inserted else { continue }
      if let owner = owners[element], try !finds(owner, &seen) { continue }
      owners[element] = pattern
      return true
    }
    return false
  }

  private mutating func accepts(_ pattern: Int, _ element: Int) throws -> Bool {
    if let known = known[pattern][element] { return known }
    let accepts = try patterns[pattern].accepts(elements[element], predicate: predicate)
    known[pattern][element] = accepts
    return accepts
  }
}

/// The first field of the arguments that a pattern doesn't accept.
package struct MatchMismatch: Sendable, Equatable {
  /// The field, such as `order.items`; empty for the arguments as a whole.
  package var path: String
  /// The pattern for that field, as written in the configuration.
  package var expected: AnyCodableValue
  /// The actual value, if any.
  package var actual: AnyCodableValue?

  /// Creates a mismatch.
  package init(path: String, expected: AnyCodableValue, actual: AnyCodableValue?) {
    self.path = path
    self.expected = expected
    self.actual = actual
  }
}

extension MatchMismatch: CustomStringConvertible {
  /// The mismatch as a string: the path in backticks, followed by `: expected 1, found 2`.
  package var description: String {
    let place = path.isEmpty ? "the arguments" : "`\(path.escaped)`"
    return "\(place): expected \(expected.shortText), found \(actual?.shortText ?? "nothing")"
  }
}

extension MatchPattern {
  /// Returns the first field that the pattern doesn't accept, or nil if it accepts the value.
  package func mismatch(
    with value: AnyCodableValue, predicate: Predicate = { _, _ in false }
  ) throws -> MatchMismatch? {
    try node.mismatch(with: value, path: [], predicate: predicate)
  }
}

extension MatchPattern.Node {
  fileprivate func mismatch(
    with value: AnyCodableValue?, path: [String], predicate: MatchPattern.Predicate
  ) throws -> MatchMismatch? {
    switch self {
    case .fields(let fields):
      guard case .dictionary = value else { break }
      for field in fields {
        let member = value?.member(at: field.path)
        let found = try field.pattern.mismatch(
          with: member, path: path + field.path, predicate: predicate)
        if let found { return found }
      }
      return nil
    case .allOf(let patterns):
      for pattern in patterns {
        if let found = try pattern.mismatch(with: value, path: path, predicate: predicate) {
          return found
        }
      }
      return nil
    default: break
    }
    if try accepts(value, predicate: predicate) { return nil }
    return MatchMismatch(path: path.joined(separator: "."), expected: stated, actual: value)
  }
}
