internal import MockData

/// What comparing answers with a description may cost, in steps that take about as long as an instruction of Lua.
struct SchemaBudget: Sendable {
  /// The remaining cost.
  private(set) var left: Int

  /// What a comparison of one answer may cost.
  static let ofOneCheck = 50_000_000
  /// What the comparisons of all answers of a script may cost.
  static let ofScript = 100_000_000

  /// What a schema costs that is applied to a value.
  static let step = 50
  /// What a message costs.
  static let message = 1_000
  /// What comparing two values costs, apart from their sizes.
  static let comparison = 5
  /// What a byte of a pattern costs that is compiled.
  static let ofPattern = 200

  init(_ left: Int = SchemaBudget.ofOneCheck) { self.left = left }

  /// Takes a cost; false if too little is left, and then nothing is.
  mutating func spend(_ cost: Int) -> Bool {
    guard cost <= left else {
      left = 0
      return false
    }
    left -= cost
    return true
  }

  /// Runs a comparison of one answer with what is left, or with as much as one may cost.
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
  /// About what it costs at most to compare this value with another one; the limit if it is more.
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
