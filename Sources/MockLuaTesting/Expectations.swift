public import MockCalls
internal import MockConfiguration
public import MockData
internal import MockLua
internal import MockServicesTesting
public import Testing

// Each function exists twice. The first takes the place of its caller as XCTest does, so that a test of XCTest need not
// import Testing, whose macro a `SourceLocation` comes from. The second is for a function that forwards its caller's place.

/// Expects how often a method of the current scenario was called; anything else is an issue here.
///
/// Works in Swift Testing and in XCTest. A test that holds its own runtime writes `try runtime.log.verify(...)` instead.
///
/// - Parameters:
///   - method: The method with its service, such as `OTP.verify`.
///   - arguments: The pattern for the arguments, as in `match` of a configuration; `nil` for any, which is the
///     default.
///   - expected: The expected number of calls; at least one by default.
///   - fileID: The file of the issue in Swift Testing; the caller's by default.
///   - file: The path of that file; the caller's by default.
///   - line: The line of the issue; the caller's by default.
///   - column: The column of the issue; the caller's by default.
public func verify(
  _ method: String, arguments: AnyCodableValue? = nil,
  called expected: some MockCallCountExpression = .atLeast(1),
  fileID: StaticString = #fileID, file: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column
) {
  expectation(ExpectationPlace(fileID, file, line, column)) { log in
    let pattern = try arguments.map { try MatchPattern($0) }
    try log.verify(method, arguments: pattern, called: expected)
  }
}

/// Expects how often a method of the current scenario was called; anything else is an issue here.
///
/// - Parameters:
///   - method: The method with its service, such as `OTP.verify`.
///   - arguments: The pattern for the arguments, as in `match` of a configuration; `nil` for any, which is the
///     default.
///   - expected: The expected number of calls; at least one by default.
///   - sourceLocation: The source location of the recorded issue.
public func verify(
  _ method: String, arguments: AnyCodableValue? = nil,
  called expected: some MockCallCountExpression = .atLeast(1),
  sourceLocation: SourceLocation
) {
  expectation(ExpectationPlace(sourceLocation)) { log in
    let pattern = try arguments.map { try MatchPattern($0) }
    try log.verify(method, arguments: pattern, called: expected)
  }
}

/// Expects how often a method of the current scenario was called with values of your own types.
///
/// - Parameters:
///   - method: The method with its service, such as `OTP.verify`.
///   - arguments: The values that the arguments must match, once they're encoded.
///   - expected: The expected number of calls; at least one by default.
///   - fileID: The file of the issue in Swift Testing; the caller's by default.
///   - file: The path of that file; the caller's by default.
///   - line: The line of the issue; the caller's by default.
///   - column: The column of the issue; the caller's by default.
@_disfavoredOverload public func verify(
  _ method: String, arguments: [String: any Encodable],
  called expected: some MockCallCountExpression = .atLeast(1),
  fileID: StaticString = #fileID, file: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column
) {
  expectation(ExpectationPlace(fileID, file, line, column)) { log in
    try log.verify(method, arguments: arguments, called: expected)
  }
}

/// Expects how often a method of the current scenario was called with values of your own types.
///
/// - Parameters:
///   - method: The method with its service, such as `OTP.verify`.
///   - arguments: The values that the arguments must match, once they're encoded.
///   - expected: The expected number of calls; at least one by default.
///   - sourceLocation: The source location of the recorded issue.
@_disfavoredOverload public func verify(
  _ method: String, arguments: [String: any Encodable],
  called expected: some MockCallCountExpression = .atLeast(1),
  sourceLocation: SourceLocation
) {
  expectation(ExpectationPlace(sourceLocation)) { log in
    try log.verify(method, arguments: arguments, called: expected)
  }
}

/// Expects calls of the current scenario one after the other; anything else is an issue here.
///
/// ```swift
/// verifyInOrder(cart.verify.add(tea), shop.verify.pay(), "Mail.send")
/// ```
///
/// - Parameters:
///   - expected: The calls in order: verifications, names of methods, or `MockCallExpectation`s.
///   - exactly: Whether they must be all calls; by default others may lie between them.
///   - fileID: The file of the issue in Swift Testing; the caller's by default.
///   - file: The path of that file; the caller's by default.
///   - line: The line of the issue; the caller's by default.
///   - column: The column of the issue; the caller's by default.
public func verifyInOrder(
  _ expected: any MockOrderedCall..., exactly: Bool = false, fileID: StaticString = #fileID,
  file: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column
) {
  expectation(ExpectationPlace(fileID, file, line, column)) { log in
    try log.verifyInOrder(expected, exactly: exactly)
  }
}

