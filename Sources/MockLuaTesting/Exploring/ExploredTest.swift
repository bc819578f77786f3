internal import CLibrary
internal import MockLua
internal import MockPlatform
internal import Testing

/// A test of Swift Testing that is explored: how its runs are made, and where it is told what they find.
struct ExploredTest: Sendable {
  let test: Test
  let testCase: Test.Case?
  let sourceLocation: SourceLocation

  /// Explores a body, or performs the single run that `replay` describes.
  ///
  /// With `mocks`, each run has a scenario without a script, unless the test has one already.
  ///
  /// - Throws: The error that the body throws if it can't be explored.
  func explore(
    _ kinds: [Exploration], _ limits: ExplorationLimits, replay: String?, mocks: Bool = false,
    _ body: @escaping @Sendable () async throws -> Void
  ) async throws {
    if let obstacle = ExecutorHooks.obstacle {
      advise("\(obstacle); the test was run once, as any other")
      return try await body()
    }
    // Within a run there is one plan, which is that of the run.
    guard CurrentRun.value == nil else { return try await body() }
    // Where the scenario is there already, each run has one from its beginning.
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
      return await ExecutorHooks.apart { await explorer.explore(remembering: file) }
    }
  }

  /// Makes the run of a plan, or explores where there is none.
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

  /// Makes a run; with a comment its issues are let through, and carry it.
  func perform(
    _ run: any TestRun, _ comment: (@Sendable (RunResult) -> String)?,
    _ body: @escaping @Sendable () async throws -> Void
  ) async -> RunResult {
    let issues = Locked<[String]>([])
    let watch: IssueHandlingTrait = .compactMapIssues { issue in
      // One of a detached task may be another test's.
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
      guard result.isFinding, result.verdict == nil, let error = result.error,
        !(error is ExpectationFailedError)
      else { return }
      Issue.record(error, sourceLocation: sourceLocation)
    }
    var result = run.result(issues.withLock { $0 })
    // It is an issue already.
    if result.error is ExpectationFailedError { result.error = nil }
    return result
  }

  /// Reports that the test can find nothing.
  @Sendable func object(_ text: String) { Issue.record("\(text)", sourceLocation: sourceLocation) }

  /// Prints the summary of a test without an issue, if `swift test` was called with `--verbose`.
  @Sendable func summarize(_ text: String) {
    guard
      CommandLine.arguments.contains(where: { ["--verbose", "-v"].contains($0) })
        || getenv("MOCKLUA_VERBOSE") != nil
    else { return }
    StandardError.write("\(test.name): \(text)\n")
  }

  /// Reports something that is no failure.
  @Sendable func advise(_ text: String) {
    #if compiler(>=6.3)
      Issue.record("\(text)", severity: .warning, sourceLocation: sourceLocation)
    #else
      StandardError.write("\(test.name): \(text)\n")
    #endif
  }
}

extension ScenarioSession {
  /// Runs the body of a run with this scenario, and records what was found.
  ///
  /// - Parameters:
  ///   - sourceLocation: Where that is recorded.
  ///   - outer: The scenario of the test, whose trace is that of the run which is shown.
  ///   - body: The body.
  /// - Throws: What the body throws.
  func performing(
    at sourceLocation: SourceLocation, for outer: ScenarioSession? = nil,
    _ body: @Sendable () async throws -> Void
  ) async throws {
    let run = CurrentRun.value
    if let outer, let run, !run.isSilent { outer.shown.withLock { $0 = (self, run) } }
    defer {
      for finding in finish() where run?.excuses(finding) != true {
        Issue.record("\(finding)", sourceLocation: sourceLocation)
      }
    }
    try await withCurrent(body)
  }
}

extension Test.Case {
  /// Tells the cases of a test apart.
  fileprivate var name: String {
    isParameterized ? "\(self)".filter { $0.isLetter || $0.isNumber }.suffix(60).description : ""
  }
}
