internal import MockConfiguration
internal import MockData

/// Chooses the responses of one method: holds its rules and how far its calls have got.
///
/// It belongs to the choosing lock.
final class ResponseChooser {
  let identity: MethodIdentity
  let exhaustBehavior: ExhaustBehavior
  /// The path of the argument by which sequences are told apart; nil for one sequence.
  let keyPath: [String]?
  /// In the order in which they are tried; the plain list, if any, comes last.
  let rules: [Rule]
  /// The only rule, where it is a plain list without keys, so that there is nothing to choose from.
  private let plain: Rule?
  /// Whether a response passes its calls to the live service.
  let mayPass: Bool
  /// Whether a pattern of a rule asks a predicate.
  let asksPredicates: Bool
  /// Whether choosing may cost so much that the chain of calls pays for it.
  let isCostly: Bool
  var count = 0
  /// The bytes of the keys that have counters.
  private var keyBytes = 0
  /// The labels of arguments into which patterns look in vain, as reported.
  private var reportedLabels: Set<String> = []
  /// The most bytes of keys that a method keeps.
  private static let keyLimit = 32 << 20

  /// The responses with the same `match`, and how many calls each key has made.
  final class Rule {
    let match: MatchPattern?
    /// What the pattern costs for each call that it is tried for.
    let cost: Int
    var responses: [PreparedResponse] = []
    private var step = 0
    private(set) var keyedSteps: [AnyCodableValue: Int] = [:]

    init(match: MatchPattern?) {
      self.match = match
      cost = match?.cost ?? 0
    }

    /// How many calls the rule has answered for a key.
    func steps(key: AnyCodableValue?) -> Int {
      guard let key else { return step }
      return keyedSteps[key] ?? 0
    }

    /// Counts a call and gives its number within the rule and the key.
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

  /// The response that was chosen for a call, or why there is none.
  struct Choice {
    /// The response; nil for a method without any, and where there is a problem.
    var response: PreparedResponse?
    /// The number of the call of the method, from 1.
    var count: Int
    var step = 0
    /// What tells its sequence from others; nil for the shared one.
    var key: AnyCodableValue?
    /// Whether the method has a key, and the call none.
    var lacksKey = false
    var problem: (any Error)?
    /// A pattern that was passed over, since of an argument only its description has arrived.
    var passedOver: PassedOver?
  }

  init(identity: MethodIdentity, config: MockMethodConfig?) {
    self.identity = identity
    exhaustBehavior = config?.effectiveExhaustBehavior ?? .repeatLast
    identity.keyName = config?.sequenceKey
    keyPath = config?.sequenceKey.map { key in
      key.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    }
    var rules: [Rule] = []
    // Equal patterns share a rule; to compare each with each takes too long for many thousands.
    var known: [AnyCodableValue?: Rule] = [:]
    for prepared in identity.prepared {
      let match = prepared.response.match
      let key = match?.value.withPlainNumbers
      let rule = known[key] ?? Rule(match: match)
      known[key] = rule
      if rule.responses.isEmpty { rules.append(rule) }
      rule.responses.append(prepared)
    }
    self.rules = rules.filter { $0.match != nil } + rules.filter { $0.match == nil }
    plain = rules.count == 1 && rules[0].match == nil && keyPath == nil ? rules[0] : nil
    mayPass = identity.prepared.contains { $0.response.result == .passthrough }
    asksPredicates = rules.contains { !($0.match?.predicates.isEmpty ?? true) }
    isCostly =
      rules.reduce(0) { $0 + $1.cost } > Self.smallCost
      || rules.contains { $0.match?.isCostly ?? false }
  }

  /// What a call costs anyway, so that nobody pays for patterns that cost less.
  private static let smallCost = 1000

