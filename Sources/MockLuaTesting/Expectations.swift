public import MockCalls
internal import MockConfiguration
public import MockData
internal import MockLua
internal import MockServicesTesting
public import Testing

// The location of an issue is a file and a line, as in XCTest, so that XCTest tests don't have to import Testing for the
// `#_sourceLocation` macro. A function that passes on the location of its caller can pass a `SourceLocation` instead.

/// Expects that a method of the current scenario was called the given number of times.
///
/// If the number is different, an issue is recorded, in Swift Testing or XCTest. If your test holds its own runtime,
/// call `try runtime.log.verify(...)` instead.
///
/// - Parameters:
///   - method: The method with its service, such as `OTP.verify`.
///   - arguments: The pattern for the arguments, like `match` in a configuration. The default, `nil`, accepts any
///     arguments.
///   - expected: The expected number of calls. The default is at least one.
///   - sourceLocation: The location of the issue, instead of the next four parameters; nil by default.
///   - fileID: The file to attribute the issue to in Swift Testing; the caller's by default.
///   - file: The file to attribute the issue to in XCTest; the caller's by default.
///   - line: The line to attribute the issue to; the caller's by default.
///   - column: The column to attribute the issue to; the caller's by default.
public func verify(
  _ method: String, arguments: AnyCodableValue? = nil,
  called expected: some MockCallCountExpression = .atLeast(1),
  sourceLocation: SourceLocation? = nil, fileID: StaticString = #fileID,
  file: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) {
  expectation(ExpectationPlace(fileID, file, line, column, preferring: sourceLocation)) { log in
    let pattern = try arguments.map { try MatchPattern($0) }
    try log.verify(method, arguments: pattern, called: expected)
  }
}

/// Expects that a method of the current scenario was called with values of your own types.
///
/// If the number of calls is different, an issue is recorded.
///
/// - Parameters:
///   - method: The method with its service, such as `OTP.verify`.
///   - arguments: The values, by label. They are encoded, and the result is used as a pattern.
///   - expected: The expected number of calls. The default is at least one.
///   - sourceLocation: The location of the issue, instead of the next four parameters; nil by default.
///   - fileID: The file to attribute the issue to in Swift Testing; the caller's by default.
///   - file: The file to attribute the issue to in XCTest; the caller's by default.
///   - line: The line to attribute the issue to; the caller's by default.
///   - column: The column to attribute the issue to; the caller's by default.
@_disfavoredOverload public func verify(
  _ method: String, arguments: [String: any Encodable],
  called expected: some MockCallCountExpression = .atLeast(1),
  sourceLocation: SourceLocation? = nil, fileID: StaticString = #fileID,
  file: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) {
  expectation(ExpectationPlace(fileID, file, line, column, preferring: sourceLocation)) { log in
    try log.verify(method, arguments: arguments, called: expected)
  }
}

/// Expects that calls of the current scenario were made in the given order.
///
/// If they weren't, an issue is recorded.
///
/// ```swift
/// verifyInOrder(cart.verify.add(tea), shop.verify.pay(), "Mail.send")
/// ```
///
/// - Parameters:
///   - expected: The calls in order. Each one is a verification, the name of a method, or a `MockCallExpectation`.
///   - exactly: Whether to allow only the expected calls. By default, other calls can occur before, between, and after
///     them.
///   - sourceLocation: The location of the issue, instead of the next four parameters; nil by default.
///   - fileID: The file to attribute the issue to in Swift Testing; the caller's by default.
///   - file: The file to attribute the issue to in XCTest; the caller's by default.
///   - line: The line to attribute the issue to; the caller's by default.
///   - column: The column to attribute the issue to; the caller's by default.
public func verifyInOrder(
  _ expected: any MockOrderedCall..., exactly: Bool = false, sourceLocation: SourceLocation? = nil,
  fileID: StaticString = #fileID,
  file: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) {
  expectation(ExpectationPlace(fileID, file, line, column, preferring: sourceLocation)) { log in
    try log.verifyInOrder(expected, exactly: exactly)
  }
}

/// Expects that every call of the current scenario was part of a successful verification.
///
/// If there are other calls, an issue is recorded.
///
/// - Parameters:
///   - service: The service whose calls are checked. The default, `nil`, checks all services.
///   - sourceLocation: The location of the issue, instead of the next four parameters; nil by default.
///   - fileID: The file to attribute the issue to in Swift Testing; the caller's by default.
///   - file: The file to attribute the issue to in XCTest; the caller's by default.
///   - line: The line to attribute the issue to; the caller's by default.
///   - column: The column to attribute the issue to; the caller's by default.
public func verifyNoMoreCalls(
  of service: String? = nil, sourceLocation: SourceLocation? = nil, fileID: StaticString = #fileID,
  file: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column
) {
  expectation(ExpectationPlace(fileID, file, line, column, preferring: sourceLocation)) { log in
    try log.verifyNoMoreCalls(of: service)
  }
}

