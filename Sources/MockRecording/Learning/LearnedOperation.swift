internal import MockConfiguration
internal import MockData

/// A method or a route, learned as a function with guards, an effect, and a response.
struct LearnedOperation {
  /// A response made of expressions.
  struct Answer {
    var status: Int?
    var code: String?
    var parts: [String: Expression]
  }

  enum Effect {
    case insert([String: Expression])
    case merge([String])
    case update([String: Expression])
    case remove
    case clear
  }

  let service: String
  let name: String
  let isRoute: Bool
  /// The ID of the row that the call concerns; nil if it doesn't concern a row.
  var id: Expression?
  /// The other responses with their conditions, in the order in which the conditions are checked.
  var guards: [(condition: Condition, answer: Answer)] = []
  var effect: Effect?
  /// The new values of variables.
  var sets: [String: Expression] = [:]
  /// The delay of a response; nil for no delay.
  var delay: MockDelay?
  /// The usual response.
  var answer: Answer

  var key: String { "\(service)\u{0}\(name)" }

  /// The variables that the operation reads.
  var variables: Set<String> {
    var all = Set(guards.compactMap(\.condition.variable))
    for answer in guards.map(\.answer) + [answer] {
      for part in answer.parts.values { all.formUnion(part.variables) }
    }
    return all
  }

  /// Whether the operation does more than a rule can express.
  var hasState: Bool {
    let answers = guards.map(\.answer) + [answer]
    return id != nil || effect != nil || !sets.isEmpty || !variables.isEmpty
      || answers.contains { $0.parts.values.contains(where: \.readsState) }
  }

  /// Returns the operation with its variables renamed.
  func renamed(_ names: [String: String]) -> LearnedOperation {
    var copy = self
    copy.guards = guards.map { ($0.condition.renamed(names), $0.answer.renamed(names)) }
    copy.answer = answer.renamed(names)
    return copy
  }
}

extension LearnedOperation.Answer {
  fileprivate func renamed(_ names: [String: String]) -> Self {
    var copy = self
    copy.parts = parts.mapValues { $0.renamed(names) }
    return copy
  }
}

extension Condition {
  fileprivate func renamed(_ names: [String: String]) -> Condition {
    guard case .variableIsNot(let name, let value, let path) = self else { return self }
    return .variableIsNot(names[name] ?? name, value, orAbsent: path)
  }
}
