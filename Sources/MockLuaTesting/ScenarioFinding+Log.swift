internal import MockServices

extension ScenarioFinding {
  /// What a log shows beyond its single calls.
  static func all(in log: MockCallLog) -> [ScenarioFinding] {
    var findings = log.unusedResponses().sorted { $0.isBefore($1) }.map { unused in
      ScenarioFinding(
        .unusedResponses,
        "response \(unused.index + 1) of `\(unused.method)` was never used;"
          + " call it, or mark it `:optional()`",
        at: unused.place)
    }
    let dropped = log.droppedCount
    if dropped > 0 {
      let calls = dropped == 1 ? "call" : "\(dropped) calls"
      findings.append(
        ScenarioFinding(
          .droppedCalls,
          "the call log dropped the first \(calls), which nothing looks at any more; raise"
            + " `logLimit`"))
    }
    do throws(MockVerificationError) {
      try log.verifyNoMoreCalls()
    } catch {
      findings.append(
        ScenarioFinding(
          .unverifiedCalls, "\(error)", call: error.calls.count == 1 ? error.calls.first : nil))
    }
    return findings
  }
}

extension MockUnusedResponse {
  /// Whether it stands before another in the script; methods without a place come last.
  fileprivate func isBefore(_ other: MockUnusedResponse) -> Bool {
    switch (parts(of: place), parts(of: other.place)) {
    case (let first?, let second?) where first != second: first < second
    case (nil, _?): false
    case (_?, nil): true
    default: (method, index) < (other.method, other.index)
    }
  }

  /// The file and the line of `login.lua:12`.
  private func parts(of place: String?) -> (String, Int)? {
    guard let place, let colon = place.lastIndex(of: ":") else { return nil }
    return Int(place[place.index(after: colon)...]).map { (String(place[..<colon]), $0) }
  }
}