  /// Counts a call and chooses its response: the next one of the first rule that accepts the arguments.
  func choose(
    _ arguments: MockArguments, predicate: (Rule) -> MatchPattern.Predicate
  ) -> Choice {
    count += 1
    guard let plain else { return chooseByRules(arguments, predicate: predicate) }
    return chooseNext(of: plain, for: Choice(count: count))
  }

  private func chooseByRules(
    _ arguments: MockArguments, predicate: (Rule) -> MatchPattern.Predicate
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
        choice.passedOver = try passedOver(before: index, value, arguments, predicate: predicate)
        try makeRoom(for: choice.key, in: rules[index])
        return chooseNext(of: rules[index], for: choice)
      }
      choice.problem = try noMatch(value, of: arguments, predicate: predicate).error
    } catch {
      choice.problem = error
    }
    return choice
  }

  /// A rule that could not accept the call, whatever it was called with: it looks into an argument of which there is
  /// only a description.
  ///
  /// It is told once for each argument: the answer of another rule would hide it.
  private func passedOver(
    before index: Int, _ value: AnyCodableValue, _ arguments: MockArguments,
    predicate: (Rule) -> MatchPattern.Predicate
  ) throws -> PassedOver? {
    guard index > 0, arguments.hasDescribed else { return nil }
    for rule in rules[..<index] {
      guard let mismatch = try rule.match?.mismatch(with: value, predicate: predicate(rule)),
        let described = arguments.described(at: mismatch), let first = rule.responses.first,
        reportedLabels.insert(described.label).inserted
      else { continue }
      return PassedOver(index: first.index, argument: described)
    }
    return nil
  }

  /// Counts a key that is new in a rule.
  ///
  /// - Throws: ``MockServiceError`` where the keys of the method would take more than is kept: without its counter a
  ///   key would begin again, and answer wrongly.
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

  /// The value by which the sequence of a call is told from others; nil for the shared one.
  func key(of arguments: AnyCodableValue) -> AnyCodableValue? {
    guard let keyPath else { return nil }
    let key = arguments.member(at: keyPath)?.withPlainNumbers
    return key == .null ? nil : key
  }

  /// Counts the call within its rule, and chooses the response that is next there.
  private func chooseNext(
    of rule: Rule, for choice: Choice
  ) -> Choice {
    var choice = choice
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

  private func noMatch(
    _ value: AnyCodableValue, of arguments: MockArguments,
    predicate: (Rule) -> MatchPattern.Predicate
  ) throws -> CallProblem {
    let candidates = try rules.compactMap { rule -> CallProblem.Candidate? in
      if isCostly { try MatchPattern.charge?(rule.cost) }
      guard let first = rule.responses.first, let match = rule.match,
        let mismatch = try match.mismatch(with: value, predicate: predicate(rule))
      else { return nil }
      return CallProblem.Candidate(
        index: first.index, place: identity.place(of: first.index), mismatch: mismatch,
        nearest: Self.nearestArgument(to: mismatch, in: value),
        described: arguments.described(at: mismatch))
    }
    return .noMatch(identity, arguments: value, candidates: candidates)
  }

  /// An argument of the call whose name is nearly that of a pattern's, which the call lacks.
  private static func nearestArgument(
    to mismatch: MatchMismatch, in arguments: AnyCodableValue
  ) -> String? {
    guard mismatch.actual == nil, case .dictionary(let members) = arguments,
      members[mismatch.path] == nil
    else { return nil }
    return NearestName.nearest(to: mismatch.path, candidates: members.keys)
  }

  func reset() {
    (count, keyBytes) = (0, 0)
    for rule in rules { rule.reset() }
  }
}

extension ExhaustBehavior {
  /// The place in its list, from 0, of the response that a rule's call gets; nil where the list is used up.
  func index(ofStep step: Int, of count: Int) -> Int? {
    if step <= count { return step - 1 }
    return switch self {
    case .repeatLast: count - 1
    case .cycle: (step - 1) % count
    case .error, .fatalError: nil
    }
  }
}
