internal import MockCalls
internal import MockLua
internal import MockPlatform
internal import MockServicesTesting
internal import Testing

// How a session ends: the work that its test left running, its issues, and late calls.

struct SessionOrigin: Sendable {
  let location: MockSourceLocation
  /// The Swift Testing test; nil outside of a test, and for a session that all tests of a suite share.
  let test: Test.ID?
  let xctest: RunningXCTest?
  let name: String?

  init(_ location: MockSourceLocation) {
    self.location = location
    let test = Test.current
    self.test = test.flatMap { $0.isSuite ? nil : $0.id }
    xctest = test == nil ? XCTestRunning.test : nil
    if xctest != nil { XCTestRunning.prepareTeardown() }
    name = test?.name ?? xctest?.name
  }

  /// Returns the name of the running test if it is a different test; otherwise nil.
  func otherTest() -> String? {
    if let test {
      return Test.current.flatMap { $0.isSuite || $0.id == test ? nil : $0.name }
    }
    if let xctest { return XCTestRunning.test.flatMap { $0 == xctest ? nil : $0.name } }
    return nil
  }
}

struct SessionEnding: Sendable {
  /// The number of the first call after the body of the test, or `nil` while the body runs.
  var firstAfterBody: Int?
  /// Whether the issues have been reported, or are reported elsewhere.
  var isReported = false
  var issues: [ScenarioIssue] = []
  /// The other tests that already have an issue, because they called mocks of this test's scenario.
  var others: Set<String> = []
}

extension ScenarioSession {
  /// Ends the session, and reports each issue with the caller's file and line, in the form that `XCTFail` accepts.
  ///
  /// Work that the test started but didn't await can continue until the test ends. Failures of that work are reported
  /// too.
  ///
  /// - Parameters:
  ///   - file: The file to attribute issues to; the caller's by default.
  ///   - line: The line to attribute issues to; the caller's by default.
  ///   - report: Reports an issue, such as `XCTFail`.
  public func finish(
    file: StaticString = #filePath, line: UInt = #line,
    report: (_ message: String, _ file: StaticString, _ line: UInt) -> Void
  ) {
    let location = MockSourceLocation(file: file, line: line)
    let issues = finish()
    ending.withLock { $0.issues = issues }
    for issue in issues { report(issue.description, file, line) }
    if !issues.isEmpty, TraceFolder.path != nil {
      TraceFolder.write(
        trace(test: "\(location)", issues: [], scenarioIssues: issues).utf8, test: "\(location)")
    }
    endLater(at: location)
  }

  /// Watches for calls that are made after the test has ended.
  ///
  /// In XCTest, work that the test left running gets time to finish first.
  func endLater(at location: MockSourceLocation) {
    noteEndOfBody()
    guard let test = origin.xctest, XCTestRunning.test == test else {
      let name = origin.name
      return watchLateCalls { issue in
        MockTestReporter.record(
          MockFailure(
            severity: .expectation,
            message: issue.description + (name.map { " (in \($0))" } ?? ""),
            sourceLocation: location))
      }
    }
    @Sendable func report(_ issue: ScenarioIssue) {
      XCTestRunning.fail(test, issue.description, at: location)
    }
    @Sendable func reportNewIssues() {
      let known = ending.withLock { $0.issues }
      for issue in issues(of: checks) where !known.contains(issue) { report(issue) }
    }
    let waits = XCTestRunning.afterMethod { [self] in
      // It isn't known whether an XCTest test has tasks, and the main thread may check before another thread has
      // started one.
      await drain { true }
      reportNewIssues()
    }
    if !waits { XCTestRunning.atEnd(reportNewIssues) }
    let watch = lateCallWatch(report)
    XCTestRunning.atEnd(watch)
  }

  func reportUnfinishedAtEnd(of test: RunningXCTest) {
    let watch = lateCallWatch { [location = origin.location] in
      XCTestRunning.fail(test, $0.description, at: location)
    }
    XCTestRunning.atEnd { [weak self] in
      guard let self, !ending.withLock({ $0.isReported }) else { return }
      reportUnfinished()
      watch()
    }
  }

  func reportUnfinished() {
    let isReported = ending.withLock { ending in
      defer { ending.isReported = true }
      return ending.isReported
    }
    guard !isReported else { return }
    for issue in issues(of: checks) {
      if let test = origin.xctest {
        XCTestRunning.fail(test, issue.description, at: origin.location)
      } else {
        let name = Test.current == nil ? origin.name.map { " (in \($0))" } ?? "" : ""
        MockTestReporter.record(
          MockFailure(
            severity: .expectation, message: issue.description + name,
            sourceLocation: origin.location))
      }
    }
  }

  // MARK: - Work left running

  /// The second number is for tests that left tasks running.
  private static let (looks, looksWithTasks) = (2, 25)
  /// The time without a change after which the smaller number is always enough, because checks are slow on a busy
  /// machine.
  private static let quietTime = Duration.seconds(1)

  private func noteEndOfBody() {
    let first = runtime.log.count + 1
    ending.withLock { $0.firstAfterBody = $0.firstAfterBody ?? first }
  }

