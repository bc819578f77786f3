internal import MockConfiguration
internal import MockData

/// Chooses the responses of one method.
///
/// It contains the method's rules, and counts their calls.
///
/// The choosing lock protects it.
final class ResponseChooser {
  let identity: MethodIdentity
  let exhaustBehavior: ExhaustBehavior
  /// The seed of the scenario.
  ///
  /// It determines which calls get a response with a `chance`.
  private let seed: UInt64
  /// Whether any response has a `chance`, the probability that a call gets it.
  let hasChances: Bool
  /// The path to the argument whose values have separate sequences, or `nil` if there is a single sequence.
  let keyPath: [String]?
  /// The rules in the order in which they are tried.
  ///
  /// Responses without a pattern come last.
  let rules: [Rule]
  /// The method's only rule, if the method has neither patterns nor a sequence key.
  ///
  /// In that case, calls need no matching.
  private let onlyRule: Rule?
  /// Whether any response passes its calls to the live service.
  let mayPass: Bool
  let usesPredicates: Bool
  /// Whether choosing can take so long that its cost counts toward the limit of the chain of calls.
  let isCostly: Bool
  var count = 0
  /// The total size in bytes of the keys that have counters.
  private var keyBytes = 0
  /// The labels of described arguments that have been reported, because a pattern needs their members.
  private var reportedLabels: Set<String> = []
  /// The maximum total size in bytes of the keys that a method keeps.
  private static let keyLimit = 32 << 20

  /// The responses with the same `match`, and the number of their calls for each key.
  final class Rule {
    let match: MatchPattern?
    /// The cost of comparing a call with the pattern.
    let cost: Int
    /// The responses of the sequence, in order.
    var responses: [PreparedResponse] = []
    /// The responses with a `chance`, which aren't part of the sequence.
    var chances: [PreparedResponse] = []
    private var step = 0
    private(set) var keyedSteps: [AnyCodableValue: Int] = [:]

    init(match: MatchPattern?) {
      self.match = match
      cost = match?.cost ?? 0
    }

    /// The rule's first response in the configuration.
    var first: PreparedResponse? {
      [responses.first, chances.first].compactMap(\.self).min { $0.index < $1.index }
    }

    /// Returns how many calls with a key the rule has handled.
    func steps(key: AnyCodableValue?) -> Int {
      guard let key else { return step }
      return keyedSteps[key] ?? 0
    }

    /// Counts a call, and returns its number among the rule's calls with the same key.
    fileprivate func advance(key: AnyCodableValue?) -> Int {
      guard let key else {
        step += 1
        return step
      }
      keyedSteps[key, default: 0] += 1
      return keyedSteps[key] ?? 0
    }

    fileprivate func reset() { (step, keyedSteps) = (0, [:]) }
  }

  /// The response that was chosen for a call, or the reason why no response was chosen.
  struct Choice {
    /// The response, or `nil` if the method doesn't have any or there is a problem.
    var response: PreparedResponse?
    /// The number of the call among the method's calls, starting at 1.
    var count: Int
    var step = 0
    /// The key of the call's sequence, or `nil` for the shared sequence.
    var key: AnyCodableValue?
    /// Whether the method has a sequence key but the call has no value for it.
    var lacksKey = false
    var problem: (any Error)?
    var skippedResponse: SkippedResponse?
    /// The indices of the responses that could have been chosen by chance instead.
    var alternatives: [Int] = []
  }

  init(identity: MethodIdentity, config: MockMethodConfig?, seed: UInt64 = 0) {
    (self.identity, self.seed) = (identity, seed)
    exhaustBehavior = config?.effectiveExhaustBehavior ?? .repeatLast
    identity.keyName = config?.sequenceKey
    keyPath = config?.sequenceKey.map { key in
      key.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    }
    var rules: [Rule] = []
    // Equal patterns share a rule. The dictionary avoids comparing all pairs of many thousands of patterns.
    var known: [AnyCodableValue?: Rule] = [:]
    for prepared in identity.prepared {
      let match = prepared.response.match
      let key = match?.value.withPlainNumbers
      let rule = known[key] ?? Rule(match: match)
      if known.updateValue(rule, forKey: key) == nil { rules.append(rule) }
      if prepared.response.chance == nil {
        rule.responses.append(prepared)
      } else {
        rule.chances.append(prepared)
      }
    }
    self.rules = rules.filter { $0.match != nil } + rules.filter { $0.match == nil }
    onlyRule = rules.count == 1 && rules[0].match == nil && keyPath == nil ? rules[0] : nil
    hasChances = identity.prepared.contains { $0.response.chance != nil }
    mayPass = identity.prepared.contains { $0.response.result == .passthrough }
    usesPredicates = rules.contains { !($0.match?.predicates.isEmpty ?? true) }
    isCostly =
      rules.reduce(0) { $0 + $1.cost } > Self.smallCost
      || rules.contains { $0.match?.isCostly ?? false }
  }

