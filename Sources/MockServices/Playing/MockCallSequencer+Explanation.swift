extension MockCallSequencer {
  /// What the next call of a method would be answered with, and why.
  ///
  /// Nothing is counted, recorded or updated; conditions that are functions are asked.
  ///
  /// - Throws: ``MockServiceError`` for a method without responses, and what a condition throws.
  public func explanation(
    of method: String, arguments: MockArguments = .none
  ) throws -> MockExplanation {
    guard let table = tables[method], !table.rules.isEmpty else {
      throw unconfigured(
        tables[method]?.identity ?? MethodIdentity(service: service, name: method))
    }
    let value = arguments.value
    var key = table.keyPath.flatMap { value.member(at: $0)?.withPlainNumbers }
    if key == .null { key = nil }
    return MockExplanation(
      name: "\(table.identity)", arguments: value, count: table.count + 1, key: key,
      keyPath: table.keyPath?.joined(separator: "."), exhaustBehavior: table.exhaustBehavior,
      candidates: try table.rules.map { try candidate($0, of: table, key, value) },
      sharedState: sharedState?.snapshot ?? [:])
  }

  private func candidate(
    _ rule: MethodTable.Rule, of table: MethodTable, _ key: AnyCodableValue?,
    _ arguments: AnyCodableValue
  ) throws -> MockExplanation.Candidate {
    let fields =
      try rule.match?.verdicts(on: arguments, predicate: predicate(of: table, rule)) ?? []
    let step = (key.map { rule.keyedSteps[$0] ?? 0 } ?? rule.step) + 1
    let first = rule.responses[0].index
    let next = table.response(of: rule, step: step).map {
      MockExplanation.Response(
        index: $0.index, place: table.identity.place(of: $0.index), response: $0.response)
    }
    return MockExplanation.Candidate(
      index: first, place: table.identity.place(of: first), match: rule.match?.value,
      fields: fields, accepts: fields.allSatisfy(\.accepts), step: step,
      responseCount: rule.responses.count, next: next)
  }
}

extension MethodTable {
  /// The response of a rule's call; nil where the rule is used up.
  fileprivate func response(of rule: Rule, step: Int) -> PreparedResponse? {
    let responses = rule.responses
    if step <= responses.count { return responses[step - 1] }
    return switch exhaustBehavior {
    case .repeatLast: responses[responses.count - 1]
    case .cycle: responses[(step - 1) % responses.count]
    case .error, .fatalError: nil
    }
  }
}

extension MatchPattern {
  /// What the pattern says to each field, in its own order; the pattern accepts where all do.
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
