internal import LuaRuntime
public import MockCalls
public import MockConfiguration
internal import MockContainer
internal import MockData
public import MockLua
internal import MockPlatform
internal import MockRecording
internal import MockServicesTesting

/// A scenario for one test, which also checks how the test uses the scenario.
///
/// `@Test(.scenario("login.lua"))` creates a session for you. In an XCTest case, create it yourself:
///
/// ```swift
/// func testLogin() async throws {
///   let session = try ScenarioSession(path: "login.lua")
///   defer { session.finish(in: self) }
///   let login = MockLoginService()
///   ...
///   verify("LoginService.login", called: 2)
/// }
/// ```
///
/// While the session exists, its scenario is the current scenario of the running XCTest test. If you don't finish a
/// session, it reports its issues when it is released.
public final class ScenarioSession: Sendable {
  /// The running scenario.
  public let runtime: ScenarioRuntime
  /// The checks that ``finish()`` runs.
  package let checks: Set<ScenarioCheck>
  let failures: FailureCollector
  /// The path of the script's file, or nil for a script from a string.
  let scriptPath: String?
  /// The explored run whose trace is shown as the trace of the test.
  let shown = Locked<(session: ScenarioSession, run: any TestRun)?>(nil)
  /// Creates another session that starts the same script from the beginning.
  private let make: @Sendable () throws(ScenarioError) -> ScenarioSession
  let origin: SessionOrigin
  let ending = Locked(SessionEnding(), isLeaf: true)

  /// Starts the scenario of a script file.
  ///
  /// - Parameters:
  ///   - path: The path of the script: absolute, or relative to the folder of the test's source file, the working
  ///     directory, or the resources of the test bundle.
  ///   - variant: The variant to run in addition to the script's top level; nil by default.
  ///   - mode: The value of `mode` in the script; nil by default.
  ///   - seed: The seed of all random values; 0 by default.
  ///   - clock: The clock of the scenario. The default is a virtual clock that runs at full speed.
  ///   - logLimit: The maximum number of calls in the log; 10,000 by default.
  ///   - strict: Whether to run the ``ScenarioCheck/strict`` checks; false by default.
  ///   - also: Additional checks to run; empty by default.
  ///   - except: Checks to leave out; empty by default.
  ///   - coverage: The folder for the script's coverage data. The default is the folder in the environment variable
  ///     `MOCKLUA_COVERAGE`.
  ///   - recording: The calls to send to live services, in addition to those that the script passes through. You can
  ///     then write their responses with ``record(to:errors:filePath:)``. The default, nil, sends no additional calls.
  ///   - filePath: The source file of the test; the caller's by default.
  ///   - file: The file to attribute issues to if the session isn't finished; the caller's by default.
  ///   - line: The line to attribute issues to if the session isn't finished; the caller's by default.
  /// - Throws: `ScenarioError` with all errors in the script.
  public init(
    path: String, variant: String? = nil, mode: ScenarioMode? = nil, seed: UInt64 = 0,
    clock: MockClock = .virtual(), logLimit: Int = 10_000, strict: Bool = false,
    also: Set<ScenarioCheck> = [], except: Set<ScenarioCheck> = [], coverage: String? = nil,
    recording: RecordingMode? = nil, filePath: String = #filePath,
    file: StaticString = #filePath, line: UInt = #line
  ) throws(ScenarioError) {
    try Self.applyProjectFile(beside: filePath)
    checks = ScenarioCheck.set(strict: strict, also: also, except: except)
    failures = FailureCollector()
    origin = SessionOrigin(MockSourceLocation(file: file, line: UInt(clamping: line)))
    let options = ScenarioOptions(variant: variant, mode: mode, seed: seed, coverage: coverage)
    let handler = failures.ownHandler
    let script = try ScriptPath.resolve(path, beside: filePath)
    scriptPath = script
    runtime = try (recording?.passing ?? .current).applied { () throws(ScenarioError) in
      try ScenarioRuntime(
        path: script, name: path, options: options,
        clock: clock, log: MockCallLog(limit: logLimit), failureHandler: handler)
    }
    make = { [clock] () throws(ScenarioError) in
      try ScenarioSession(
        path: path, variant: variant, mode: mode, seed: seed, clock: clock.another(),
        logLimit: logLimit, strict: strict, also: also, except: except, coverage: coverage,
        recording: recording, filePath: filePath, file: file, line: line)
    }
    watch()
  }