/// Expects calls of the current scenario one after the other; anything else is an issue here.
///
/// ```swift
/// verifyInOrder(cart.verify.add(tea), shop.verify.pay(), "Mail.send")
/// ```
///
/// - Parameters:
///   - expected: The calls in order: verifications, names of methods, or `MockCallExpectation`s.
///   - exactly: Whether they must be all calls; by default others may lie between them.
///   - sourceLocation: The source location of the recorded issue.
public func verifyInOrder(
  _ expected: any MockOrderedCall..., exactly: Bool = false, sourceLocation: SourceLocation
) {
  expectation(ExpectationPlace(sourceLocation)) { log in
    try log.verifyInOrder(expected, exactly: exactly)
  }
}

/// Expects that every call of the current scenario was verified before; any other is an issue here.
///
/// - Parameters:
///   - service: The service whose calls are looked at; nil, the default, for all.
///   - fileID: The file of the issue in Swift Testing; the caller's by default.
///   - file: The path of that file; the caller's by default.
///   - line: The line of the issue; the caller's by default.
///   - column: The column of the issue; the caller's by default.
public func verifyNoMoreCalls(
  of service: String? = nil, fileID: StaticString = #fileID, file: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) {
  expectation(ExpectationPlace(fileID, file, line, column)) { log in
    try log.verifyNoMoreCalls(of: service)
  }
}

/// Expects that every call of the current scenario was verified before; any other is an issue here.
///
/// - Parameters:
///   - service: The service whose calls are looked at; nil, the default, for all.
///   - sourceLocation: The source location of the recorded issue.
public func verifyNoMoreCalls(
  of service: String? = nil, sourceLocation: SourceLocation
) {
  expectation(ExpectationPlace(sourceLocation)) { log in
    try log.verifyNoMoreCalls(of: service)
  }
}

/// Expects that the responses of the current scenario that are not `optional()` were used.
///
/// - Parameters:
///   - fileID: The file of the issue in Swift Testing; the caller's by default.
///   - file: The path of that file; the caller's by default.
///   - line: The line of the issue; the caller's by default.
///   - column: The column of the issue; the caller's by default.
public func verifyAllResponsesUsed(
  fileID: StaticString = #fileID, file: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column
) {
  expectation(ExpectationPlace(fileID, file, line, column)) { try $0.verifyAllResponsesUsed() }
}

/// Expects that the responses of the current scenario that are not `optional()` were used.
///
/// - Parameter sourceLocation: The source location of the recorded issue.
public func verifyAllResponsesUsed(
  sourceLocation: SourceLocation
) {
  expectation(ExpectationPlace(sourceLocation)) { try $0.verifyAllResponsesUsed() }
}

/// Waits until a method of the current scenario has been called; too few calls in time are an issue here.
///
/// - Parameters:
///   - method: The method with its service, such as `OTP.verify`.
///   - arguments: The pattern for the arguments, as in `match` of a configuration; `nil` for any, which is the
///     default.
///   - expected: The expected number of calls; at least one by default.
///   - limit: The maximum time to wait.
///   - clock: The clock that measures the limit; by default the machine's clock, not the scenario's.
///   - fileID: The file of the issue in Swift Testing; the caller's by default.
///   - file: The path of that file; the caller's by default.
///   - line: The line of the issue; the caller's by default.
///   - column: The column of the issue; the caller's by default.
public func verifyEventually(
  _ method: String, arguments: AnyCodableValue? = nil,
  called expected: some MockCallCountExpression = .atLeast(1),
  within limit: Duration, clock: MockClock = .real(), fileID: StaticString = #fileID,
  file: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column
) async {
  await recordingIssue(ExpectationPlace(fileID, file, line, column)) { log in
    let pattern = try arguments.map { try MatchPattern($0) }
    try await log.verifyEventually(
      method, arguments: pattern, called: expected, within: limit, clock: clock)
  }
}

