internal import MockCalls
internal import MockData
internal import MockLua
internal import MockPlatform
internal import Testing

/// Hears of the issues of a test, and leaves a trace where there are any.
struct TestTrace: Sendable {
  private let test: Test
  private let testCase: Test.Case?
  private let issues = Locked<[MockTrace.Issue]>([])
  private let start = SuspendingClock.now

  init(_ test: Test, _ testCase: Test.Case?) { (self.test, self.testCase) = (test, testCase) }

  /// Runs a test, and hears of its issues, also of expectations that failed.
  func watching(_ body: @Sendable () async throws -> Void) async throws {
    let watch: IssueHandlingTrait = .compactMapIssues { issue in
      // One of a detached task may be another test's: the framework hands it to every test that runs, and to the
      // run as well, which alone shall tell of it.
      guard let current = Test.current else { return nil }
      // One that a test has said to be known is none.
      if issue.isFailure, current.id == test.id { add(MockTrace.Issue(issue)) }
      return issue
    }
    try await watch.provideScope(for: test, testCase: testCase, performing: body)
  }

  /// Hears of an error that the test throws, of which its framework makes an issue later.
  func add(_ error: any Error) {
    // A test that was cancelled has not failed.
    guard !(error is CancellationError), !Task.isCancelled else { return }
    add(
      MockTrace.Issue(
        text: "Caught error: \(error)", place: MockTrace.place(of: test.sourceLocation)))
  }

  /// Hears what exploring has found, of which it makes an issue later.
  func add(_ text: String) {
    add(MockTrace.Issue(text: text, place: MockTrace.place(of: test.sourceLocation)))
  }

  /// Whether anything has gone wrong so far.
  var hasIssues: Bool { issues.withLock { !$0.isEmpty } }

  private func add(_ issue: MockTrace.Issue) { issues.withLock { $0.append(issue) } }

  /// Writes the trace of a test that has ended to the folder for traces.
  func leaveLate(_ make: (_ test: String, _ issues: [MockTrace.Issue]) -> MockTrace) {
    guard TraceFolder.path != nil, CurrentRun.value?.isSilent != true else { return }
    let name = test.nameWithSuites
    TraceFolder.write(make(name, issues.withLock { $0 }).utf8, test: name)
  }

  /// What to say of a test that took longer than its limit: its framework says so where no trait hears it.
  ///
  /// - Parameters:
  ///   - limit: The limit of the test; nil where it has none.
  ///   - duration: How long the scope of the test took, which begins after the limit's time does.
  ///   - wasCancelled: Whether the test was cancelled, as one is whose time is over.
  /// - Returns: The text of the issue; nil for a test within its limit.
  static func timeLimitIssue(
    _ limit: Duration?, took duration: Duration, wasCancelled: Bool
  ) -> String? {
    guard let limit, duration >= (wasCancelled ? limit - .seconds(1) : limit) else { return nil }
    return "Time limit was exceeded: \(limit.components.seconds) seconds"
  }

  /// Attaches the trace to the test, and writes it to the folder for traces, where anything went wrong.
  func leave(_ make: (_ test: String, _ issues: [MockTrace.Issue]) -> MockTrace) {
    if let issue = Self.timeLimitIssue(
      test.timeLimit, took: SuspendingClock.now - start, wasCancelled: Task.isCancelled)
    {
      add(MockTrace.Issue(text: issue, place: MockTrace.place(of: test.sourceLocation)))
    }
    let issues = issues.withLock { $0 }
    // Of many runs the one that is shown leaves a trace.
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
  /// The name with those of its suites, such as `LoginTests/wrongCode(code:)`.
  fileprivate var nameWithSuites: String {
    // The module comes first, and the place last.
    var parts = "\(id)".split(separator: "/").map(String.init)
    if parts.count > 1, parts.last?.contains(".swift:") == true { parts.removeLast() }
    return parts.isEmpty ? name : parts.joined(separator: "/")
  }
}

extension MockTrace {
  static func place(of location: SourceLocation) -> SourcePlace {
    let file = location.fileID.split(separator: "/").last.map(String.init) ?? location.fileID
    return SourcePlace(file: file, line: location.line)
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
