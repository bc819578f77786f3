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

  /// Operands up to this size cost no more than the node does.
  fileprivate static let smallOperand = 16

  /// Charges for comparing so many values, as `comparisonCost` counts them.
  static func spend(comparing count: Int) throws {
    if count > smallOperand { try spend(count * 4) }
  }

  /// What deciding about one value costs at least, expressions and long values apart.
  package var cost: Int { node.cost }

  /// Whether matching may cost much more than that, which depends on the value.
  package var isCostly: Bool { node.isCostly }
}

extension MatchPattern.Node {
  private static let costOfNode = 20

  var cost: Int { patterns.reduce(Self.costOfNode) { $0 + $1.cost } }

  fileprivate var isCostly: Bool {
    if case .condition(let matcher, _) = self, matcher.isCostly { return true }
    return comparisonCost > MatchPattern.smallOperand || patterns.contains(where: \.isCostly)
  }

  /// What it costs to compare the values of the pattern itself, patterns in it apart.
  var comparisonCost: Int {
    switch self {
    case .plain(let operand): operand.comparisonCost
    case .condition(_, let operand): operand.comparisonCost
    case .fields, .allOf, .anyOf: 0
    }
  }
}

extension AnyCodableValue {
  /// How many values, and how many times 64 bytes of texts, an equal value takes to compare.
  var comparisonCost: Int {
    switch self {
    case .string(let text): 1 + text.utf8.count / 64
    case .array(let elements): elements.reduce(1) { $0 + $1.comparisonCost }
    case .dictionary(let members): members.values.reduce(1) { $0 + $1.comparisonCost }
    default: 1
    }
  }
}
