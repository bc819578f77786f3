/// What a sequencer prepares of one method, and how far its calls have got; it never leaves the actor.
final class MethodTable {
  let identity: MethodIdentity
  let exhaustBehavior: ExhaustBehavior
  /// The path of the argument by which sequences are told apart; nil for one sequence.
  let keyPath: [String]?
  /// In the order in which they are tried; the plain list, if any, comes last.
  let rules: [Rule]
  /// The only rule, where it is a plain list without keys, so that there is nothing to choose from.
  let plain: Rule?
  var count = 0

  /// The responses with the same `match`, and how many calls each key has made.
  final class Rule {
    let match: MatchPattern?
    var responses: [PreparedResponse] = []
    var step = 0
    var keyedSteps: [AnyCodableValue: Int] = [:]

    init(match: MatchPattern?) {
      self.match = match
    }

    /// Counts a call and gives its number within the rule and the key.
    @inline(__always) func advance(key: AnyCodableValue?) -> Int {
      guard let key else {
        step += 1
        return step
      }
      return keyedSteps[key, default: 0].increment()
    }
  }

  init(identity: MethodIdentity, config: MockMethodConfig?) {
    self.identity = identity
    exhaustBehavior = config?.effectiveExhaustBehavior ?? .repeatLast
    keyPath = config?.sequenceKey.map { key in
      key.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    }
    var rules: [Rule] = []
    for prepared in identity.prepared {
      let match = prepared.response.match
      let rule = rules.first { $0.match == match } ?? Rule(match: match)
      if rule.responses.isEmpty { rules.append(rule) }
      rule.responses.append(prepared)
    }
    self.rules = rules.filter { $0.match != nil } + rules.filter { $0.match == nil }
    plain = rules.count == 1 && rules[0].match == nil && keyPath == nil ? rules[0] : nil
  }

  /// Counts a call and gives its response where there is nothing to choose; nil, uncounted, else.
  @inline(__always) func takePlain() -> PreparedResponse? {
    guard let plain else { return nil }
    let index: Int
    switch exhaustBehavior {
    case _ where plain.step < plain.responses.count: index = plain.step
    case .repeatLast: index = plain.responses.count - 1
    case .cycle: index = plain.step % plain.responses.count
    case .error, .fatalError: return nil
    }
    plain.step += 1
    count += 1
    return plain.responses[index]
  }

  func reset() {
    count = 0
    for rule in rules { (rule.step, rule.keyedSteps) = (0, [:]) }
  }
}

extension Int {
  fileprivate mutating func increment() -> Int {
    self += 1
    return self
  }
}
