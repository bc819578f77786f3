public import MockCalls
internal import MockConfiguration
public import MockData
internal import MockLua
internal import MockServicesTesting
public import Testing

// Each function exists twice. The first takes its caller's location as XCTest does, so that XCTest tests don't have to
// import Testing for its `SourceLocation` macro. The second is for functions that pass on their own caller's location.

/// Expects that a method of the current scenario was called a number of times, and records an issue otherwise.
///
/// It works in Swift Testing and in XCTest. If your test holds its own runtime, call `try runtime.log.verify(...)`
/// instead.
///
/// - Parameters:
///   - method: The method with its service, such as `OTP.verify`.
///   - arguments: The pattern for the arguments, as in `match` in a configuration; by default, `nil` for any arguments.
///   - expected: The expected number of calls; at least one by default.
///   - fileID: The file to attribute the issue to in Swift Testing; the caller's by default.
///   - file: The path of the file; the caller's by default.
///   - line: The line to attribute the issue to; the caller's by default.
///   - column: The column to attribute the issue to; the caller's by default.
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

/// Expects that a method of the current scenario was called a number of times, and records an issue otherwise.
///
/// - Parameters:
///   - method: The method with its service, such as `OTP.verify`.
///   - arguments: The pattern for the arguments, as in `match` in a configuration; by default, `nil` for any arguments.
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

/// Expects that a method of the current scenario was called a number of times, with values of your own types.
///
/// - Parameters:
///   - method: The method with its service, such as `OTP.verify`.
///   - arguments: The values by label. They are encoded, and then matched like a pattern.
///   - expected: The expected number of calls; at least one by default.
///   - fileID: The file to attribute the issue to in Swift Testing; the caller's by default.
///   - file: The path of the file; the caller's by default.
///   - line: The line to attribute the issue to; the caller's by default.
///   - column: The column to attribute the issue to; the caller's by default.
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

/// Expects that a method of the current scenario was called a number of times, with values of your own types.
///
/// - Parameters:
///   - method: The method with its service, such as `OTP.verify`.
///   - arguments: The values by label. They are encoded, and then matched like a pattern.
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

/// Expects that calls of the current scenario were made in the given order, and records an issue otherwise.
///
/// ```swift
/// verifyInOrder(cart.verify.add(tea), shop.verify.pay(), "Mail.send")
/// ```
///
/// - Parameters:
///   - expected: The calls in order: verifications, method names, or `MockCallExpectation`s.
///   - exactly: Whether other calls are forbidden; by default, they can occur before, between, and after the expected
///     ones.
///   - fileID: The file to attribute the issue to in Swift Testing; the caller's by default.
///   - file: The path of the file; the caller's by default.
///   - line: The line to attribute the issue to; the caller's by default.
///   - column: The column to attribute the issue to; the caller's by default.
public func verifyInOrder(
  _ expected: any MockOrderedCall..., exactly: Bool = false, fileID: StaticString = #fileID,
  file: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column
) {
  expectation(ExpectationPlace(fileID, file, line, column)) { log in
    try log.verifyInOrder(expected, exactly: exactly)
  }
}

/// Expects that calls of the current scenario were made in the given order, and records an issue otherwise.
///
/// ```swift
/// verifyInOrder(cart.verify.add(tea), shop.verify.pay(), "Mail.send")
/// ```
///
/// - Parameters:
///   - expected: The calls in order: verifications, method names, or `MockCallExpectation`s.
///   - exactly: Whether other calls are forbidden; by default, they can occur before, between, and after the expected
///     ones.
///   - sourceLocation: The source location of the recorded issue.
public func verifyInOrder(
  _ expected: any MockOrderedCall..., exactly: Bool = false, sourceLocation: SourceLocation
) {
  expectation(ExpectationPlace(sourceLocation)) { log in
    try log.verifyInOrder(expected, exactly: exactly)
  }
}

/// Expects that every call of the current scenario has been verified, and records an issue otherwise.
///
/// - Parameters:
///   - service: The service whose calls are checked; `nil`, the default, for all services.
///   - fileID: The file to attribute the issue to in Swift Testing; the caller's by default.
///   - file: The path of the file; the caller's by default.
///   - line: The line to attribute the issue to; the caller's by default.
///   - column: The column to attribute the issue to; the caller's by default.
public func verifyNoMoreCalls(
  of service: String? = nil, fileID: StaticString = #fileID, file: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) {
  expectation(ExpectationPlace(fileID, file, line, column)) { log in
    try log.verifyNoMoreCalls(of: service)
  }
}

/// Expects that every call of the current scenario has been verified, and records an issue otherwise.
///
/// - Parameters:
///   - service: The service whose calls are checked; `nil`, the default, for all services.
///   - sourceLocation: The source location of the recorded issue.
public func verifyNoMoreCalls(
  of service: String? = nil, sourceLocation: SourceLocation
) {
  expectation(ExpectationPlace(sourceLocation)) { log in
    try log.verifyNoMoreCalls(of: service)
  }
}

/// Expects that every response of the current scenario was used, except those marked `optional()`.
///
/// - Parameters:
///   - fileID: The file to attribute the issue to in Swift Testing; the caller's by default.
///   - file: The path of the file; the caller's by default.
///   - line: The line to attribute the issue to; the caller's by default.
///   - column: The column to attribute the issue to; the caller's by default.
public func verifyAllResponsesUsed(
  fileID: StaticString = #fileID, file: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column
) {
  expectation(ExpectationPlace(fileID, file, line, column)) { try $0.verifyAllResponsesUsed() }
}

