internal import MockCalls
internal import MockLua
internal import MockPlatform
internal import MockRecording
public import Testing

/// Gives each test, and each of its arguments, a fresh scenario of its own.
///
/// ```swift
/// @Test(.scenario("login.lua"), arguments: ["1", "2"])
/// func wrongCode(code: String) async throws {
///   let otp = MockOTPService(sequencer: try ScenarioRuntime.current.sequencer(for: "OTPService"))
///   await #expect(throws: MockServiceError.self) { try await otp.verify(code: code) }
///   verify("OTPService.verify", called: 1)
/// }
/// ```
///
/// On a suite it holds for every test inside. Of several such traits the innermost counts, which is the
/// last one. What ``ScenarioCheck`` lists becomes an issue at the test, with the line of the script. A
/// test that throws is not blamed for what it has not come to: only what `strict` adds is left out then.
public struct ScenarioTrait: TestTrait, SuiteTrait, TestScoping {
  /// Tells apart traits that are written in the same way.
  final class Identity: Sendable {
    /// Whether the trait is a suite's, which one of a test replaces.
    let isOfSuite = Locked(false, isLeaf: true)
  }

  typealias Maker =
    @Sendable (_ except: Set<ScenarioCheck>, _ test: String) throws(ScenarioError) ->
    ScenarioSession

  private let identity = Identity()
  private let makeSession: Maker
  /// Where what the live services answer is recorded; nil for a test that records nothing.
  private let recording: TestRecording?
  /// What becomes of answers whose shape is no longer that of the live services; nil where nobody asks those.
  private let drift: DriftMode?

  init(
    recording: TestRecording? = nil, drift: DriftMode? = nil, _ makeSession: @escaping Maker
  ) {
    self.makeSession = makeSession
    self.recording = recording
    self.drift = drift
  }

  /// True: a suite hands the trait on to its tests.
  public var isRecursive: Bool { true }

  /// Notes whether the trait is a suite's.
  public func prepare(for test: Test) async throws {
    if test.isSuite { identity.isOfSuite.withLock { $0 = true } }
  }

  /// Reports a test that has several scenario traits, not including those of its suites.
  private func checkTraits(of test: Test) {
    let own = test.traits.compactMap { $0 as? ScenarioTrait }.filter {
      !$0.identity.isOfSuite.withLock(\.self)
    }
    guard own.count > 1 else { return }
    Issue.record(
      "the test has two `.scenario` traits (`.mocked` is one too), and only the last one applies; remove the others",
      sourceLocation: test.sourceLocation)
  }

  /// Gives each test case a scope of its own, unless a further trait inside replaces this one.
  public func scopeProvider(for test: Test, testCase: Test.Case?) -> ScenarioTrait? {
    guard testCase != nil else { return nil }
    let innermost = test.traits.lazy.compactMap { $0 as? ScenarioTrait }.last
    return innermost.map { $0.identity === identity } ?? true ? self : nil
  }

  /// Runs a test case with a fresh scenario, and records what was found.
  ///
  /// - Throws: What the test throws.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    checkTraits(of: test)
    let exceptions = test.traits.compactMap { $0 as? ScenarioExceptionTrait }
    let trace = TestTrace(test, testCase)
    let session: ScenarioSession
    let comparison = drift.map { _ in LiveComparison() }
    do throws(ScenarioError) {
      let except = exceptions.reduce(into: Set<ScenarioCheck>()) { $0.formUnion($1.checks) }
      let made = LiveComparison.$current.withValue(comparison) {
        Result { () throws(ScenarioError) in try makeSession(except, test.name) }
      }
      session = try made.get()
    } catch {
      try await trace.watching {
        for mistake in error.mistakes {
          Issue.record("\(mistake)", sourceLocation: test.sourceLocation)
        }
      }
      trace.leave { name, issues in
        MockTrace(failing: error, test: name, issues: issues, clock: .virtual())
      }
      return
    }
    let findings = Locked<[ScenarioFinding]>([])
    @Sendable func finish(_ remains: (ScenarioFinding) -> Bool) {
      let run = CurrentRun.value
      let found = session.finish().filter { remains($0) && run?.excuses($0) != true }
      findings.withLock { $0 = found }
      record(found, at: test.sourceLocation)
    }
    defer {
      if let text = CurrentRun.value?.verdictText { trace.add(text) }
      trace.leave { name, issues in
        session.trace(test: name, issues: issues, findings: findings.withLock { $0 })
      }
    }
    try await trace.watching {
      do {
        try await StuckTest.watching(session, at: test.sourceLocation) {
          try await TestTasks.watching {
            try await session.withCurrent(function)
          } atEnd: { hasTasks in
            await session.drain(while: hasTasks)
          }
        }
      } catch {
        trace.add(error)
        finish { $0.remains(after: error) }
        throw error
      }
      finish { _ in true }
      if let drift, let comparison {
        for difference in CallDrift.all(in: comparison.pairs, of: session.runtime) {
          Issue.record(
            "\(difference)", severity: drift.severity, sourceLocation: test.sourceLocation)
        }
      }
    }
    if let recording {
      for problem in await recording.write(session.runtime, hasFailed: trace.hasIssues) {
        Issue.record("\(problem)", severity: .warning, sourceLocation: test.sourceLocation)
      }
    }
    watchLateCalls(of: session, test, trace)
  }

  /// Records an issue of the test for each call after the test has ended, no matter where the call comes from.
  private func watchLateCalls(of session: ScenarioSession, _ test: Test, _ trace: TestTrace) {
    let later = session.whileItLives
    let isFirst = Locked(true)
    @Sendable func record(_ late: LateFinding) {
      let finding = late.finding
      Issue.record("\(finding) (in \(test.name))", sourceLocation: test.sourceLocation)
      // Attachments can no longer be added to the test.
      guard isFirst.exchange(false), let session = late.session else { return }
      trace.leaveLate { name, issues in
        session.trace(test: name, issues: issues, findings: [finding])
      }
    }
    let mailbox = LateFindings { record($0) }
    session.watchLateCalls { finding in
      // The scenario may be released as soon as the call has ended.
      let late = LateFinding(finding: finding, session: later())
      // A task of the test records the issue itself.
      if Test.current?.id == test.id { record(late) } else { mailbox.add(late) }
    }
  }

  private func record(_ findings: [ScenarioFinding], at sourceLocation: SourceLocation) {
    for finding in findings {
      Issue.record("\(finding)", sourceLocation: sourceLocation)
    }
  }
}

extension ScenarioFinding {
  /// Whether the finding still says something once the test has thrown, which is an issue of its own.
  fileprivate func remains(after error: any Error) -> Bool {
    guard ScenarioCheck.standard.contains(check) else { return false }
    guard case .threw(let found) = call?.outcome else { return true }
    return found != error as? MockServiceError
  }
}

/// A finding that came after the end of a test, and the scenario of the test.
private struct LateFinding: Sendable {
  let finding: ScenarioFinding
  let session: ScenarioSession?
}

/// Takes findings on any thread, and hands them to a task of the test that makes it: an issue belongs to the test whose
/// task records it.
private final class LateFindings: Sendable {
  private let continuation: AsyncStream<LateFinding>.Continuation

  init(_ record: @escaping @Sendable (LateFinding) -> Void) {
    let (findings, continuation) = AsyncStream.makeStream(of: LateFinding.self)
    self.continuation = continuation
    Task(priority: .high) {
      for await finding in findings { record(finding) }
    }
  }

  deinit { continuation.finish() }

  func add(_ finding: LateFinding) { continuation.yield(finding) }
}