/// Expects that every response of the current scenario was used, except responses marked with `optional()`.
///
/// If some were never used, an issue is recorded.
///
/// - Parameters:
///   - sourceLocation: The location of the issue, instead of the next four parameters; nil by default.
///   - fileID: The file to attribute the issue to in Swift Testing; the caller's by default.
///   - file: The file to attribute the issue to in XCTest; the caller's by default.
///   - line: The line to attribute the issue to; the caller's by default.
///   - column: The column to attribute the issue to; the caller's by default.
public func verifyAllResponsesUsed(
  sourceLocation: SourceLocation? = nil, fileID: StaticString = #fileID,
  file: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) {
  expectation(ExpectationPlace(fileID, file, line, column, preferring: sourceLocation)) {
    try $0.verifyAllResponsesUsed()
  }
}

/// Waits until a method of the current scenario has been called the given number of times.
///
/// If the time runs out first, an issue is recorded.
///
/// - Parameters:
///   - method: The method with its service, such as `OTP.verify`.
///   - arguments: The pattern for the arguments, like `match` in a configuration. The default, `nil`, accepts any
///     arguments.
///   - expected: The expected number of calls. The default is at least one.
///   - limit: The maximum time to wait.
///   - clock: The clock that measures the limit. The default is the machine's clock, not the scenario's.
///   - sourceLocation: The location of the issue, instead of the next four parameters; nil by default.
///   - fileID: The file to attribute the issue to in Swift Testing; the caller's by default.
///   - file: The file to attribute the issue to in XCTest; the caller's by default.
///   - line: The line to attribute the issue to; the caller's by default.
///   - column: The column to attribute the issue to; the caller's by default.
public func verifyEventually(
  _ method: String, arguments: AnyCodableValue? = nil,
  called expected: some MockCallCountExpression = .atLeast(1),
  within limit: Duration, clock: MockClock = .real(), sourceLocation: SourceLocation? = nil,
  fileID: StaticString = #fileID,
  file: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) async {
  await recordingIssue(ExpectationPlace(fileID, file, line, column, preferring: sourceLocation)) {
    scenario in
    let pattern = try arguments.map { try MatchPattern($0) }
    try await scenario.log.verifyEventually(
      method, arguments: pattern, called: expected, within: limit, clock: clock)
  }
}

/// Waits until a method of the current scenario has been called with values of your own types.
///
/// If the time runs out first, an issue is recorded.
///
/// - Parameters:
///   - method: The method with its service, such as `OTP.verify`.
///   - arguments: The values, by label. They are encoded, and the result is used as a pattern.
///   - expected: The expected number of calls. The default is at least one.
///   - limit: The maximum time to wait.
///   - clock: The clock that measures the limit. The default is the machine's clock, not the scenario's.
///   - sourceLocation: The location of the issue, instead of the next four parameters; nil by default.
///   - fileID: The file to attribute the issue to in Swift Testing; the caller's by default.
///   - file: The file to attribute the issue to in XCTest; the caller's by default.
///   - line: The line to attribute the issue to; the caller's by default.
///   - column: The column to attribute the issue to; the caller's by default.
@_disfavoredOverload public func verifyEventually(
  _ method: String, arguments: [String: any Encodable],
  called expected: some MockCallCountExpression = .atLeast(1), within limit: Duration,
  clock: MockClock = .real(),
  sourceLocation: SourceLocation? = nil, fileID: StaticString = #fileID,
  file: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) async {
  await recordingIssue(ExpectationPlace(fileID, file, line, column, preferring: sourceLocation)) {
    scenario in
    try await scenario.log.verifyEventually(
      method, arguments: try MatchPattern(encoding: arguments), called: expected, within: limit,
      clock: clock)
  }
}

struct ExpectationPlace {
  private let sourceLocation: SourceLocation
  private let file: StaticString
  private let line: UInt

  /// `sourceLocation` takes precedence over the other parameters.
  init(
    _ fileID: StaticString, _ file: StaticString, _ line: UInt, _ column: UInt,
    preferring sourceLocation: SourceLocation? = nil
  ) {
    self.sourceLocation =
      sourceLocation
      ?? SourceLocation(
        fileID: "\(fileID)", filePath: "\(file)", line: max(1, Int(clamping: line)),
        column: max(1, Int(clamping: column)))
    // XCTest accepts only literals.
    self.file = sourceLocation == nil ? file : #filePath
    self.line = sourceLocation.map { UInt(clamping: $0.line) } ?? line
  }

  /// Fails the running test with an error, in Swift Testing or XCTest.
  func record(_ error: any Error) { record("\(error)") }

  func record(_ text: String) {
    MockTestReporter.record(text, at: sourceLocation, file: file, line: line)
  }
}

private func expectation(_ place: ExpectationPlace, _ body: (MockCallLog) throws -> Void) {
  recordingIssue(place) { try body($0.log) }
}

/// Calls a closure with the current scenario, and fails the running test if the closure throws.
func recordingIssue(_ place: ExpectationPlace, _ body: (ScenarioRuntime) throws -> Void) {
  do {
    try body(try ScenarioRuntime.current)
  } catch {
    place.record(error)
  }
}

/// Calls an async closure with the current scenario, and fails the running test if the closure throws.
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
