public import MockLua
internal import MockPlatform

extension ScenarioSession {
  /// Runs a body many times, each time with this scenario from its beginning, for a test of XCTest.
  ///
  /// What must hold is said by errors: the body throws one where it does not. The scenario of a run is
  /// `ScenarioRuntime.current` there.
  ///
  /// ```swift
  /// func testTheLatestSearchWins() async throws {
  ///   let session = try ScenarioSession(path: "search.lua")
  ///   try await session.explore {
  ///     let model = await SearchModel(service: MockSearchService())
  ///     await model.search("a")
  ///     await model.search("ab")
  ///     await Explored.quiet()
  ///     guard await model.results == ["abba"] else { throw Wrong() }
  ///   }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - kinds: What is tried; the orders of answers by default.
  ///   - limit: The most runs; 500 by default.
  ///   - deviations: In how many places a run may differ from the plain one; 2 by default.
  ///   - time: How long all runs may take; 60 s by default.
  ///   - replay: The one plan to run, as an error has said it; nil, the default, to explore.
  ///   - body: What is explored.
  /// - Throws: An error that says the plan under which something went wrong, and what.
  public func explore(
    _ kinds: Exploration..., limit: Int = 500, deviations: Int = 2, time: Duration = .seconds(60),
    replay: String? = nil, _ body: @escaping @Sendable () async throws -> Void
  ) async throws {
    if let obstacle = ExecutorHooks.obstacle {
      StandardError.write("mocklua: \(obstacle); the test was run once, as any other\n")
      return try await withCurrent(body)
    }
    let limits = ExplorationLimits(runs: limit, deviations: deviations, time: time)
    try await explore(kinds, limits, replay) { plan in
      await self.perform(ExploringRun(plan, isSilent: true)) { _ in try await body() }
    }
  }

  /// Explores an app in a process of its own, for a test of XCTest, as ``explore(_:launching:limit:deviations:time:rest:replay:sourceLocation:_:)``
  /// does for one of Swift Testing.
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
  ///   await Explored.quiet()
  ///   guard await app.staticTexts["abba"].exists else { throw Wrong() }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - kinds: What is tried; the orders of answers by default.
  ///   - launch: Launches the app into the session and gives it to the body.
  ///   - limit: The most runs; 50 by default.
  ///   - deviations: In how many places a run may differ from the plain one; 2 by default.
  ///   - time: How long all runs may take; 300 s by default.
  ///   - rest: How long nothing is heard of the app before the next answer comes; 200 ms by default.
  ///   - replay: The one plan to run, as an error has said it; nil, the default, to explore.
  ///   - body: What is explored.
  /// - Throws: An error that says the plan under which something went wrong, and what.
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

  /// Explores, or makes the one run of `replay`, and throws what is found.
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
      if result.isFinding { throw ExploredFailure(result, run: nil) }
      return
    }
    let objections = Locked<[String]>([])
    var explorer = Explorer(
      kinds: kinds.isEmpty ? [.orders] : kinds, limits: limits,
      perform: { plan, _ in await perform(plan) },
      advise: { StandardError.write("mocklua: \($0)\n") })
    explorer.undirected = undirected ?? explorer.undirected
    explorer.object = { text in objections.withLock { $0.append(text) } }
    let outcome = await ExecutorHooks.apart { [explorer] in await explorer.explore() }
    if let finding = outcome.finding { throw ExploredFailure(finding, run: outcome.runs) }
    let texts = objections.withLock { $0 }
    if !texts.isEmpty { throw ExploredNothing(description: texts.joined(separator: "\n")) }
  }

  private func perform(
    _ run: any TestRun, _ body: @escaping @Sendable (ScenarioSession) async throws -> Void
  ) async -> RunResult {
    let findings = Locked<[String]>([])
    await run.perform {
      let session = try self.again()
      defer {
        let found = session.finish().filter { !run.excuses($0) }
        findings.withLock { $0 = found.map(\.description) }
      }
      try await session.withCurrent { try await body(session) }
    }
    return run.result(findings.withLock { $0 })
  }
}

/// The error of exploring in a way that can find nothing.
struct ExploredNothing: Error, CustomStringConvertible {
  let description: String
}

/// The error of a plan under which something goes wrong.
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
