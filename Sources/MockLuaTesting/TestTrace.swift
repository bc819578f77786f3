internal import MockCalls
internal import MockData
internal import MockLua
internal import MockPlatform
internal import Testing

/// Collects the issues of a test, and saves a trace if there are any.
struct TestTrace: Sendable {
  private let test: Test
  private let testCase: Test.Case?
  private let issues = Locked<[MockTrace.Issue]>([])
  private let start = SuspendingClock.now

  init(_ test: Test, _ testCase: Test.Case?) { (self.test, self.testCase) = (test, testCase) }

  /// Runs a test, and collects its issues, including failed expectations.
  func watching(_ body: @Sendable () async throws -> Void) async throws {
    let watch: IssueHandlingTrait = .compactMapIssues { issue in
      // An issue of a detached task may belong to another test. Swift Testing passes it to every running test and also
      // to the test run itself, which should be the only one to report it.
      guard let current = Test.current else { return nil }
      // An issue that the test has marked as known isn't a failure.
      if issue.isFailure, current.id == test.id { add(MockTrace.Issue(issue)) }
      return issue
    }
    try await watch.provideScope(for: test, testCase: testCase, performing: body)
  }

  /// Swift Testing turns the error into an issue later.
  func add(_ error: any Error) {
    // A canceled test hasn't failed.
    guard !(error is CancellationError), !Task.isCancelled else { return }
    add("Caught error: \(error)")
  }

  /// Adds a problem that exploring found, which becomes an issue later.
  func add(_ text: String) {
    add(MockTrace.Issue(text: text, place: MockTrace.place(of: test.sourceLocation)))
  }

  var hasIssues: Bool { issues.withLock { !$0.isEmpty } }

  private func add(_ issue: MockTrace.Issue) { issues.withLock { $0.append(issue) } }

  /// Writes the trace of a test that has ended to the folder for traces.
  func leaveLate(_ make: (_ test: String, _ issues: [MockTrace.Issue]) -> MockTrace) {
    guard TraceFolder.path != nil, CurrentRun.value?.isSilent != true else { return }
    let name = test.nameWithSuites
    TraceFolder.write(make(name, issues.withLock { $0 }).utf8, test: name)
  }

  /// Swift Testing doesn't report exceeded time limits to traits.
  ///
  /// The duration of the test's scope starts later than the time limit.
  static func timeLimitIssue(
    _ limit: Duration?, took duration: Duration, wasCancelled: Bool
  ) -> String? {
    guard let limit, duration >= (wasCancelled ? limit - .seconds(1) : limit) else { return nil }
    return "Time limit was exceeded: \(limit.components.seconds) seconds"
  }

  /// If the test has issues, attaches the trace to the test and writes it to the folder for traces.
  func leave(_ make: (_ test: String, _ issues: [MockTrace.Issue]) -> MockTrace) {
    if let issue = Self.timeLimitIssue(
      test.timeLimit, took: SuspendingClock.now - start, wasCancelled: Task.isCancelled)
    {
      add(issue)
    }
    let issues = issues.withLock { $0 }
    // If there are many runs, only the trace of the reported run is saved.
    guard !issues.isEmpty, CurrentRun.value?.isSilent != true else { return }
    let name = test.nameWithSuites
    let bytes = make(name, issues).utf8
    TraceFolder.write(bytes, test: name)
    Attachment.record(
      bytes, named: "\(TraceFolder.fileName(of: name)).\(TraceFolder.ending)",
      sourceLocation: test.sourceLocation)
  }
}

extension Test {
  /// The names of the suites and the test, such as `LoginTests/wrongCode(code:)`.
  fileprivate var nameWithSuites: String {
    // The ID begins with the module and ends with the source location.
    var parts = "\(id)".split(separator: "/").map(String.init)
    if parts.count > 1, parts.last?.contains(".swift:") == true { parts.removeLast() }
    return parts.isEmpty ? name : parts.joined(separator: "/")
  }
}

extension MockTrace {
  static func place(of location: SourceLocation) -> ScriptLocation {
    let file = location.fileID.split(separator: "/").last.map(String.init) ?? location.fileID
    return ScriptLocation(file: file, line: location.line)
  }
}

extension MockTrace.Issue {
  init(_ issue: Issue) {
    let text =
      switch issue.kind {
      case .unconditional: issue.comments.map(\.rawValue).joined(separator: "\n")
      case .errorCaught(let error): "Caught error: \(error)"
      default: "\(issue)"
      }
    self.init(text: text, place: issue.sourceLocation.map(MockTrace.place(of:)))
  }
}

extension ScenarioSession {
  /// `scenarioIssues` contains the issues among `issues` that the scenario found.
  func trace(
    test: String, issues: [MockTrace.Issue], scenarioIssues: [ScenarioIssue]
  ) -> MockTrace {
    if let (session, run) = shown.withLock({ $0 }) {
      return CurrentRun.$value.withValue(run) {
        session.trace(test: test, issues: issues, scenarioIssues: scenarioIssues)
      }
    }
    var issues = issues
    for issue in scenarioIssues {
      let text = issue.description
      let index = issues.firstIndex { $0.text == text && $0.check == nil } ?? issues.count
      if index == issues.count { issues.append(MockTrace.Issue(text: text)) }
      issues[index].check = issue.check.rawValue
      issues[index].call = issue.call?.order
    }
    // Issues that only strict checks find may explain the failure as well.
    let others = self.issues(of: ScenarioCheck.strict)
    for issue in others
    where !scenarioIssues.contains(where: { $0.description == issue.description }) {
      // The issue's text may be the error of the call, if the test threw it.
      if let index = issues.firstIndex(where: { $0.text.contains(issue.description) }) {
        issues[index].check = issue.check.rawValue
        issues[index].call = issue.call?.order
        continue
      }
      issues.append(
        MockTrace.Issue(
          text: issue.description, check: issue.check.rawValue, call: issue.call?.order,
          isFailure: false))
    }
    var trace = MockTrace(of: runtime, test: test, issues: issues)
    if let run = CurrentRun.value, !run.plan.isPlain {
      trace.header.plan = run.plan.description
      trace.header.planInWords = run.record.words
    }
    if let progress = ExplorationProgress.current {
      trace.header.runs = progress.runs
      trace.header.notTried = progress.untried
    }
    return trace
  }
}
