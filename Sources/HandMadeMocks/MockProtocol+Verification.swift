public import MockServices

extension MockProtocol {
  /// Expects that a method was called a number of times, and records a failure at the caller's line otherwise.
  ///
  /// - Parameters:
  ///   - method: The name with which the calls were recorded.
  ///   - times: The expected number of calls.
  ///   - file: The file of a failure; the caller's by default.
  ///   - line: The line of a failure; the caller's by default.
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
  ///   - file: The file of a failure; the caller's by default.
  ///   - line: The line of a failure; the caller's by default.
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
  ///   - file: The file of a failure; the caller's by default.
  ///   - line: The line of a failure; the caller's by default.
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
