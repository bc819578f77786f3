import MockCalls
import MockData
import MockLua

/// What has come of a run of a flow.
struct FlowResult: Sendable {
  /// What was done.
  var record: RunRecord
  /// The calls of the flow in its order.
  var calls: [MockPlayedCall]
  /// The shared state in the end.
  var state: [String: AnyCodableValue]
  /// What else was told of the scenario.
  var findings: [String]
  /// What `--check` says of the end; nil where nothing was asked.
  var check: Check?

  /// The plan that makes the same run again.
  var plan: Plan { record.plan.seed == nil ? record.plan : record.statedPlan }

  /// About the bytes of the values in it.
  var byteSize: Int {
    let answers = calls.reduce(0) { $0 + $1.answer.byteSize }
    let given = record.calls.reduce(0) { $0 + ($1.value?.byteSize ?? 0) }
    return answers + given + AnyCodableValue.dictionary(state).byteSize
  }

  /// The result with what the check says.
  func checked(_ outcome: ConsoleOutcome) throws(CommandFailure) -> FlowResult {
    var result = self
    result.check = try Check(outcome)
    return result
  }

  /// Whether what must hold does.
  enum Check: Sendable, Equatable {
    case holds
    /// With what the expression is, or why it has no value.
    case fails(String)

    /// - Throws: `CommandFailure` for an expression with mistakes.
    init(_ outcome: ConsoleOutcome) throws(CommandFailure) {
      switch outcome {
      case .mistakes(let error): throw .mistakes(error)
      case .incomplete: throw .noCondition("it goes on behind its end")
      case .values(let values) where values.isEmpty:
        throw .noCondition("it has no value")
      case .values(let values):
        self = ["false", "nil"].contains(values[0]) ? .fails("is \(values[0])") : .holds
      case .failed, .interrupted: self = .fails("fails: \(outcome.description)")
      }
    }

    var failure: String? { if case .fails(let text) = self { text } else { nil } }
  }

  /// One thing that is other than in the plain run.
  enum Difference: Sendable, Equatable {
    case call(name: String, count: Int, plain: MockPlayedCall.Answer, here: MockPlayedCall.Answer)
    case state(key: String, plain: AnyCodableValue, here: AnyCodableValue)
    /// What was told of the scenario in one of the two runs.
    case finding(String, isPlain: Bool)
  }

  /// What is other than in the plain run, apart from the answers of calls that were made to fail.
  func differences(from plain: FlowResult) -> [Difference] {
    let calls = zip(plain.calls, self.calls).compactMap { first, second -> Difference? in
      guard first.answer != second.answer, !isFault(second) else { return nil }
      return .call(
        name: second.name, count: second.count, plain: first.answer, here: second.answer)
    }
    let keys = Set(plain.state.keys).union(state.keys).sorted()
    let values = keys.compactMap { key -> Difference? in
      let (first, second) = (plain.state[key] ?? .null, state[key] ?? .null)
      return first == second ? nil : .state(key: key, plain: first, here: second)
    }
    let findings =
      self.findings.filter { !plain.findings.contains($0) }.map {
        Difference.finding($0, isPlain: false)
      }
      + plain.findings.filter { !self.findings.contains($0) }
      .map { Difference.finding($0, isPlain: true) }
    return calls + values + findings
  }

  private func isFault(_ played: MockPlayedCall) -> Bool {
    record.calls.contains {
      $0.name == played.name && $0.count == played.count && record.plan.faults[$0.order] != nil
    }
  }
}

extension MockPlayedCall.Answer {
  fileprivate var byteSize: Int {
    switch self {
    case .success(let value): value?.byteSize ?? 0
    case .error(let error): (error.details?.byteSize ?? 0) + error.message.utf8.count
    case .stream(let values, _): values.reduce(0) { $0 + $1.byteSize }
    }
  }
}
