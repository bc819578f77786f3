public import MockServices

/// An expectation about the calls to a mock, with its failure message.
struct CallVerification {
  /// The maximum number of calls that a message lists.
  private static let shownCalls = 20

  var method: String
  var matchers: [MockArgumentMatcher]?
  var expected: MockCallCount

  /// Returns a message with the problem and the recorded calls, or nil if the expectation is met.
  func problem(in recorded: [String: [Any]]) -> String? {
    let calls = (recorded[method] ?? []).map { $0 as? [Any] ?? [$0] }
    let count = calls.count { accepts($0) }
    guard !expected.accepts(count) else { return nil }
    var text = "expected \(expected) to `\(wanted)`, found \(count)"
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
  /// Expects that a method was called an exact number of times.
  ///
  /// If the number is different, this method records a failure at the caller's line.
  ///
  /// - Parameters:
  ///   - method: The name that the mock passed when it recorded the calls.
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

  /// Expects that the number of calls to a method is in a range, such as at least one.
  ///
  /// If it isn't, this method records a failure at the caller's line.
  ///
  /// - Parameters:
  ///   - method: The name that the mock passed when it recorded the calls.
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

  /// Expects calls to a method with matching arguments.
  ///
  /// If the number of matching calls is wrong, this method records a failure at the caller's line.
  ///
  /// - Parameters:
  ///   - method: The name that the mock passed when it recorded the calls.
  ///   - matchers: The matchers for the arguments, in order. A call with a different number of arguments doesn't match.
  ///   - expected: The expected number of matching calls. The default is at least one.
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
