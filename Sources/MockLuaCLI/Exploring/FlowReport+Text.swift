import MockCalls
import MockData
import MockLua

extension FlowReport {
  /// The report for people.
  func text(_ style: MessageStyle) -> String {
    guard let plain else { return "" }
    var lines = [summary, "", "plain run"] + plain.lines
    lines += failedCheck(of: plain, style)
    for other in others {
      lines += [
        "", style.painted("\"\(other.result.plan)\"", .place) + " " + other.result.record.words,
      ]
      if other.isWhole { lines += other.result.lines + [""] }
      lines += other.differences.map { "  \($0)" } + failedCheck(of: other.result, style)
      if !other.also.isEmpty { lines.append("  also: " + names(of: other.also)) }
    }
    if let rest { lines += ["", rest] }
    return lines.map { $0 + "\n" }.joined()
  }

  /// How many further plans with the same outcome are named.
  private static let named = 5

  private func names(of plans: [Plan]) -> String {
    let rest = plans.count - Self.named
    return plans.prefix(Self.named).map { "\"\($0)\"" }.joined(separator: ", ")
      + (rest > 0 ? " and \(rest) more" : "")
  }

  private var summary: String {
    let changed = others.filter { !$0.differences.isEmpty }.reduce(0) { $0 + 1 + $1.also.count }
    let plans = changed == 0 ? "none" : "\(changed)"
    var parts = [
      "\(CommandFailure.count(runs, of: "run")); \(plans) with another outcome than the plain one"
    ]
    if check != nil {
      parts.append("the check fails in \(failedChecks == 0 ? "none" : "\(failedChecks)")")
    }
    return parts.joined(separator: "; ")
  }

  private func failedCheck(of result: FlowResult, _ style: MessageStyle) -> [String] {
    guard let check, let failure = result.check?.failure else { return [] }
    return [style.painted("  the check `\(check.escaped)` \(failure.escapedLines)", .failure)]
  }

  /// What was not tried; nil where everything was.
  private var rest: String? {
    if untried > 0 {
      return
        "stopped with at least \(untried) more to try; raise --limit or --time, or shorten the flow"
    }
    guard beyond > 0 else { return nil }
    return
      "of \(beyond) plans or more with further deviations only some were tried, by chance; raise"
      + " --deviations to try them"
  }
}

extension FlowResult {
  /// What has come of the run, a line for each call, for the state and for what else was told.
  var lines: [String] {
    let state = state.sortedByKeyBytes().map { "\($0.key.escaped) = \($0.value.shortText)" }
    return calls.map { "  \($0.name.escaped) #\($0.count): \($0.answer.summary)" }
      + (state.isEmpty ? [] : ["  state: " + state.joined(separator: ", ")])
      + findings.map { "  told: \($0.escaped)" }
  }
}

extension FlowResult.Difference: CustomStringConvertible {
  var description: String {
    switch self {
    case .call(let name, let count, let plain, let here):
      "\(name.escaped) #\(count): \(here.summary), and \(plain.summary) in the plain run"
    case .state(let key, let plain, let here):
      "state \(key.escaped): \(here.shortText), and \(plain.shortText) in the plain run"
    case .finding(let text, isPlain: false): "told here alone: \(text.escaped)"
    case .finding(let text, isPlain: true): "told in the plain run alone: \(text.escaped)"
    }
  }
}

extension MockPlayedCall.Answer {
  /// The answer on one line.
  fileprivate var summary: String {
    switch self {
    case .success(let value): value?.shortText ?? "no value"
    case .error(let error): "error \(error.summary)"
    case .stream(let values, let error):
      "stream \(AnyCodableValue.array(values).shortText)"
        + (error.map { " and error \($0.summary)" } ?? "")
    }
  }
}

extension MockServiceError {
  fileprivate var summary: String {
    message == code ? code.escaped : "\(code.escaped) (\(message.escaped))"
  }
}
