internal import MockData

/// The cost of matching patterns, which counts toward a script's work limit.
extension MatchPattern {
  /// A function that is charged for matching, in instructions of about five nanoseconds each.
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

  /// The function that is charged for matching in the current task; nil if there is no charge.
  @TaskLocal package static var charge: Charge?

  static func spend(_ instructions: Int) throws {
    if instructions > 0, let charge { try charge(instructions) }
  }

  /// The size up to which comparing an operand costs no more than its node.
  fileprivate static let smallOperand = 16

  /// Charges for comparing a number of values, counted in the same way as `comparisonCost`.
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
