internal import MockConfiguration
internal import MockData

extension CallPipeline {
  func explanation(of method: String, arguments: MockArguments) throws -> MockExplanation {
    try context.withoutCalls {
      let chooser = try configuredChooser(of: method)
      let value = arguments.value
      let key = chooser.key(of: value)
      return MockExplanation(
        name: "\(chooser.identity)", arguments: value, count: chooser.count + 1, key: key,
        keyPath: chooser.keyPath?.joined(separator: "."), exhaustBehavior: chooser.exhaustBehavior,
        candidates: try candidates(of: chooser, key, value),
        sharedState: sharedState?.snapshot ?? [:])
    }
  }

  private func candidates(
    of chooser: ResponseChooser, _ key: AnyCodableValue?, _ arguments: AnyCodableValue
  ) throws -> [MockExplanation.Candidate] {
    let explain = { try chooser.rules.map { try self.candidate($0, of: chooser, key, arguments) } }
    guard chooser.asksPredicates || chooser.isCostly, let predicates else { return try explain() }
    return try predicates.decidingTogether(explain)
  }

  private func candidate(
    _ rule: ResponseChooser.Rule, of chooser: ResponseChooser, _ key: AnyCodableValue?,
    _ arguments: AnyCodableValue
  ) throws -> MockExplanation.Candidate {
    let fields =
      try rule.match?.verdicts(on: arguments) { try accepts($0, $1, chooser, rule) } ?? []
    let step = rule.steps(key: key) + 1
    let first = rule.first?.index ?? 0
    func explained(_ response: PreparedResponse) -> MockExplanation.Response {
      MockExplanation.Response(
        index: response.index, place: chooser.identity.place(of: response.index),
        response: response.response)
    }
    let next =
      rule.responses.isEmpty
      ? nil
      : chooser.exhaustBehavior.index(ofStep: step, of: rule.responses.count).map {
        explained(rule.responses[$0])
      }
    return MockExplanation.Candidate(
      index: first, place: chooser.identity.place(of: first), match: rule.match?.value,
      fields: fields, accepts: fields.allSatisfy(\.accepts), step: step,
      responseCount: rule.responses.count, next: next, chances: rule.chances.map(explained))
  }
}

extension MatchPattern {
  /// Returns the verdict on each field of the pattern, in the pattern's order.
  ///
  /// A call matches if all fields accept it.
  func verdicts(
    on value: AnyCodableValue, predicate: Predicate
  ) throws -> [MockExplanation.Field] {
    try node.verdicts(on: value, path: [], predicate: predicate)
  }
}

extension MatchPattern.Node {
  fileprivate func verdicts(
    on value: AnyCodableValue?, path: [String], predicate: MatchPattern.Predicate
  ) throws -> [MockExplanation.Field] {
    switch self {
    case .fields(let fields):
      guard case .dictionary = value else { break }
      return try fields.flatMap { field in
        try field.pattern.verdicts(
          on: value?.member(at: field.path), path: path + field.path, predicate: predicate)
      }
    case .allOf(let patterns):
      return try patterns.flatMap { try $0.verdicts(on: value, path: path, predicate: predicate) }
    default: break
    }
    return [
      MockExplanation.Field(
        path: path.joined(separator: "."), expected: stated, actual: value,
        accepts: try accepts(value, predicate: predicate))
    ]
  }
}