  /// Lets work that a test left running continue until nothing happens in the test's scenario anymore.
  ///
  /// - Parameter hasTasks: Returns whether tasks of the test are left. They may wait for something that never happens.
  func drain(while hasTasks: () -> Bool) async {
    guard CurrentRun.value == nil else { return }
    noteEndOfBody()
    var (last, alike) = (ScenarioSigns(runtime), 0)
    var deadline = ContinuousClock.now + Self.quietTime
    while !Task.isCancelled {
      await runtime.clock.settle(hurryingAfter: deadline)
      await MainActor.run {}
      let signs = ScenarioSigns(runtime)
      if signs != last { deadline = .now + Self.quietTime }
      alike = signs == last ? alike + 1 : 0
      last = signs
      if alike >= Self.looks, ContinuousClock.now > deadline { return }
      let isBusy = hasTasks() || runtime.context.isAnswering || runtime.clock.isDriving
      guard alike < (isBusy ? Self.looksWithTasks : Self.looks) else { return }
      if isBusy, alike >= Self.looks { try? await Task.sleep(for: .milliseconds(1)) }
    }
  }

  // MARK: - Late calls, and calls of other tests

  /// Reports each call that is made from now on, after the test has ended.
  ///
  /// Nothing awaits these calls, and they can affect the test that is running by then.
  ///
  /// The scenario retains `report`, so the closure must not retain the scenario.
  package func watchLateCalls(_ report: @escaping @Sendable (ScenarioIssue) -> Void) {
    // Handlers may hold objects of the app, which hold the scenario.
    runtime.context.pushTargets.removeAll()
    lateCallWatch(report)()
  }

  private func lateCallWatch(
    _ report: @escaping @Sendable (ScenarioIssue) -> Void
  ) -> @Sendable () -> Void {
    guard checks.contains(.lateCalls) else { return {} }
    let (log, origin, failures) = (runtime.log, origin, failures)
    return { [weak log] in
      failures.reportLate { report(ScenarioIssue(.lateCalls, $0.message)) }
      guard let log else { return }
      let last = Locked(log.count)
      log.subscribe { [weak log] in
        guard let log else { return }
        let calls = last.withLock { last in
          let calls = log.calls(from: last + 1)
          last = calls.last?.order ?? last
          return calls
        }
        // The other test already has an issue.
        guard !calls.isEmpty, origin.otherTest() == nil else { return }
        for call in calls { report(.late(call)) }
      }
    }
  }

  /// Fails any other test that calls a mock of this session's scenario, once per test.
  func watchOtherTests() {
    guard let name = origin.name else { return }
    let (origin, ending, session) = (origin, ending, ObjectIdentifier(self))
    runtime.log.subscribe { [weak log = runtime.log] in
      // Nearly every call comes from the session's own test.
      if let current = CurrentScenario.session, ObjectIdentifier(current) == session { return }
      guard let other = origin.otherTest(), ending.withLock({ $0.others.insert(other).inserted }),
        let call = log.flatMap({ $0.call($0.count) })
      else { return }
      MockTestReporter.record(
        MockFailure(
          severity: .expectation,
          message:
            "`\(other)` calls `\(call.qualifiedMethod)` on a mock or session that was created in `\(name)`, so the"
            + " scenario of `\(name)` responds and counts the call; create one in each test instead of a static or"
            + " global variable"
        ))
    }
  }
}

extension ScenarioIssue {
  /// Creates the issue for a call that was made after its test had ended.
  fileprivate static func late(_ call: MockCallRecord) -> ScenarioIssue {
    ScenarioIssue(
      .lateCalls,
      "`\(call.qualifiedMethod)` was called after its test had ended; await the code that calls it, or cancel it",
      at: call.place, call: call)
  }
}

/// Each task that a test has started holds a reference to this object as a task-local value while it runs.
final class TestTasks: Sendable {
  @TaskLocal private static var current: TestTasks?

  /// The number of references to this object when the body of the test started.
  private let references = Locked(0, isLeaf: true)

  /// The number of tasks that the current test has started and that haven't ended; nil outside of a test, or if
  /// references can't be counted.
  static var running: Int? {
    guard let first = current?.references.withLock(\.self), first > 0 else { return nil }
    let count = countReferences()
    return count > 0 ? max(0, count - first) : nil
  }

  private static func countReferences() -> Int {
    guard let tasks = current else { return 0 }
    return ExecutorHooks.references(to: Unmanaged.passUnretained(tasks).toOpaque())
  }

  /// Runs a body, and then checks whether any task that it started is still running.
  ///
  /// Detached tasks aren't included.
  static func watching(
    _ body: () async throws -> Void, atEnd: (_ hasTasks: () -> Bool) async -> Void
  ) async rethrows {
    weak var tasks: TestTasks?
    func run() async throws {
      let made = TestTasks()
      tasks = made
      try await $current.withValue(made) {
        made.references.withLock { $0 = Self.countReferences() }
        try await body()
      }
    }
    do {
      try await run()
    } catch {
      await atEnd { tasks != nil }
      throw error
    }
    await atEnd { tasks != nil }
  }
}
