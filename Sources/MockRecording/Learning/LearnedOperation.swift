internal import MockConfiguration
internal import MockData

/// A method or a route as a function: what it refuses, what it changes, what it answers.
struct LearnedOperation {
  /// An answer whose parts are expressions.
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
  /// The id of the row that the call is about; nil where it is about none.
  var id: Expression?
  /// The other answers, each with when they are given, in the order in which they are tried.
  var guards: [(condition: Condition, answer: Answer)] = []
  var effect: Effect?
  /// What becomes of variables.
  var sets: [String: Expression] = [:]
  /// How long an answer takes; nil for no time.
  var delay: MockDelay?
  /// The usual answer.
  var answer: Answer

  var key: String { "\(service)\u{0}\(name)" }

  /// The variables that it reads.
  var variables: Set<String> {
    var all = Set(guards.compactMap(\.condition.variable))
    for answer in guards.map(\.answer) + [answer] {
      for part in answer.parts.values { all.formUnion(part.variables) }
    }
    return all
  }

  /// Whether it is more than a rule could say.
  var hasState: Bool {
    let answers = guards.map(\.answer) + [answer]
    return id != nil || effect != nil || !sets.isEmpty || !variables.isEmpty
      || answers.contains { $0.parts.values.contains(where: \.readsState) }
  }

  /// The same with other names of variables.
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
