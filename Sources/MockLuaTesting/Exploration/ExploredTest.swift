internal import CLibrary
internal import MockLua
internal import MockPlatform
internal import Testing

/// Explores a Swift Testing test: runs it, and reports the results.
struct ExploredTest: Sendable {
  let test: Test
  let testCase: Test.Case?
  let sourceLocation: SourceLocation

  /// Explores a body, or runs only the schedule in `replay`.
  ///
  /// With `mocks`, each run has a scenario without a script, unless the test already has one.
  ///
  /// - Throws: The error of the body, if exploring isn't possible and the body therefore runs only once.
  func explore(
    _ kinds: [Exploration], _ limits: ExplorationLimits, replay: String?, mocks: Bool = false,
    _ body: @escaping @Sendable () async throws -> Void
  ) async throws {
    if let obstacle = ExecutorHooks.obstacle {
      advise("\(obstacle); the test ran once, without exploring")
      return try await body()
    }
    // In a test that is already explored, the schedule of its current run applies.
    guard CurrentRun.value == nil else { return try await body() }
    // If the test already has a scenario, each run starts that scenario from the beginning.
    let session = CurrentScenario.session
    let explorer = Explorer(
      kinds: kinds.isEmpty ? [.orders] : kinds, limits: limits,
      perform: { plan, comment in
        await perform(ExploringRun(plan, isSilent: comment == nil), comment) {
          if let session {
            try await session.again().performing(at: sourceLocation, for: session, body)
          } else if mocks {
            try await ScenarioSession.mocked().performing(at: sourceLocation, body)
          } else {
            try await body()
          }
        }
      }, advise: advise, object: object, summarize: summarize)
    await follow(replay, explorer) {
      let file = PlanFile(test: "\(test.id)-\(testCase.map(\.name) ?? "")")
      return await ExecutorHooks.runOutsidePool { await explorer.explore(remembering: file) }
    }
  }

  /// Runs the schedule in `replay`, if any, and otherwise explores.
  func follow(
    _ replay: String?, _ explorer: Explorer, orExplore explore: () async -> Explorer.Outcome
  ) async {
    guard let replay else {
      _ = await explore()
      return
    }
    do throws(PlanError) {
      await explorer.replay(try Plan(replay))
    } catch {
      Issue.record("\(error)", sourceLocation: sourceLocation)
    }
  }

  /// If `comment` isn't nil, the run's issues become issues of the test, with that comment.
  func perform(
    _ run: any TestRun, _ comment: (@Sendable (RunResult) -> String)?,
    _ body: @escaping @Sendable () async throws -> Void
  ) async -> RunResult {
    let issues = Locked<[String]>([])
    let watch: IssueHandlingTrait = .compactMapIssues { issue in
      // An issue of a detached task may belong to another test.
      guard Test.current != nil else { return nil }
      guard issue.isFailure else { return comment == nil ? nil : issue }
      issues.withLock { $0.append("\(issue)") }
      guard let comment else { return nil }
      var issue = issue
      issue.comments.append("\(comment(run.result([])))")
      return issue
    }
    try? await watch.provideScope(for: test, testCase: testCase) {
      await run.perform(body)
      guard comment != nil else { return }
      let result = run.result([])
      if let text = result.verdict?.text { Issue.record("\(text)", sourceLocation: sourceLocation) }
      guard result.isIssue, result.verdict == nil, let error = result.error,
        !(error is ExpectationFailedError)
      else { return }
      Issue.record(error, sourceLocation: sourceLocation)
    }
    var result = run.result(issues.withLock { $0 })
    // The failed expectation has already been recorded as an issue.
    if result.error is ExpectationFailedError { result.error = nil }
    return result
  }

  /// Records an issue, because exploring this test is pointless.
  @Sendable func object(_ text: String) { Issue.record("\(text)", sourceLocation: sourceLocation) }

  /// Prints the summary of a test without issues, if `swift test` was called with `--verbose`.
  @Sendable func summarize(_ text: String) {
    guard
      CommandLine.arguments.contains(where: { ["--verbose", "-v"].contains($0) })
        || getenv("MOCKLUA_VERBOSE") != nil
    else { return }
    StandardError.write("\(test.name): \(text)\n")
  }

  /// Records a warning.
  @Sendable func advise(_ text: String) {
    #if compiler(>=6.3)
      Issue.record("\(text)", severity: .warning, sourceLocation: sourceLocation)
    #else
      StandardError.write("\(test.name): \(text)\n")
    #endif
  }
}

extension ScenarioSession {
  /// Records the scenario's issues as issues of the test, at `sourceLocation`.
  ///
  /// `outer` is the test's own scenario. Its trace shows the reported run.
  func performing(
    at sourceLocation: SourceLocation, for outer: ScenarioSession? = nil,
    _ body: @Sendable () async throws -> Void
  ) async throws {
    let run = CurrentRun.value
    if let outer, let run, !run.isSilent { outer.shown.withLock { $0 = (self, run) } }
    defer {
      for issue in finish() where run?.excuses(issue) != true {
        Issue.record("\(issue)", sourceLocation: sourceLocation)
      }
    }
    try await withCurrent(body)
  }
}

extension Test.Case {
  /// The name of the case, which distinguishes it from other cases of the test.
  fileprivate var name: String {
    isParameterized ? "\(self)".filter { $0.isLetter || $0.isNumber }.suffix(60).description : ""
  }
}
