internal import MockData

/// What patterns cost: whoever limits a script's work hears of what is spent on its behalf.
extension MatchPattern {
  /// Takes instructions, of about five nanoseconds each; what it throws ends the matching.
  ///
  /// A structure, since optimized builds of Swift 6.3 crash where a task-local value is a function.
  package struct Charge: Sendable {
    private let take: @Sendable (_ instructions: Int) throws -> Void

    package init(_ take: @escaping @Sendable (_ instructions: Int) throws -> Void) {
      self.take = take
    }

    package func callAsFunction(_ instructions: Int) throws { try take(instructions) }
  }

  /// Who is charged for the patterns that are matched in the current task; nil for nobody.
  @TaskLocal package static var charge: Charge?

  static func spend(_ instructions: Int) throws {
    if instructions > 0, let charge { try charge(instructions) }
  }

  /// What deciding about one value costs at least, expressions and long values apart.
  package var cost: Int { node.cost }

  /// Whether matching may cost much more than that, which depends on the value.
  package var isCostly: Bool { node.isCostly }
}

extension MatchPattern.Node {
  private static let costOfNode = 20
  /// Operands up to this size cost no more than the node does.
  private static let smallOperand = 16

  fileprivate var cost: Int {
    switch self {
    case .fields(let fields): fields.reduce(Self.costOfNode) { $0 + $1.pattern.cost }
    case .not(let pattern), .containsElement(let pattern): Self.costOfNode + pattern.cost
    case .allOf(let patterns), .anyOf(let patterns), .noneOf(let patterns):
      patterns.reduce(Self.costOfNode) { $0 + $1.cost }
    default: Self.costOfNode
    }
  }

  fileprivate var isCostly: Bool {
    switch self {
    case .fields(let fields): fields.contains { $0.pattern.isCostly }
    case .plain(let operand), .equal(let operand), .notEqual(let operand), .ordered(_, let operand):
      operand.comparisonCost > Self.smallOperand
    case .isIn(let operands), .isNotIn(let operands), .containsAll(let operands):
      AnyCodableValue.array(operands).comparisonCost > Self.smallOperand
    case .regex, .containsElement: true
    case .not(let pattern): pattern.isCostly
    case .allOf(let patterns), .anyOf(let patterns), .noneOf(let patterns):
      patterns.contains(where: \.isCostly)
    case .exists, .type, .size, .predicate: false
    }
  }

  /// Charges for what depends on the value; `cost` is charged by the caller.
  func spend(on value: AnyCodableValue?) throws {
    switch self {
    case .plain(let operand), .equal(let operand), .notEqual(let operand), .ordered(_, let operand):
      try Self.spend(operand.comparisonCost)
    case .isIn(let operands), .isNotIn(let operands):
      // Each operand is compared, most of them no further than to their kind.
      try Self.spend(AnyCodableValue.array(operands).comparisonCost)
    case .containsAll(let operands):
      guard case .array(let elements) = value else { return }
      let isLong = elements.count > 16 && operands.count > 16
      let comparisons = isLong ? elements.count + operands.count : elements.count * operands.count
      try Self.spend(comparisons + AnyCodableValue.array(elements).comparisonCost)
    case .containsElement(let pattern):
      guard case .array(let elements) = value else { return }
      try MatchPattern.spend(elements.count * pattern.cost)
    default: break
    }
  }

  private static func spend(_ cost: Int) throws {
    if cost > smallOperand { try MatchPattern.spend(cost * 4) }
  }
}

extension AnyCodableValue {
  /// How many values, and how many times 64 bytes of texts, an equal value takes to compare.
  fileprivate var comparisonCost: Int {
    switch self {
    case .string(let text): 1 + text.utf8.count / 64
    case .array(let elements): elements.reduce(1) { $0 + $1.comparisonCost }
    case .dictionary(let members): members.values.reduce(1) { $0 + $1.comparisonCost }
    default: 1
    }
  }
}