  /// Starts the scenario of a script in a string.
  ///
  /// Paths of modules and fixtures are relative to the test's source file.
  ///
  /// - Parameters:
  ///   - source: The source code of the script.
  ///   - name: The script's name in messages. The default is the caller's file and line, such as `LoginTests.swift:12`.
  ///   - variant: The variant to run in addition to the script's top level; nil by default.
  ///   - mode: The value of `mode` in the script; nil by default.
  ///   - seed: The seed of all random values; 0 by default.
  ///   - clock: The clock of the scenario. The default is a virtual clock that runs at full speed.
  ///   - logLimit: The maximum number of calls in the log; 10,000 by default.
  ///   - strict: Whether to run the ``ScenarioCheck/strict`` checks; false by default.
  ///   - also: Additional checks to run; empty by default.
  ///   - except: Checks to leave out; empty by default.
  ///   - coverage: The folder for the script's coverage data. The default is the folder in the environment variable
  ///     `MOCKLUA_COVERAGE`.
  ///   - recording: The calls to send to live services, in addition to those that the script passes through. You can
  ///     then write their responses with ``record(to:errors:filePath:)``. The default, nil, sends no additional calls.
  ///   - filePath: The source file of the test; the caller's by default.
  ///   - file: The file to attribute issues to if the session isn't finished; the caller's by default.
  ///   - line: The line to attribute issues to, which is also part of the default name; the caller's by default.
  /// - Throws: `ScenarioError` with all errors in the script.
  public init(
    source: String, name: String? = nil, variant: String? = nil,
    mode: ScenarioMode? = nil, seed: UInt64 = 0, clock: MockClock = .virtual(),
    logLimit: Int = 10_000, strict: Bool = false, also: Set<ScenarioCheck> = [],
    except: Set<ScenarioCheck> = [], coverage: String? = nil,
    recording: RecordingMode? = nil, filePath: String = #filePath,
    file: StaticString = #filePath, line: Int = #line
  ) throws(ScenarioError) {
    try Self.applyProjectFile(beside: filePath)
    checks = ScenarioCheck.set(strict: strict, also: also, except: except)
    failures = FailureCollector()
    origin = SessionOrigin(MockSourceLocation(file: file, line: UInt(clamping: line)))
    let options = ScenarioOptions(variant: variant, mode: mode, seed: seed, coverage: coverage)
    let handler = failures.ownHandler
    scriptPath = nil
    runtime = try (recording?.passing ?? .current).applied { () throws(ScenarioError) in
      try ScenarioRuntime(
        source: source, name: name ?? ScriptPath.nameOfInline(in: filePath, line: line),
        directory: FilePath.folder(of: filePath), options: options, clock: clock,
        log: MockCallLog(limit: logLimit), failureHandler: handler)
    }
    // In XCTest, a session with an empty script replaces `.mocked`.
    runtime.context.contracts.isUnscripted = recording == nil && source.allSatisfy(\.isWhitespace)
    make = { [clock] () throws(ScenarioError) in
      try ScenarioSession(
        source: source, name: name, variant: variant, mode: mode, seed: seed,
        clock: clock.another(),
        logLimit: logLimit, strict: strict, also: also, except: except, coverage: coverage,
        recording: recording, filePath: filePath, file: file, line: line)
    }
    watch()
  }

  private init(
    _ runtime: ScenarioRuntime, _ checks: Set<ScenarioCheck>, _ failures: FailureCollector,
    _ path: String?, _ origin: SessionOrigin,
    _ make: @escaping @Sendable () throws(ScenarioError) -> ScenarioSession
  ) {
    (self.runtime, self.checks, self.failures) = (runtime, checks, failures)
    (scriptPath, self.origin, self.make) = (path, origin, make)
    ending.withLock { $0.isReported = true }
  }

  deinit { reportUnfinished() }

  /// Applies the nearest project file in the test's folder or above it, which can list the names of secrets.
  private static func applyProjectFile(beside filePath: String) throws(ScenarioError) {
    do throws(MockConfigurationError) {
      try ProjectFile.apply(toFolder: FilePath.folder(of: filePath))
    } catch {
      throw ScenarioError([error.diagnostic])
    }
  }

  /// Creates another session that starts the same script from the beginning.
  ///
  /// - Throws: `ScenarioError` if a file has become invalid in the meantime.
  func again() throws(ScenarioError) -> ScenarioSession {
    let session = try make()
    XCTestSessions.remove(session)
    session.runtime.context.contracts.isRelaxed = runtime.context.contracts.isRelaxed
    return session
  }