/// Expects that every response of the current scenario was used, except those marked `optional()`.
///
/// - Parameter sourceLocation: The source location of the recorded issue.
public func verifyAllResponsesUsed(
  sourceLocation: SourceLocation
) {
  expectation(ExpectationPlace(sourceLocation)) { try $0.verifyAllResponsesUsed() }
}

/// Waits until a method of the current scenario has been called, and records an issue if the time runs out.
///
/// - Parameters:
///   - method: The method with its service, such as `OTP.verify`.
///   - arguments: The pattern for the arguments, as in `match` in a configuration; by default, `nil` for any arguments.
///   - expected: The expected number of calls; at least one by default.
///   - limit: The maximum time to wait.
///   - clock: The clock that measures the limit; by default the machine's clock, not the scenario's.
///   - fileID: The file to attribute the issue to in Swift Testing; the caller's by default.
///   - file: The path of the file; the caller's by default.
///   - line: The line to attribute the issue to; the caller's by default.
///   - column: The column to attribute the issue to; the caller's by default.
public func verifyEventually(
  _ method: String, arguments: AnyCodableValue? = nil,
  called expected: some MockCallCountExpression = .atLeast(1),
  within limit: Duration, clock: MockClock = .real(), fileID: StaticString = #fileID,
  file: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column
) async {
  await recordingIssue(ExpectationPlace(fileID, file, line, column)) { scenario in
    let pattern = try arguments.map { try MatchPattern($0) }
    try await scenario.log.verifyEventually(
      method, arguments: pattern, called: expected, within: limit, clock: clock)
  }
}

/// Waits until a method of the current scenario has been called, and records an issue if the time runs out.
///
/// - Parameters:
///   - method: The method with its service, such as `OTP.verify`.
///   - arguments: The pattern for the arguments, as in `match` in a configuration; by default, `nil` for any arguments.
///   - expected: The expected number of calls; at least one by default.
///   - limit: The maximum time to wait.
///   - clock: The clock that measures the limit; by default the machine's clock, not the scenario's.
///   - sourceLocation: The source location of the recorded issue.
public func verifyEventually(
  _ method: String, arguments: AnyCodableValue? = nil,
  called expected: some MockCallCountExpression = .atLeast(1),
  within limit: Duration, clock: MockClock = .real(), sourceLocation: SourceLocation
) async {
  await recordingIssue(ExpectationPlace(sourceLocation)) { scenario in
    let pattern = try arguments.map { try MatchPattern($0) }
    try await scenario.log.verifyEventually(
      method, arguments: pattern, called: expected, within: limit, clock: clock)
  }
}

/// Waits until a method of the current scenario has been called with values of your own types.
///
/// - Parameters:
///   - method: The method with its service, such as `OTP.verify`.
///   - arguments: The values by label. They are encoded, and then matched like a pattern.
///   - expected: The expected number of calls; at least one by default.
///   - limit: The maximum time to wait.
///   - clock: The clock that measures the limit; by default the machine's clock, not the scenario's.
///   - fileID: The file to attribute the issue to in Swift Testing; the caller's by default.
///   - file: The path of the file; the caller's by default.
///   - line: The line to attribute the issue to; the caller's by default.
///   - column: The column to attribute the issue to; the caller's by default.
@_disfavoredOverload public func verifyEventually(
  _ method: String, arguments: [String: any Encodable],
  called expected: some MockCallCountExpression = .atLeast(1), within limit: Duration,
  clock: MockClock = .real(),
  fileID: StaticString = #fileID, file: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column
) async {
  await recordingIssue(ExpectationPlace(fileID, file, line, column)) { scenario in
    try await scenario.log.verifyEventually(
      method, arguments: try MatchPattern(encoding: arguments), called: expected, within: limit,
      clock: clock)
  }
}

/// Waits until a method of the current scenario has been called with values of your own types.
///
/// - Parameters:
///   - method: The method with its service, such as `OTP.verify`.
///   - arguments: The values by label. They are encoded, and then matched like a pattern.
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
  await recordingIssue(ExpectationPlace(sourceLocation)) { scenario in
    try await scenario.log.verifyEventually(
      method, arguments: try MatchPattern(encoding: arguments), called: expected, within: limit,
      clock: clock)
  }
}

/// The line of a test that contains an expectation.
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
    // XCTest accepts only literals.
    (file, line) = (#filePath, UInt(clamping: sourceLocation.line))
  }

  /// Fails the running test of Swift Testing or XCTest.
  func record(_ error: any Error) { record("\(error)") }

  /// Fails the running test of Swift Testing or XCTest.
  func record(_ text: String) {
    MockTestReporter.record(text, at: sourceLocation, file: file, line: line)
  }
}

private func expectation(_ place: ExpectationPlace, _ body: (MockCallLog) throws -> Void) {
  recordingIssue(place) { try body($0.log) }
}

/// Runs a body with the current scenario, and fails the running test if it throws.
func recordingIssue(_ place: ExpectationPlace, _ body: (ScenarioRuntime) throws -> Void) {
  do {
    try body(try ScenarioRuntime.current)
  } catch {
    place.record(error)
  }
}

/// Runs a body with the current scenario, and fails the running test if it throws.
nonisolated(nonsending) func recordingIssue(
  _ place: ExpectationPlace,
  _ body: nonisolated(nonsending) (ScenarioRuntime) async throws -> Void
) async {
  do {
    try await body(try ScenarioRuntime.current)
  } catch {
    place.record(error)
  }
}
