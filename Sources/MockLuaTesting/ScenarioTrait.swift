internal import MockCalls
internal import MockLua
internal import MockPlatform
internal import MockRecording
public import Testing

/// A trait that gives each test case its own new scenario.
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
/// On a suite, the trait applies to every test inside. If several scenario traits apply to a test, only the last trait
/// of the innermost suite or test is used. Each problem that an active ``ScenarioCheck`` finds becomes an issue of the
/// test, with the line in the script. If the test throws an error, the additional `strict` checks are skipped, because
/// the rest of the test didn't run.
public struct ScenarioTrait: TestTrait, SuiteTrait, TestScoping {
  /// An object that distinguishes two traits with the same arguments.
  final class Identity: Sendable {
    /// If the trait belongs to a suite, the trait of a test replaces it.
    let isOfSuite = Locked(false, isLeaf: true)
  }

  typealias Maker =
    @Sendable (_ except: Set<ScenarioCheck>, _ test: String) throws(ScenarioError) ->
    ScenarioSession

  private let identity = Identity()
  private let makeSession: Maker
  /// The recording of live responses, or nil if the test records nothing.
  private let recording: TestRecording?
  /// The severity of differences from the live services, or nil if responses aren't compared.
  private let drift: DriftMode?

  init(
    recording: TestRecording? = nil, drift: DriftMode? = nil, _ makeSession: @escaping Maker
  ) {
    self.makeSession = makeSession
    self.recording = recording
    self.drift = drift
  }

  /// Whether the trait applies to the tests of a suite; always true.
  public var isRecursive: Bool { true }

  /// Remembers whether the trait belongs to a suite.
  public func prepare(for test: Test) async throws {
    if test.isSuite { identity.isOfSuite.withLock { $0 = true } }
  }

  /// Records an issue if the test itself has several scenario traits.
  ///
  /// Traits of its suites don't count.
  private func checkTraits(of test: Test) {
    let own = test.traits.compactMap { $0 as? ScenarioTrait }.filter {
      !$0.identity.isOfSuite.withLock(\.self)
    }
    guard own.count > 1 else { return }
    Issue.record(
      "the test has several `.scenario` traits (`.mocked` is one too), but only the last applies; remove the others",
      sourceLocation: test.sourceLocation)
  }

  /// Returns this trait for each test case, unless an inner trait replaces it.
  public func scopeProvider(for test: Test, testCase: Test.Case?) -> ScenarioTrait? {
    guard testCase != nil else { return nil }
    let innermost = test.traits.lazy.compactMap { $0 as? ScenarioTrait }.last
    return innermost.map { $0.identity === identity } ?? true ? self : nil
  }

