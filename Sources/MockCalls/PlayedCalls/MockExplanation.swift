package import MockConfiguration
package import MockData

/// An explanation of which of a method's rules matches a call, and why.
package struct MockExplanation: Sendable, Equatable {
  /// The method with its service, such as `OTP.verify`.
  package var name: String
  /// The arguments, as an object whose keys are the labels.
  package var arguments: AnyCodableValue
  /// The number that the call would have among the method's calls, starting at 1.
  package var count: Int
  /// The value of the sequence key.
  ///
  /// It is `nil` if the method has no sequence key, or if the argument is missing or null.
  package var key: AnyCodableValue?
  /// The path to the argument whose values have separate sequences, or `nil` if the method has a single sequence.
  package var keyPath: String?
  /// The behavior of a rule whose responses are used up.
  package var exhaustBehavior: ExhaustBehavior
  /// The rules in the order in which they are tried.
  ///
  /// Responses without a pattern come last.
  package var candidates: [Candidate]
  package var sharedState: [String: AnyCodableValue]
  /// A note for the reader, such as the reason why the body of a request couldn't be read (default: `nil`).
  package var note: String?

  /// The first candidate that accepts the arguments, or `nil` if the call would fail with `noMatch`.
  package var answering: Candidate? { candidates.first(where: \.accepts) }

  /// A rule, or the responses without a pattern, with the result of comparing it with the arguments.
  package struct Candidate: Sendable, Equatable {
    /// The index of the rule's first response in the configuration, starting at 0.
    package var index: Int
    /// The location of that response in a script, such as `login.lua:12`, or `nil` if it is unknown.
    package var place: ScriptLocation?
    /// The pattern, or `nil` for responses without a pattern, which accept every call.
    package var match: AnyCodableValue?
    /// The result for each field.
    ///
    /// It is empty for the pattern `{}` and for responses without a pattern.
    package var fields: [Field]
    package var accepts: Bool
    /// The number that the call would have among the calls with the same rule and key, starting at 1.
    package var step: Int
    package var responseCount: Int
    /// The next response of the rule, or `nil` if the rule's responses are used up.
    package var next: Response?
    /// The responses that calls can get by chance instead of the next response.
    package var chances: [Response]
  }

  /// A field of the arguments, with the pattern that it is compared with.
  package struct Field: Sendable, Equatable {
    /// The path of the field, such as `order.items`.
    ///
    /// It is empty for the arguments as a whole.
    package var path: String
    /// The pattern for the field, as in the configuration.
    package var expected: AnyCodableValue
    package var actual: AnyCodableValue?
    package var accepts: Bool

    package init(
      path: String, expected: AnyCodableValue, actual: AnyCodableValue?, accepts: Bool
    ) {
      (self.path, self.expected, self.actual, self.accepts) = (path, expected, actual, accepts)
    }
  }

  package struct Response: Sendable, Equatable {
    /// The index in the configuration, starting at 0.
    package var index: Int
    /// The location in a script, or `nil` if it is unknown.
    package var place: ScriptLocation?
    package var response: MockResponse
  }
}

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
    guard chooser.usesPredicates || chooser.isCostly, let predicates else { return try explain() }
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
  /// Compares a value with each field of the pattern, and returns the results in the pattern's order.
  ///
  /// A call matches if all fields accept the value.
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

extension MockExplanation.Field {
  /// Returns the comparison as text, such as `code: expected "1", found "2"`.
  package func text(inScript isOfScript: Bool) -> String {
    let place = path.isEmpty ? "the arguments" : path.escaped
    let expected = isOfScript ? ScriptText.of(pattern: expected) : expected.shortText
    let found =
      actual.map { isOfScript ? ScriptText.of($0) : $0.shortText } ?? "nothing"
    return "\(place): expected \(expected), found \(found)"
  }
}
