package import MockCalls
package import MockConfiguration
internal import MockContainer
package import MockData
internal import MockSessions

extension ScenarioRuntime {
  /// Runs a script together with all files that it reads.
  ///
  /// The names of the script and of its modules are the names that locations contain. The failure handler receives
  /// failures that can't be thrown to a caller.
  package init(
    script: MockScript, clock: MockClock, log: MockCallLog = MockCallLog(),
    failureHandler: MockFailureHandler? = nil
  ) throws(ScenarioError) {
    var options = ScenarioOptions(
      variant: script.variant, mode: script.mode.flatMap { ScenarioMode(rawValue: $0) },
      seed: UInt64(bitPattern: Int64(script.seed ?? 0)))
    options.print = { _ in }
    try self.init(
      source: script.source, name: script.name, files: ScriptFiles(embeddedIn: script),
      options: options, configuration: nil, clock: clock, log: log,
      failureHandler: failureHandler, errors: nil)
  }
}

extension LiveSession: MockTraceSource {
  package func trace(test: String, issues: [(text: String, place: ScriptLocation?)]) -> [UInt8] {
    let issues = issues.map { MockTrace.Issue(text: $0.text, place: $0.place) }
    return MockTrace(of: scenario, test: test, issues: issues).utf8
  }
}

/// A rule that could have responded to a call, and why it matched or didn't.
package struct CallCandidate: Sendable, Equatable {
  /// The pattern; nil for responses without a rule.
  package var match: AnyCodableValue?
  /// The location of the rule's first response in the script; nil if it isn't known.
  package var place: ScriptLocation?
  package var accepts: Bool
  package var isChosen: Bool
  /// The number of responses in the rule.
  package var responses: Int
  /// The first field that the rule doesn't match.
  package var mismatch: MockExplanation.Field?

  package init(
    match: AnyCodableValue?, place: ScriptLocation?, accepts: Bool, isChosen: Bool, responses: Int,
    mismatch: MockExplanation.Field?
  ) {
    (self.match, self.place, self.accepts, self.isChosen) = (match, place, accepts, isChosen)
    (self.responses, self.mismatch) = (responses, mismatch)
  }

  package func redacted(by redaction: Redaction) -> CallCandidate {
    var candidate = self
    candidate.match = match.map { redaction.redacted($0) }
    if let mismatch {
      candidate.mismatch?.expected = redaction.redacted(mismatch.expected, named: mismatch.path)
      candidate.mismatch?.actual = mismatch.actual.map {
        redaction.redacted($0, named: mismatch.path)
      }
    }
    return candidate
  }

  /// Returns the candidate as data, in the format of the inspector or of traces.
  ///
  /// The inspector also gets absent values, as false or null, and the mismatch as text.
  package func value(forInspector: Bool) -> AnyCodableValue {
    let field = mismatch.map { mismatch -> AnyCodableValue in
      let text = mismatch.text(inScript: place != nil) + (mismatch.accepts ? ": yes" : ": no")
      return .object([
        "field": .string(mismatch.path), "expected": mismatch.expected,
        "actual": forInspector ? mismatch.actual ?? .null : mismatch.actual,
        "text": forInspector ? .string(text) : .none,
      ])
    }
    return .object([
      "accepts": .bool(accepts), "responses": .int(responses),
      "chosen": isChosen || forInspector ? .bool(isChosen) : .none, "match": match,
      "place": place.map { .string($0.description) }, "mismatch": field,
    ])
  }
}

extension ScenarioRuntime {
  package nonisolated func response(of call: MockCallRecord) -> MockResponse? {
    let methods = call.service.flatMap { configuration.services[$0]?.methods }
    guard let responses = methods?[call.method]?.responses, let index = call.responseIndex,
      responses.indices.contains(index)
    else { return nil }
    return responses[index]
  }

  /// Returns the rules that could have responded to a call, in the order in which they were tried.
  ///
  /// Conditions that are functions are evaluated again.
  ///
  /// - Throws: `MockServiceError` for a method without responses, or the error of a condition.
  package nonisolated func candidates(of call: MockCallRecord) throws -> [CallCandidate] {
    let chosen = response(of: call)
    let sequencer = (self as any MockSequencerSource).sequencer(for: call.service ?? "")
    let explanation = try sequencer.explanation(
      of: call.method, arguments: MockArguments(call.arguments))
    return explanation.candidates.map { candidate in
      let isChosen =
        chosen.map { $0.match?.value.withPlainNumbers == candidate.match?.withPlainNumbers }
        ?? false
      return CallCandidate(
        match: candidate.match, place: candidate.place, accepts: candidate.accepts,
        isChosen: isChosen, responses: candidate.responseCount,
        mismatch: candidate.fields.first { !$0.accepts })
    }
  }
}
