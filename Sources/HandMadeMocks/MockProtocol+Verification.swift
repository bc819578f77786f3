public import MockServices

extension MockProtocol {
  /// Expects that a method was called so many times; anything else is a failure at the caller's place.
  ///
  /// - Parameters:
  ///   - method: The name under which the calls were recorded.
  ///   - times: How often.
  ///   - file: The file of a failure; the caller's by default.
  ///   - line: The line of a failure; the caller's by default.
  public func verify(
    _ method: String, called times: Int, file: StaticString = #filePath, line: UInt = #line
  ) {
    verify(
      CallVerification(method: method, expected: times.callCount),
      at: MockSourceLocation(file: file, line: line))
  }

  /// Expects that a method was called as often as the count says; anything else is a failure here.
  ///
  /// - Parameters:
  ///   - method: The name under which the calls were recorded.
  ///   - expected: How often, such as `.atLeast(1)`.
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

  /// Expects calls of a method with certain arguments; anything else is a failure at the caller's place.
  ///
  /// - Parameters:
  ///   - method: The name under which the calls were recorded.
  ///   - matchers: What each argument must be, in order; a call with fewer or more does not count.
  ///   - expected: How often; at least once by default.
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