  /// The cost up to which matching doesn't count toward the budget, because any call costs that much.
  private static let smallCost = 1000

  /// Counts a call, and chooses the next response of the first rule that accepts the arguments.
  ///
  /// - Parameters:
  ///   - arguments: The arguments of the call.
  ///   - scheduledIndex: The index of the response to use, if a schedule chooses between the responses with a `chance` and the
  ///     next response.
  ///   - predicate: Returns the function that evaluates the predicates of a rule.
  /// - Returns: The response, or the reason why no response was chosen.
  func choose(
    _ arguments: MockArguments, scheduledIndex: Int? = nil,
    predicate: (Rule) -> MatchPattern.Predicate
  ) -> Choice {
    count += 1
    guard let onlyRule else {
      return chooseByRules(arguments, scheduledIndex: scheduledIndex, predicate: predicate)
    }
    return chooseNext(of: onlyRule, for: Choice(count: count), scheduledIndex: scheduledIndex)
  }

  private func chooseByRules(
    _ arguments: MockArguments, scheduledIndex: Int?, predicate: (Rule) -> MatchPattern.Predicate
  ) -> Choice {
    var choice = Choice(count: count)
    guard !rules.isEmpty else { return choice }
    let value = arguments.value
    if keyPath != nil {
      choice.key = key(of: value)
      choice.lacksKey = choice.key == nil
    }
    do {
      let index = try rules.firstIndex { rule in
        guard let match = rule.match else { return true }
        if isCostly { try MatchPattern.charge?(rule.cost) }
        return try match.matches(value, predicate: predicate(rule))
      }
      if let index {
        choice.skippedResponse = try skippedResponse(
          before: index, value, arguments, predicate: predicate)
        try makeRoom(for: choice.key, in: rules[index])
        return chooseNext(of: rules[index], for: choice, scheduledIndex: scheduledIndex)
      }
      choice.problem = try noMatch(value, of: arguments, predicate: predicate).error
    } catch {
      choice.problem = error
    }
    return choice
  }

  /// Returns an earlier response that can't accept any call, because its pattern needs members of a described argument.
  ///
  /// Each argument is reported once. Without the report, another rule's response would hide the problem.
  private func skippedResponse(
    before index: Int, _ value: AnyCodableValue, _ arguments: MockArguments,
    predicate: (Rule) -> MatchPattern.Predicate
  ) throws -> SkippedResponse? {
    guard index > 0, arguments.hasDescribed else { return nil }
    for rule in rules[..<index] {
      guard let mismatch = try rule.match?.mismatch(with: value, predicate: predicate(rule)),
        let described = arguments.described(at: mismatch), let first = rule.first,
        reportedLabels.insert(described.label).inserted
      else { continue }
      return SkippedResponse(index: first.index, argument: described)
    }
    return nil
  }

  /// Makes room for a key that a rule doesn't have yet.
  ///
  /// - Throws: ``MockServiceError`` if the method's keys would exceed the limit. If a counter were dropped instead, the
  ///   sequence of its key would restart, and calls would get the wrong response.
  private func makeRoom(for key: AnyCodableValue?, in rule: Rule) throws {
    guard let key, rule.keyedSteps[key] == nil else { return }
    let byteSize = key.byteSize + MemoryLayout<AnyCodableValue>.stride * 2
    guard keyBytes + byteSize <= Self.keyLimit else {
      throw CallProblem.tooManyKeys(
        identity, keys: rules.reduce(0) { $0 + $1.keyedSteps.count }, byteSize: key.byteSize,
        limit: Self.keyLimit
      ).error
    }
    keyBytes += byteSize
  }

  /// Returns the key of a call's sequence, or `nil` for the shared sequence.
  func key(of arguments: AnyCodableValue) -> AnyCodableValue? {
    guard let keyPath else { return nil }
    let key = arguments.member(at: keyPath)?.withPlainNumbers
    return key == .null ? nil : key
  }

