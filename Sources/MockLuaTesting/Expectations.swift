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
    try ScenarioRuntime.current.checkName(of: method)
    try ScenarioRuntime.current.checkArguments(of: [MockCallExpectation(method, arguments: pattern)]
    )
    try log.verify(method, arguments: pattern, called: expected)
  }
}

extension ScenarioRuntime {
  /// Throws for a method of which neither script nor mocks know anything: that it was never called says nothing.
  ///
  /// A service whose mock has no contract may have any methods.
  fileprivate nonisolated func checkName(of method: String) throws {
    let contracts = context.contracts.all
    let configured = configuration.services
    let logged = log.calls().map(\.qualifiedMethod)
    let known =
      configured.flatMap { service, entry in entry.methods.keys.map { "\(service).\($0)" } }
      + contracts.flatMap { service, contract in contract.methods.map { "\(service).\($0.key)" } }
      + contracts.flatMap { service, contract in contract.properties.map { "\(service).\($0.name)" }
      }
      + logged
    guard !known.contains(method), log.count(of: method) == 0 else { return }
    let service = method.split(separator: ".").first.map(String.init) ?? method
    if contracts[service] == nil, configured[service] != nil { return }
    throw UnknownMethod(name: method, hint: NearestName.hint(for: method, candidates: Set(known)))
  }
}

extension ScenarioRuntime {
  /// Throws for a service of which neither script nor mocks know anything: that it has no more calls says nothing.
  fileprivate nonisolated func checkService(_ service: String) throws {
    let known = Set(configuration.services.keys).union(context.contracts.all.keys)
      .union(log.calls().compactMap(\.service))
    guard !known.contains(service) else { return }
    throw UnknownService(name: service, hint: NearestName.hint(for: service, candidates: known))
  }

  /// Throws for an argument that the protocol's requirement does not have, or never with this value: no call can
  /// match, which says nothing.
  ///
  /// Of a method without a contract nothing is known.
  fileprivate nonisolated func checkArguments(of expectations: [MockCallExpectation]) throws {
    for expectation in expectations {
      guard let pattern = expectation.arguments, case .dictionary(let members) = pattern.value,
        let dot = expectation.method.firstIndex(of: "."),
        let method = context.contracts.all[String(expectation.method[..<dot])]?.methods.first(
          where: { $0.key == expectation.method[expectation.method.index(after: dot)...] })
      else { continue }
      let labels = method.parameters.map(\.label)
      for name in members.keys.sorted() where !name.hasPrefix("$") && !labels.contains(name) {
        throw UnknownArgument(
          name: name, method: expectation.method,
          hint: NearestName.hint(for: name, candidates: labels) ?? "it takes none")
      }
      if let problem = method.mismatch(with: pattern) {
        throw Unmatchable(method: expectation.method, problem: problem)
      }
    }
  }
}

/// The error of verifying an argument that a method does not have.
private struct UnknownArgument: Error, CustomStringConvertible {
  var name: String
  var method: String
  var hint: String

  var description: String { "`\(method)` has no argument `\(name)`; \(hint)" }
}

/// The error of verifying arguments that no call of a method can have.
private struct Unmatchable: Error, CustomStringConvertible {
  var method: String
  var problem: String

  var description: String { "no call of `\(method)` can match \(problem)" }
}

/// The error of verifying the calls of a method that nobody knows.
private struct UnknownMethod: Error, CustomStringConvertible {
  var name: String
  var hint: String?

  var description: String {
    "neither the scenario nor a mock has `\(name)`; \(hint ?? "write `Service.method`")"
  }
}

/// The error of verifying that a service which nobody knows has no more calls.
private struct UnknownService: Error, CustomStringConvertible {
  var name: String
  var hint: String?

  var description: String {
    "neither the scenario nor a mock is of a service `\(name)`\(hint.map { "; \($0)" } ?? "")"
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
    try ScenarioRuntime.current.checkArguments(of: expectations)
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
    try service.map { try ScenarioRuntime.current.checkService($0) }
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
    try ScenarioRuntime.current.checkArguments(of: [MockCallExpectation(method, arguments: pattern)]
    )
    try await log.verifyEventually(
      method, arguments: pattern, called: expected, within: limit, clock: clock)
    try ScenarioRuntime.current.checkName(of: method)
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
