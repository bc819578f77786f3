internal import LuaRuntime
public import MockCalls
public import MockConfiguration
internal import MockContainer
internal import MockData
public import MockLua
internal import MockPlatform
internal import MockRecording
internal import MockServicesTesting

/// A scenario for one test, and what went wrong with it: the plain object behind the trait.
///
/// `@Test(.scenario("login.lua"))` does all this by itself. In an XCTest case:
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
/// While the session exists, its scenario is the current one of the running XCTest test. If you don't finish the
/// session, it reports its findings when it is released.
public final class ScenarioSession: Sendable {
  /// The running scenario.
  public let runtime: ScenarioRuntime
  /// What ``finish()`` looks for.
  package let checks: Set<ScenarioCheck>
  private let failures: FailureCollector
  /// The script's file; nil for one from text.
  let scriptPath: String?
  /// The run of a body that is explored within the test, whose trace is the test's.
  let shown = Locked<(session: ScenarioSession, run: any TestRun)?>(nil)
  /// Makes another of the same script, from the beginning.
  private let make: @Sendable () throws(ScenarioError) -> ScenarioSession
  /// The test that made the session, and where.
  let origin: SessionOrigin
  /// The progress of ending the session.
  let ending = Locked(SessionEnding(), isLeaf: true)

  /// Loads a script from a file.
  ///
  /// - Parameters:
  ///   - path: The file: absolute, next to the source file of the test, or in the working directory.
  ///   - scenario: The named scenario to run on top of the script's top level; none by default.
  ///   - mode: What the script reads as `mode`; none by default.
  ///   - seed: The seed of all that is random; 0 by default.
  ///   - clock: The clock; by default a virtual one that runs at full speed.
  ///   - logLimit: How many calls the log keeps; 10,000 by default.
  ///   - strict: Whether to look for ``ScenarioCheck/strict`` findings; false by default.
  ///   - also: What else to look for.
  ///   - except: What not to look for.
  ///   - coverage: The folder to which what is used of the script is appended; by default the one that
  ///     `MOCKLUA_COVERAGE` names.
  ///   - recording: What live services answer beyond what the script says, so that ``record(to:errors:filePath:)`` can
  ///     write it; nothing by default.
  ///   - filePath: The source file of the test.
  ///   - file: The file to report if the session isn't finished; the caller's by default.
  ///   - line: The line to report if the session isn't finished; the caller's by default.
  /// - Throws: `ScenarioError` with all mistakes of the script.
  public init(
    path: String, scenario: String? = nil, mode: ScenarioMode? = nil, seed: UInt64 = 0,
    clock: MockClock = .virtual(), logLimit: Int = 10_000, strict: Bool = false,
    also: Set<ScenarioCheck> = [], except: Set<ScenarioCheck> = [], coverage: String? = nil,
    recording: RecordingMode? = nil, filePath: String = #filePath,
    file: StaticString = #filePath, line: UInt = #line
  ) throws(ScenarioError) {
    try Self.applyProjectFile(beside: filePath)
    checks = ScenarioCheck.set(strict: strict, also: also, except: except)
    failures = FailureCollector()
    origin = SessionOrigin(MockSourceLocation(file: file, line: UInt(clamping: line)))
    let options = ScenarioOptions(scenario: scenario, mode: mode, seed: seed, coverage: coverage)
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
        path: path, scenario: scenario, mode: mode, seed: seed, clock: clock.another(),
        logLimit: logLimit, strict: strict, also: also, except: except, coverage: coverage,
        recording: recording, filePath: filePath, file: file, line: line)
    }
    watch()
  }

  /// Loads a script from text; modules and fixtures lie beside the source file of the test.
  ///
  /// - Parameters:
  ///   - source: The text.
  ///   - name: The name in messages; file and line of the caller by default, such as `LoginTests.swift:12`.
  ///   - scenario: The named scenario to run on top of the script's top level; none by default.
  ///   - mode: What the script reads as `mode`; none by default.
  ///   - seed: The seed of all that is random; 0 by default.
  ///   - clock: The clock; by default a virtual one that runs at full speed.
  ///   - logLimit: How many calls the log keeps; 10,000 by default.
  ///   - strict: Whether to look for ``ScenarioCheck/strict`` findings; false by default.
  ///   - also: What else to look for.
  ///   - except: What not to look for.
  ///   - coverage: The folder to which what is used of the script is appended; by default the one that
  ///     `MOCKLUA_COVERAGE` names.
  ///   - recording: What live services answer beyond what the script says, so that ``record(to:errors:filePath:)`` can
  ///     write it; nothing by default.
  ///   - filePath: The source file of the test.
  ///   - file: The file to report if the session isn't finished; the caller's by default.
  ///   - line: The line of the caller.
  /// - Throws: `ScenarioError` with all mistakes of the script.
  public init(
    source: String, name: String? = nil, scenario: String? = nil,
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
    let options = ScenarioOptions(scenario: scenario, mode: mode, seed: seed, coverage: coverage)
    let handler = failures.ownHandler
    scriptPath = nil
    runtime = try (recording?.passing ?? .current).applied { () throws(ScenarioError) in
      try ScenarioRuntime(
        source: source, name: name ?? ScriptPath.nameOfInline(in: filePath, line: line),
        directory: FilePath.folder(of: filePath), options: options, clock: clock,
        log: MockCallLog(limit: logLimit), failureHandler: handler)
    }
    make = { [clock] () throws(ScenarioError) in
      try ScenarioSession(
        source: source, name: name, scenario: scenario, mode: mode, seed: seed,
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

  /// Lets the secrets that the project of a test names be secrets.
  private static func applyProjectFile(beside filePath: String) throws(ScenarioError) {
    do throws(MockConfigurationError) {
      try ProjectFile.apply(toFolder: FilePath.folder(of: filePath))
    } catch {
      throw ScenarioError([error.diagnostic])
    }
  }

  /// Another session of the same script, from the beginning.
  ///
  /// - Throws: `ScenarioError` where a file has changed meanwhile.
  func again() throws(ScenarioError) -> ScenarioSession {
    let session = try make()
    XCTestSessions.remove(session)
    session.runtime.context.contracts.isUnscripted = runtime.context.contracts.isUnscripted
    return session
  }

  /// The session for whoever must not keep its scenario alive, such as an observer of its calls; nil once that is
  /// gone.
  var whileItLives: @Sendable () -> ScenarioSession? {
    { [weak runtime, checks, failures, scriptPath, origin, make] in
      runtime.map { ScenarioSession($0, checks, failures, scriptPath, origin, make) }
    }
  }

  /// Lets the scenario look for what costs something to find.
  private func watch() {
    runtime.context.contracts.isWatched = true
    runtime.context.contracts.ignoredKeys.isWatching = checks.contains(.ignoredKeys)
    RequestInterception.begin(runtime)
    watchOtherTests()
    guard let test = origin.xctest else { return }
    XCTestSessions.add(self, of: test)
    reportUnfinishedAtEnd(of: test)
  }

  /// Runs a test with this scenario as `ScenarioRuntime.current`.
  ///
  /// Sequencers and shared states that the test makes by itself report their failures to the session
  /// meanwhile, instead of stopping the process.
  ///
  /// - Parameter body: The test.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws.
  public nonisolated(nonsending) func withCurrent<Result>(
    _ body: nonisolated(nonsending) () async throws -> Result
  ) async rethrows -> Result {
    DeadEnd.noteSignOfLife()
    defer { DeadEnd.noteSignOfLife() }
    return try await CurrentScenario.$session.withValue(self) {
      try await MockCurrentSource.$override.withValue(runtime) {
        try await MockFailureHandler.$override.withValue(failures.handler) {
          SecondCopy.report()
          return try await CountedJobs.counting(for: runtime, body)
        }
      }
    }
  }

  /// What the checks find in everything that has happened so far.
  ///
  /// - Returns: The findings in the order of the calls, then those that concern no call.
  public func finish() -> [ScenarioFinding] {
    RequestInterception.end(runtime)
    ending.withLock { $0.isReported = true }
    return findings(of: checks)
  }

  /// What some checks find.
  func findings(of checks: Set<ScenarioCheck>) -> [ScenarioFinding] {
    // What comes of that, such as an app that never joined, is found as well.
    runtime.closeSessions()
    let calls = runtime.log.calls()
    var findings = calls.compactMap { call in
      ScenarioFinding(call, scenario: runtime.scenario)
    }
    let collected =
      failures.collected(besides: calls) + runtime.context.contracts.ignoredKeys.failures
    findings += collected.map { failure in
      ScenarioFinding(failure, calls: calls, scenario: runtime.scenario)
    }
    findings += ScenarioFinding.waiting(at: runtime.gates)
    let contracts = runtime.context.contracts
    // A script that stubs answer, or that is being recorded, need not have what the protocols have.
    let isComplete = !contracts.isUnscripted && runtime.context.passing == .asWritten
    findings += ScenarioFinding.all(
      in: runtime.scenario, against: isComplete ? contracts.all : [:], calls: calls,
      besides: findings, asksForAll: checks.contains(.ignoredCalls))
    findings += ScenarioFinding.all(in: runtime.log)
    if let first = ending.withLock({ $0.firstAfterBody }) {
      findings += runtime.log.callsBeyondBounds(from: first).map {
        ScenarioFinding(.lateCalls, $0.problem, at: $0.call.place, call: $0.call)
      }
    }
    let unique = findings.reduce(into: [ScenarioFinding]()) { unique, finding in
      guard checks.contains(finding.check), !unique.contains(where: finding.repeats) else { return }
      unique.append(finding)
    }.explained(by: runtime.context.contracts.all, runtime.scenario.configuration.services)
    return unique.isEmpty ? [] : redacted(unique, calls)
  }

  /// Findings without secrets: also those that a script's own message has in it.
  private func redacted(
    _ findings: [ScenarioFinding], _ calls: [MockCallRecord]
  ) -> [ScenarioFinding] {
    guard MockSecrets.isOn else { return findings }
    let redaction = runtime.log.redaction
    for call in calls { call.remember(in: redaction) }
    redaction.remember(.dictionary(runtime.sharedState.snapshot))
    return findings.map { finding in
      var finding = finding
      finding.diagnostic.problem = redaction.redacted(finding.diagnostic.problem)
      finding.diagnostic.remedy = finding.diagnostic.remedy.map { redaction.redacted($0) }
      return finding
    }
  }
}