  /// Counts the call within its rule, and chooses the rule's next response.
  private func chooseNext(
    of rule: Rule, for choice: Choice, scheduledIndex: Int?
  ) -> Choice {
    var choice = choice
    let drawn = rule.chances.isEmpty ? nil : draw(from: rule, scheduledIndex)
    choice.alternatives = alternatives(to: drawn, in: rule, choice.key)
    if let drawn {
      (choice.step, choice.response) = (rule.steps(key: choice.key) + 1, drawn)
      return choice
    }
    choice.step = rule.advance(key: choice.key)
    let responses = rule.responses
    if let index = exhaustBehavior.index(ofStep: choice.step, of: responses.count) {
      choice.response = responses[index]
    } else {
      choice.problem =
        CallProblem.exhausted(
          identity, responses: responses.count, call: choice.step,
          index: responses[responses.count - 1].index, key: choice.key
        ).error
    }
    return choice
  }

  /// Returns the response that the call gets by chance, or `nil` if it gets the next response of the sequence.
  private func draw(from rule: Rule, _ scheduledIndex: Int?) -> PreparedResponse? {
    if let scheduledIndex {
      if let response = rule.chances.first(where: { $0.index == scheduledIndex }) {
        return response
      }
      if rule.responses.contains(where: { $0.index == scheduledIndex }) { return nil }
    }
    // A separate source, because the choice would otherwise depend on the numbers for the call's delay.
    var numbers = MockRandomSource(seed: seed, method: "\(identity) chance", count: count)
    var rest = Double.random(in: 0..<1, using: &numbers)
    for response in rule.chances {
      rest -= response.response.chance ?? 0
      if rest < 0 { return response }
    }
    return rule.responses.isEmpty ? rule.chances.last : nil
  }

  private func alternatives(
    to drawn: PreparedResponse?, in rule: Rule, _ key: AnyCodableValue?
  ) -> [Int] {
    if rule.chances.isEmpty { return [] }
    let others = rule.chances.filter { $0 !== drawn && $0.response.chance != 0 }.map(\.index)
    guard drawn != nil, !rule.responses.isEmpty,
      let next = exhaustBehavior.index(
        ofStep: rule.steps(key: key) + 1, of: rule.responses.count)
    else { return others }
    return others + [rule.responses[next].index]
  }

  private func noMatch(
    _ value: AnyCodableValue, of arguments: MockArguments,
    predicate: (Rule) -> MatchPattern.Predicate
  ) throws -> CallProblem {
    let candidates = try rules.compactMap { rule -> CallProblem.Candidate? in
      if isCostly { try MatchPattern.charge?(rule.cost) }
      guard let first = rule.first, let match = rule.match,
        let mismatch = try match.mismatch(with: value, predicate: predicate(rule))
      else { return nil }
      return CallProblem.Candidate(
        index: first.index, place: identity.place(of: first.index), mismatch: mismatch,
        nearest: Self.nearestArgument(to: mismatch, in: value),
        described: arguments.described(at: mismatch))
    }
    return .noMatch(identity, arguments: value, candidates: candidates)
  }

  /// Returns the path of an argument of the call that is similar to a path in the pattern that the call lacks.
  private static func nearestArgument(
    to mismatch: MatchMismatch, in arguments: AnyCodableValue
  ) -> String? {
    guard mismatch.actual == nil else { return nil }
    var (value, known) = (arguments, "")
    for name in mismatch.path.split(separator: ".").map(String.init) {
      guard case .dictionary(let members) = value else { return nil }
      guard let member = members[name] else {
        return NearestName.nearest(to: name, candidates: members.keys).map { known + $0 }
      }
      (value, known) = (member, "\(known)\(name).")
    }
    return nil
  }

  func reset() {
    (count, keyBytes) = (0, 0)
    for rule in rules { rule.reset() }
  }
}

extension ExhaustBehavior {
  /// Returns the index of the response for a call of a rule, starting at 0, or `nil` if all responses are used up.
  func index(ofStep step: Int, of count: Int) -> Int? {
    if step <= count { return step - 1 }
    return switch self {
    case .repeatLast: count - 1
    case .cycle: (step - 1) % count
    case .error, .fatalError: nil
    }
  }
}
