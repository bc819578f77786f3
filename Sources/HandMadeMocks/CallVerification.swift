internal import MockServices

/// An expectation about the calls of a mock, with its failure message.
struct CallVerification {
  /// The maximum number of calls in a message.
  private static let shownCalls = 20

  var method: String
  var matchers: [MockArgumentMatcher]?
  var expected: MockCallCount

  /// Returns the problem, followed by the recorded calls; nil if the expectation is met.
  func problem(in recorded: [String: [Any]]) -> String? {
    let calls = (recorded[method] ?? []).map { $0 as? [Any] ?? [$0] }
    let count = calls.count { accepts($0) }
    guard !expected.accepts(count) else { return nil }
    var text = "expected \(expected) of `\(wanted)`, found \(count)"
    if calls.isEmpty, let hint = NearestName.hint(for: method, candidates: recorded.keys) {
      text += "; \(hint)"
    }
    if calls.count > Self.shownCalls {
      text += "\n  ... \(calls.count - Self.shownCalls) more before"
    }
    for call in calls.suffix(Self.shownCalls) {
      text += "\n  \(method)(\(call.map(ArgumentText.text).joined(separator: ", ")))"
    }
    return text
  }

  private func accepts(_ arguments: [Any]) -> Bool {
    guard let matchers else { return true }
    return matchers.count == arguments.count
      && zip(matchers, arguments).allSatisfy { $0.accepts($1) }
  }

  private var wanted: String {
    guard let matchers else { return method }
    return "\(method)(\(matchers.map(\.description).joined(separator: ", ")))"
  }
}
