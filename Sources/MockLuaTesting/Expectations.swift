public import MockCalls
internal import MockConfiguration
public import MockData
internal import MockLua
public import Testing

/// Expects how often a method of the current scenario was called; anything else is an issue here.
///
/// An XCTest case, and a test that holds its own runtime, write `try runtime.log.verify(...)` instead.
///
/// - Parameters:
///   - method: The method with its service, such as `OTP.verify`.
///   - arguments: What the arguments must match, as `match` in a configuration; nil, the default, for any.
///   - expected: How often; at least once by default.
///   - sourceLocation: Where the issue is recorded; the caller's place by default.
public func verify(
  _ method: String, arguments: AnyCodableValue? = nil, called expected: MockCallCount = .atLeast(1),
  sourceLocation: SourceLocation = #_sourceLocation
) {
  expectation(sourceLocation) { log in
    let pattern = try arguments.map { try MatchPattern($0) }
    try log.verify(method, arguments: pattern, called: expected)
  }
}

/// Expects calls of the current scenario one after the other; anything else is an issue here.
///
/// - Parameters:
///   - expectations: The calls in order.
///   - exactly: Whether they must be all calls; by default others may lie between them.
///   - sourceLocation: Where the issue is recorded; the caller's place by default.
public func verifyInOrder(
  _ expectations: [MockCallExpectation], exactly: Bool = false,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  expectation(sourceLocation) { log in
    try log.verifyInOrder(expectations, exactly: exactly)
  }
}

/// Expects that every call of the current scenario was verified before; any other is an issue here.
///
/// - Parameters:
///   - service: The service whose calls are looked at; nil, the default, for all.
///   - sourceLocation: Where the issue is recorded; the caller's place by default.
public func verifyNoMoreCalls(
  of service: String? = nil, sourceLocation: SourceLocation = #_sourceLocation
) {
  expectation(sourceLocation) { log in
    try log.verifyNoMoreCalls(of: service)
  }
}

/// Expects that the responses of the current scenario that are not `optional()` were used.
///
/// - Parameter sourceLocation: Where the issue is recorded; the caller's place by default.
public func verifyAllResponsesUsed(sourceLocation: SourceLocation = #_sourceLocation) {
  expectation(sourceLocation) { try $0.verifyAllResponsesUsed() }
}

/// Waits until a method of the current scenario has been called; too few calls in time are an issue here.
///
/// - Parameters:
///   - method: The method with its service, such as `OTP.verify`.
///   - arguments: What the arguments must match, as `match` in a configuration; nil, the default, for any.
///   - expected: How often; at least once by default.
///   - limit: How long to wait.
///   - clock: The clock for that; the machine's own by default, not the scenario's.
///   - sourceLocation: Where the issue is recorded; the caller's place by default.
public func verifyEventually(
  _ method: String, arguments: AnyCodableValue? = nil, called expected: MockCallCount = .atLeast(1),
  within limit: Duration, clock: MockClock = .real(),
  sourceLocation: SourceLocation = #_sourceLocation
) async {
  await recordingIssue(sourceLocation) { log in
    let pattern = try arguments.map { try MatchPattern($0) }
    try await log.verifyEventually(
      method, arguments: pattern, called: expected, within: limit, clock: clock)
  }
}

private func expectation(
  _ sourceLocation: SourceLocation, _ body: (MockCallLog) throws -> Void
) {
  do {
    try body(try ScenarioRuntime.current.log)
  } catch {
    Issue.record("\(error)", sourceLocation: sourceLocation)
  }
}

private nonisolated(nonsending) func recordingIssue(
  _ sourceLocation: SourceLocation,
  _ body: nonisolated(nonsending) (MockCallLog) async throws -> Void
) async {
  do {
    try await body(try ScenarioRuntime.current.log)
  } catch {
    Issue.record("\(error)", sourceLocation: sourceLocation)
  }
}