  /// A closure that returns this session without keeping its scenario alive, or nil after the scenario was released.
  var weakReference: @Sendable () -> ScenarioSession? {
    { [weak runtime, checks, failures, scriptPath, origin, make] in
      runtime.map { ScenarioSession($0, checks, failures, scriptPath, origin, make) }
    }
  }

  /// Turns on the expensive checks, and starts watching for requests and for calls from other tests.
  private func watch() {
    runtime.context.contracts.isStrict = true
    runtime.context.contracts.ignoredKeys.isWatching = checks.contains(.ignoredKeys)
    RequestInterception.begin(runtime)
    watchOtherTests()
    guard let test = origin.xctest else { return }
    XCTestSessions.add(self, of: test)
    reportUnfinishedAtEnd(of: test)
  }

  /// Runs a closure with this session's scenario as `ScenarioRuntime.current`.
  ///
  /// If the closure creates its own sequencers and shared states, their failures become issues of the session and don't
  /// stop the process.
  ///
  /// - Parameter body: The code of the test.
  /// - Returns: The result of `body`.
  /// - Throws: The error that `body` throws.
  public nonisolated(nonsending) func withCurrent<Result>(
    _ body: nonisolated(nonsending) () async throws -> Result
  ) async rethrows -> Result {
    StuckCall.noteTest(begins: true)
    defer { StuckCall.noteTest(begins: false) }
    return try await CurrentScenario.$session.withValue(self) {
      try await MockCurrentSource.$override.withValue(runtime) {
        try await MockFailureHandler.$override.withValue(failures.handler) {
          SecondCopy.report()
          return try await CountedJobs.counting(for: runtime, body)
        }
      }
    }
  }

  /// Finishes the session, and returns the issues that its checks found.
  ///
  /// - Returns: The issues that concern a call, in the order of the calls, followed by all other issues.
  public func finish() -> [ScenarioIssue] {
    RequestInterception.end(runtime)
    ending.withLock { $0.isReported = true }
    return issues(of: checks)
  }

  func issues(of checks: Set<ScenarioCheck>) -> [ScenarioIssue] {
    // Closing the live sessions can cause issues too, for example if an app never joined.
    runtime.closeSessions()
    let calls = runtime.log.calls()
    var issues = calls.compactMap { call in
      ScenarioIssue(call, scenario: runtime.scenario)
    }
    let collected =
      failures.collected(besides: calls) + runtime.context.contracts.ignoredKeys.failures
    issues += collected.map { failure in
      ScenarioIssue(failure, calls: calls, scenario: runtime.scenario)
    }
    issues += ScenarioIssue.waiting(at: runtime.gates)
    let contracts = runtime.context.contracts
    // The script can be incomplete if stubs respond to calls, or while the script is being recorded.
    let isComplete = !contracts.isUnscripted && runtime.context.passing == .asConfigured
    issues += ScenarioIssue.all(
      in: runtime.scenario, against: isComplete ? contracts.all : [:], calls: calls,
      besides: issues, asksForAll: checks.contains(.ignoredCalls))
    issues += ScenarioIssue.all(in: runtime.log)
    if let first = ending.withLock({ $0.firstAfterBody }) {
      issues += runtime.log.callsBeyondBounds(from: first).map {
        ScenarioIssue(.lateCalls, $0.problem, at: $0.call.place, call: $0.call)
      }
    }
    let unique = issues.reduce(into: [ScenarioIssue]()) { unique, issue in
      guard checks.contains(issue.check), !unique.contains(where: issue.repeats) else { return }
      unique.append(issue)
    }.explained(by: runtime.context.contracts.all, runtime.scenario.configuration.services)
    return unique.isEmpty ? [] : redacted(unique, calls)
  }

  /// Removes secrets from issues, including those in the script's own messages.
  private func redacted(
    _ issues: [ScenarioIssue], _ calls: [MockCallRecord]
  ) -> [ScenarioIssue] {
    guard MockSecrets.isOn else { return issues }
    let redaction = runtime.log.redaction
    for call in calls { call.remember(in: redaction) }
    redaction.remember(.dictionary(runtime.sharedState.snapshot))
    return issues.map { issue in
      var issue = issue
      issue.diagnostic.problem = redaction.redacted(issue.diagnostic.problem)
      issue.diagnostic.suggestion = issue.diagnostic.suggestion.map { redaction.redacted($0) }
      return issue
    }
  }
}
