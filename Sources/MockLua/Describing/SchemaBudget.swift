internal import MockData

/// A cost limit for comparing responses with a description.
///
/// The unit is a step, which takes about as long as a Lua instruction.
struct SchemaBudget: Sendable {
  /// The remaining cost.
  private(set) var left: Int

  /// The cost limit for the comparison of one response.
  static let ofOneCheck = 50_000_000
  /// The cost limit for comparing all responses of a script.
  static let ofScript = 100_000_000

  /// The cost of applying a schema to a value.
  static let step = 50
  /// The cost of a message.
  static let message = 1_000
  /// The cost of comparing two values, without the part that depends on their sizes.
  static let comparison = 5
  /// The cost of compiling one byte of a pattern.
  static let ofPattern = 200

  init(_ left: Int = SchemaBudget.ofOneCheck) { self.left = left }

  /// Deducts a cost.
  ///
  /// If too little is left, empties the budget and returns false.
  mutating func spend(_ cost: Int) -> Bool {
    guard cost <= left else {
      left = 0
      return false
    }
    left -= cost
    return true
  }

  /// Compares one response with the remaining budget, but at most with the limit for one response.
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
  /// Returns the approximate maximum cost of comparing this value with another one, but not more than a limit.
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
