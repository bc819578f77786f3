/// What a sequencer prepares of one method, and how far its calls have got; it never leaves the actor.
final class MethodTable {
  let identity: MethodIdentity
  let exhaustBehavior: ExhaustBehavior
  /// The path of the argument by which sequences are told apart; nil for one sequence.
  let keyPath: [String]?
  /// In the order in which they are tried; the plain list, if any, comes last.
  let rules: [Rule]
  /// Whether the only rule is a plain list without keys, so that there is nothing to choose from.
  let isPlain: Bool
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
    for (index, response) in (config?.responses ?? []).enumerated() {
      let rule = rules.first { $0.match == response.match } ?? Rule(match: response.match)
      if rule.responses.isEmpty { rules.append(rule) }
      rule.responses.append(PreparedResponse(response, index: index))
    }
    self.rules = rules.filter { $0.match != nil } + rules.filter { $0.match == nil }
    isPlain = rules.count == 1 && rules[0].match == nil && keyPath == nil
  }

  func reset() {
    count = 0
    for rule in rules { (rule.step, rule.keyedSteps) = (0, [:]) }
  }
}

/// A response with what every call would otherwise have to find out anew.
final class PreparedResponse: Sendable {
  let response: MockResponse
  /// The place in the list of the configuration, from 0.
  let index: Int
  let error: MockServiceError?
  /// Whether it can be given in the turn in which it is chosen.
  let isImmediate: Bool

  init(_ response: MockResponse, index: Int) {
    self.response = response
    self.index = index
    error = response.error.map { MockServiceError($0) }
    isImmediate =
      response.gate == nil && (response.delayMs ?? 0) == 0
      && (response.result == .success || response.result == .error)
  }
}

extension Int {
  fileprivate mutating func increment() -> Int {
    self += 1
    return self
  }
}
