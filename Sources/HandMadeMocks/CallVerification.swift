public import MockServices

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

extension MockProtocol {
  /// Expects that a method was called a number of times, and records a failure at the caller's line otherwise.
  ///
  /// - Parameters:
  ///   - method: The name with which the calls were recorded.
  ///   - times: The expected number of calls.
  ///   - file: The file to attribute failures to; the caller's by default.
  ///   - line: The line to attribute failures to; the caller's by default.
  public func verify(
    _ method: String, called times: Int, file: StaticString = #filePath, line: UInt = #line
  ) {
    verify(
      CallVerification(method: method, expected: times.callCount),
      at: MockSourceLocation(file: file, line: line))
  }

  /// Expects that a method was called a number of times, and records a failure at the caller's line otherwise.
  ///
  /// - Parameters:
  ///   - method: The name with which the calls were recorded.
  ///   - expected: The expected number of calls, such as `.atLeast(1)`.
  ///   - file: The file to attribute failures to; the caller's by default.
  ///   - line: The line to attribute failures to; the caller's by default.
  @_disfavoredOverload
  public func verify(
    _ method: String, called expected: some MockCallCountExpression, file: StaticString = #filePath,
    line: UInt = #line
  ) {
    verify(
      CallVerification(method: method, expected: expected.callCount),
      at: MockSourceLocation(file: file, line: line))
  }

  /// Expects calls of a method with matching arguments, and records a failure at the caller's line otherwise.
  ///
  /// - Parameters:
  ///   - method: The name with which the calls were recorded.
  ///   - matchers: The matchers for the arguments, in order; a call with a different number of arguments doesn't match.
  ///   - expected: The expected number of calls; at least one by default.
  ///   - file: The file to attribute failures to; the caller's by default.
  ///   - line: The line to attribute failures to; the caller's by default.
  public func verify(
    _ method: String, with matchers: [MockArgumentMatcher],
    called expected: some MockCallCountExpression = .atLeast(1), file: StaticString = #filePath,
    line: UInt = #line
  ) {
    verify(
      CallVerification(method: method, matchers: matchers, expected: expected.callCount),
      at: MockSourceLocation(file: file, line: line))
  }

  func verify(_ verification: CallVerification, at location: MockSourceLocation) {
    guard let problem = verification.problem(in: recorded()) else { return }
    MockFailureHandler.report(
      MockFailure(severity: .expectation, message: problem, sourceLocation: location))
  }
}
