public import MockLua
internal import MockPlatform

extension ScenarioSession {
  /// Runs the body of an XCTest test many times, and starts this session's scenario from the beginning each time.
  ///
  /// The body throws an error to report a problem. While the body runs, `ScenarioRuntime.current` is the scenario of
  /// the run.
  ///
  /// ```swift
  /// func testTheLatestSearchWins() async throws {
  ///   let session = try ScenarioSession(path: "search.lua")
  ///   try await session.explore {
  ///     let model = await SearchModel(service: MockSearchService())
  ///     await model.search("a")
  ///     await model.search("ab")
  ///     await Explored.settle()
  ///     guard await model.results == ["abba"] else { throw Wrong() }
  ///   }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - kinds: The aspects of the test to vary. The default is the order of responses.
  ///   - limit: The maximum number of runs. The default is 500.
  ///   - deviations: The maximum number of differences between a run and the baseline run. The default is 2.
  ///   - time: The maximum time for all runs. The default is 60 s.
  ///   - replay: The only schedule to run, as printed in an error. The default, `nil`, runs many schedules.
  ///   - body: The code to explore.
  /// - Throws: An error that describes the problem and the schedule that led to it.
  public func explore(
    _ kinds: Exploration..., limit: Int = 500, deviations: Int = 2, time: Duration = .seconds(60),
    replay: String? = nil, _ body: @escaping @Sendable () async throws -> Void
  ) async throws {
    if let obstacle = ExecutorHooks.obstacle {
      StandardError.write("mocklua: \(obstacle); the test ran once, without exploring\n")
      return try await withCurrent(body)
    }
    let limits = ExplorationLimits(runs: limit, deviations: deviations, time: time)
    try await explore(kinds, limits, replay) { plan in
      await self.perform(ExploringRun(plan, isSilent: true)) { _ in try await body() }
    }
  }

  /// Explores an app that runs in a separate process, in an XCTest test.
  ///
  /// This is the counterpart of ``explore(_:launching:limit:deviations:time:rest:replay:sourceLocation:_:)`` for Swift
  /// Testing.
  ///
  /// ```swift
  /// @Sendable func launch(_ session: LiveSession) async throws -> XCUIApplication {
  ///   let app = await XCUIApplication()
  ///   try await MockScenario.build().with(session).apply(to: app)
  ///   await app.launch()
  ///   return app
  /// }
  ///
  /// try await ScenarioSession(path: "search.lua").explore(launching: launch) { app in
  ///   await app.buttons["search"].tap()
  ///   await Explored.settle()
  ///   guard await app.staticTexts["abba"].exists else { throw Wrong() }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - kinds: The aspects of the test to vary. The default is the order of responses.
  ///   - launch: Launches the app into the session, and returns the app for `body`.
  ///   - limit: The maximum number of runs. The default is 50.
  ///   - deviations: The maximum number of differences between a run and the baseline run. The default is 2.
  ///   - time: The maximum time for all runs. The default is 300 s.
  ///   - rest: The time that the app must be inactive before the next response arrives. The default is 200 ms.
  ///   - replay: The only schedule to run, as printed in an error. The default, `nil`, runs many schedules.
  ///   - body: The code to explore.
  /// - Throws: An error that describes the problem and the schedule that led to it.
  public func explore<App: Sendable>(
    _ kinds: Exploration...,
    launching launch: @escaping @Sendable (LiveSession) async throws -> App, limit: Int = 50,
    deviations: Int = 2, time: Duration = .seconds(300), rest: Duration = .milliseconds(200),
    replay: String? = nil, _ body: @escaping @Sendable (App) async throws -> Void
  ) async throws {
    guard CurrentRun.value == nil else { throw NoLaunch.explored }
    let limits = ExplorationLimits(
      runs: limit, deviations: deviations, time: time, walks: ExplorationLimits.walksOfApps)
    try await explore(kinds, limits, replay, undirected: LaunchedRun.undirected) { plan in
      await self.perform(LaunchedRun(plan, isSilent: true, rest: rest)) { session in
        try await session.launching(launch, body)
      }
    }
  }

  /// Explores, or runs only the schedule in `replay`, and throws the problem that was found.
  private func explore(
    _ kinds: [Exploration], _ limits: ExplorationLimits, _ replay: String?,
    undirected: String? = nil,
    _ perform: @escaping @Sendable (Plan) async -> RunResult
  ) async throws {
    if let replay {
      let plan = try Plan(replay)
      let result = await perform(plan)
      if let mismatch = result.mismatch {
        throw ExploredNothing(description: Explorer.unfollowed(plan, mismatch))
      }
      if result.isIssue { throw ExploredFailure(result, run: nil) }
      return
    }
    let objections = Locked<[String]>([])
    var explorer = Explorer(
      kinds: kinds.isEmpty ? [.orders] : kinds, limits: limits,
      perform: { plan, _ in await perform(plan) },
      advise: { StandardError.write("mocklua: \($0)\n") })
    explorer.undirected = undirected ?? explorer.undirected
    explorer.object = { text in objections.withLock { $0.append(text) } }
    let outcome = await ExecutorHooks.runOutsidePool { [explorer] in await explorer.explore() }
    if let issue = outcome.issue { throw ExploredFailure(issue, run: outcome.runs) }
    let texts = objections.withLock { $0 }
    if !texts.isEmpty { throw ExploredNothing(description: texts.joined(separator: "\n")) }
  }

  private func perform(
    _ run: any TestRun, _ body: @escaping @Sendable (ScenarioSession) async throws -> Void
  ) async -> RunResult {
    let issues = Locked<[String]>([])
    await run.perform {
      let session = try self.again()
      defer {
        let found = session.finish().filter { !run.excuses($0) }
        issues.withLock { $0 = found.map(\.description) }
      }
      try await session.withCurrent { try await body(session) }
    }
    return run.result(issues.withLock { $0 })
  }
}

/// The error thrown if exploring is pointless, because no run can find a problem.
struct ExploredNothing: Error, CustomStringConvertible {
  let description: String
}

/// The error thrown when a run fails, with its schedule.
struct ExploredFailure: Error, CustomStringConvertible {
  let description: String

  init(_ result: RunResult, run: Int?) {
    var texts = result.issues + [result.verdict?.text].compactMap(\.self)
    if texts.isEmpty, let error = result.error { texts = ["\(error)"] }
    let place = run.map { "run \($0) of exploring; " } ?? ""
    description =
      "\(result.words) (\(place)replay: \"\(result.statedPlan)\"):"
      + texts.map { "\n  \($0)" }.joined()
  }
}