  /// Runs a test case with a new scenario, and records the scenario's issues as issues of the test.
  ///
  /// - Throws: The error that the test throws.
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
      session.runtime.context.contracts.isRelaxed = test.traits.contains { $0 is RelaxedTrait }
    } catch {
      try await trace.watching {
        for diagnostic in error.diagnostics {
          Issue.record("\(diagnostic)", sourceLocation: test.sourceLocation)
        }
      }
      trace.leave { name, issues in
        MockTrace(failing: error, test: name, issues: issues, clock: .virtual())
      }
      return
    }
    let scenarioIssues = Locked<[ScenarioIssue]>([])
    @Sendable func finish(_ remains: (ScenarioIssue) -> Bool) {
      let run = CurrentRun.value
      let found = session.finish().filter { remains($0) && run?.excuses($0) != true }
      scenarioIssues.withLock { $0 = found }
      record(found, at: test.sourceLocation)
    }
    defer {
      if let text = CurrentRun.value?.verdictText { trace.add(text) }
      trace.leave { name, issues in
        session.trace(test: name, issues: issues, scenarioIssues: scenarioIssues.withLock { $0 })
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

  /// Runs a body with a new scenario in an XCTest test, and reports the issues as failures.
  func run(at place: ExpectationPlace, _ body: @Sendable () async throws -> Void) async throws {
    let session = try makeSession([], "a part of a test")
    defer { for issue in session.finish() { place.record(issue.description) } }
    try await session.withCurrent(body)
  }

  /// Records an issue for each call that any task or thread makes after the end of the test.
  private func watchLateCalls(of session: ScenarioSession, _ test: Test, _ trace: TestTrace) {
    let later = session.weakReference
    let isFirst = Locked(true)
    @Sendable func record(_ late: LateIssue) {
      let issue = late.issue
      Issue.record("\(issue) (in \(test.name))", sourceLocation: test.sourceLocation)
      // It is too late to add attachments to the test.
      guard isFirst.exchange(false), let session = late.session else { return }
      trace.leaveLate { name, issues in
        session.trace(test: name, issues: issues, scenarioIssues: [issue])
      }
    }
    let mailbox = LateIssues { record($0) }
    session.watchLateCalls { issue in
      // The scenario may be released as soon as the call has ended.
      let late = LateIssue(issue: issue, session: later())
      // If a task of the test makes the call, it records the issue itself.
      if Test.current?.id == test.id { record(late) } else { mailbox.add(late) }
    }
  }

  private func record(_ issues: [ScenarioIssue], at sourceLocation: SourceLocation) {
    for issue in issues {
      Issue.record("\(issue)", sourceLocation: sourceLocation)
    }
  }
}

extension ScenarioIssue {
  /// Whether the issue is still useful although the test has thrown an error, which is an issue itself.
  fileprivate func remains(after error: any Error) -> Bool {
    guard ScenarioCheck.standard.contains(check) else { return false }
    guard case .threw(let found) = call?.outcome else { return true }
    return found != error as? MockServiceError
  }
}

/// Runs part of a test with its own scenario.
///
/// The scenario can depend on an argument of the test.
///
/// ```swift
/// @Test(arguments: ["visa", "amex"]) func pays(with card: String) async throws {
///   try await withScenario(.scenario("pay.lua", variant: card)) {
///     try await Checkout(payment: MockPaymentService()).pay()
///     verify("PaymentService.pay", called: 1)
///   }
/// }
/// ```
///
/// Inside the closure, this scenario is the current scenario. Its issues become issues of the test. If the script has
/// errors, each error is an issue, and the closure doesn't run. To explore a test, use a trait instead of this
/// function.
///
/// - Parameters:
///   - scenario: The scenario, written like the trait of a test: `.scenario(...)` or `.mocked(...)`.
///   - fileID: The file to attribute the issues to in Swift Testing; the caller's by default.
///   - file: The file to attribute the issues to in XCTest; the caller's by default.
///   - line: The line to attribute the issues to; the caller's by default.
///   - column: The column to attribute the issues to; the caller's by default.
///   - body: The part of the test to run.
/// - Throws: The error that `body` throws. In XCTest, also `ScenarioError` with all errors in the script.
public func withScenario(
  _ scenario: ScenarioTrait, fileID: StaticString = #fileID, file: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column, _ body: @Sendable () async throws -> Void
) async throws {
  if let test = Test.current {
    return try await scenario.provideScope(for: test, testCase: .current, performing: body)
  }
  try await scenario.run(at: ExpectationPlace(fileID, file, line, column), body)
}

/// An issue that was found after the end of a test, with the session of the test.
private struct LateIssue: Sendable {
  let issue: ScenarioIssue
  let session: ScenarioSession?
}

/// Receives issues on any thread, and passes them to a task that was created in the test.
///
/// Swift Testing assigns an issue to the test whose task records it.
private final class LateIssues: Sendable {
  private let continuation: AsyncStream<LateIssue>.Continuation

  init(_ record: @escaping @Sendable (LateIssue) -> Void) {
    let (issues, continuation) = AsyncStream.makeStream(of: LateIssue.self)
    self.continuation = continuation
    Task(priority: .high) {
      for await issue in issues { record(issue) }
    }
  }

  deinit { continuation.finish() }

  func add(_ issue: LateIssue) { continuation.yield(issue) }
}

/// A trait that turns off some checks of a scenario, for a test or for all tests of a suite.
public struct ScenarioExceptionTrait: TestTrait, SuiteTrait {
  /// The checks that are turned off.
  package let checks: Set<ScenarioCheck>

  /// Whether the trait applies to the tests of a suite; always true.
  public var isRecursive: Bool { true }
}

extension Trait where Self == ScenarioExceptionTrait {
  /// Turns off some of the checks that `.scenario(...)` runs.
  ///
  /// - Parameter checks: The checks to turn off.
  /// - Returns: The trait.
  public static func scenarioExcept(_ checks: ScenarioCheck...) -> Self {
    ScenarioExceptionTrait(checks: Set(checks))
  }
}