/// Waits until a method of the current scenario has been called; too few calls in time are an issue here.
///
/// - Parameters:
///   - method: The method with its service, such as `OTP.verify`.
///   - arguments: The pattern for the arguments, as in `match` of a configuration; `nil` for any, which is the
///     default.
///   - expected: The expected number of calls; at least one by default.
///   - limit: The maximum time to wait.
///   - clock: The clock that measures the limit; by default the machine's clock, not the scenario's.
///   - sourceLocation: The source location of the recorded issue.
public func verifyEventually(
  _ method: String, arguments: AnyCodableValue? = nil,
  called expected: some MockCallCountExpression = .atLeast(1),
  within limit: Duration, clock: MockClock = .real(), sourceLocation: SourceLocation
) async {
  await recordingIssue(ExpectationPlace(sourceLocation)) { log in
    let pattern = try arguments.map { try MatchPattern($0) }
    try await log.verifyEventually(
      method, arguments: pattern, called: expected, within: limit, clock: clock)
  }
}

/// Waits until a method of the current scenario has been called with values of your own types.
///
/// - Parameters:
///   - method: The method with its service, such as `OTP.verify`.
///   - arguments: The values that the arguments must match, once they're encoded.
///   - expected: The expected number of calls; at least one by default.
///   - limit: The maximum time to wait.
///   - clock: The clock that measures the limit; by default the machine's clock, not the scenario's.
///   - fileID: The file of the issue in Swift Testing; the caller's by default.
///   - file: The path of that file; the caller's by default.
///   - line: The line of the issue; the caller's by default.
///   - column: The column of the issue; the caller's by default.
@_disfavoredOverload public func verifyEventually(
  _ method: String, arguments: [String: any Encodable],
  called expected: some MockCallCountExpression = .atLeast(1), within limit: Duration,
  clock: MockClock = .real(),
  fileID: StaticString = #fileID, file: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column
) async {
  await recordingIssue(ExpectationPlace(fileID, file, line, column)) { log in
    try await log.verifyEventually(
      method, arguments: try MatchPattern(encoding: arguments), called: expected, within: limit,
      clock: clock)
  }
}

/// Waits until a method of the current scenario has been called with values of your own types.
///
/// - Parameters:
///   - method: The method with its service, such as `OTP.verify`.
///   - arguments: The values that the arguments must match, once they're encoded.
///   - expected: The expected number of calls; at least one by default.
///   - limit: The maximum time to wait.
///   - clock: The clock that measures the limit; by default the machine's clock, not the scenario's.
///   - sourceLocation: The source location of the recorded issue.
@_disfavoredOverload public func verifyEventually(
  _ method: String, arguments: [String: any Encodable],
  called expected: some MockCallCountExpression = .atLeast(1), within limit: Duration,
  clock: MockClock = .real(),
  sourceLocation: SourceLocation
) async {
  await recordingIssue(ExpectationPlace(sourceLocation)) { log in
    try await log.verifyEventually(
      method, arguments: try MatchPattern(encoding: arguments), called: expected, within: limit,
      clock: clock)
  }
}

/// The line of a test that expects something.
struct ExpectationPlace {
  private let sourceLocation: SourceLocation
  private let file: StaticString
  private let line: UInt

  init(_ fileID: StaticString, _ file: StaticString, _ line: UInt, _ column: UInt) {
    sourceLocation = SourceLocation(
      fileID: "\(fileID)", filePath: "\(file)", line: max(1, Int(clamping: line)),
      column: max(1, Int(clamping: column)))
    (self.file, self.line) = (file, line)
  }

  init(_ sourceLocation: SourceLocation) {
    self.sourceLocation = sourceLocation
    // XCTest takes literals only.
    (file, line) = (#filePath, UInt(clamping: sourceLocation.line))
  }

  /// Fails the running test, of Swift Testing or of XCTest.
  func record(_ error: any Error) { record("\(error)") }

  /// Fails the running test, of Swift Testing or of XCTest.
  func record(_ text: String) {
    MockTestReporter.record(text, at: sourceLocation, file: file, line: line)
  }
}

private func expectation(_ place: ExpectationPlace, _ body: (MockCallLog) throws -> Void) {
  do {
    try body(try ScenarioRuntime.current.log)
  } catch {
    place.record(error)
  }
}

private nonisolated(nonsending) func recordingIssue(
  _ place: ExpectationPlace,
  _ body: nonisolated(nonsending) (MockCallLog) async throws -> Void
) async {
  do {
    try await body(try ScenarioRuntime.current.log)
  } catch {
    place.record(error)
  }
}
