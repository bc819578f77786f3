internal import MockData

/// A cost limit for comparing responses with a description.
///
/// The unit is a step that takes about as long as a Lua instruction.
struct SchemaBudget: Sendable {
  /// The remaining cost.
  private(set) var left: Int

  /// The cost limit for the comparison of one response.
  static let ofOneCheck = 50_000_000
  /// The cost limit for the comparisons of all responses in a script.
  static let ofScript = 100_000_000

  /// The cost of applying a schema to a value.
  static let step = 50
  /// The cost of a message.
  static let message = 1_000
  /// The cost of comparing two values, not counting their sizes.
  static let comparison = 5
  /// The cost of compiling one byte of a pattern.
  static let ofPattern = 200

  init(_ left: Int = SchemaBudget.ofOneCheck) { self.left = left }

  /// Deducts a cost, or returns false and empties the budget if too little is left.
  mutating func spend(_ cost: Int) -> Bool {
    guard cost <= left else {
      left = 0
      return false
    }
    left -= cost
    return true
  }

  /// Runs a comparison of one response with the remaining budget, up to the limit for one response.
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
  /// Returns the approximate maximum cost of comparing this value with another one, capped at the limit.
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
