import MockCalls
import MockData
import MockLua

extension FlowReport {
  /// The report as data, the way `--format json` writes it.
  var members: [String: AnyCodableValue] {
    var members: [String: AnyCodableValue] = [
      "flow": .string(flow.text), "runs": .int(runs), "untried": .int(untried),
      "beyond": .int(beyond), "plans": .array(others.map(\.value)),
    ]
    members["plain"] = plain?.value
    return members
  }
}

extension FlowReport.Other {
  fileprivate var value: AnyCodableValue {
    var members: [String: AnyCodableValue] = [
      "plan": .string("\(result.plan)"), "words": .string(result.record.words),
      "differences": .array(differences.map(\.value)),
    ]
    members["check"] = result.check?.value
    if !also.isEmpty { members["also"] = .array(also.map { .string("\($0)") }) }
    if isWhole { members["run"] = result.value }
    return .dictionary(members)
  }
}

extension FlowResult {
  /// The run as data.
  var value: AnyCodableValue {
    var members: [String: AnyCodableValue] = [
      "calls": .array(calls.map(\.value)), "state": .dictionary(state),
      "findings": .array(findings.map { .string($0) }),
    ]
    members["check"] = check?.value
    return .dictionary(members)
  }
}

extension FlowResult.Check {
  fileprivate var value: AnyCodableValue {
    var members: [String: AnyCodableValue] = ["holds": .bool(self == .holds)]
    members["failure"] = failure.map { .string($0) }
    return .dictionary(members)
  }
}

extension FlowResult.Difference {
  fileprivate var value: AnyCodableValue {
    switch self {
    case .call(let name, let count, let plain, let here):
      [
        "call": .string(name), "count": .int(count), "plain": plain.value, "here": here.value,
      ]
    case .state(let key, let plain, let here):
      ["state": .string(key), "plain": plain, "here": here]
    case .finding(let text, let isPlain):
      ["finding": .string(text), "in": isPlain ? "plain" : "here"]
    }
  }
}

extension MockPlayedCall.Answer {
  fileprivate var value: AnyCodableValue {
    // As a line of `mocklua call` has it, without what belongs to the call.
    let call = MockPlayedCall(name: "", count: 0, duration: .zero, answer: self)
    guard case .dictionary(var members) = call.value else { return .null }
    for key in ["call", "count", "delayMs"] { members[key] = nil }
    return .dictionary(members)
  }
}
