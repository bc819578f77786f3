internal import MockLua
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
    let explorer = Explorer(
      kinds: kinds.isEmpty ? [.orders] : kinds,
      limits: ExplorationLimits(runs: limit, deviations: deviations, time: time),
      perform: { plan, _ in await self.perform(plan, body) },
      advise: { StandardError.write("mocklua: \($0)\n") })
    if let replay {
      let result = await perform(try Plan(replay), body)
      if result.isFinding { throw ExploredFailure(result, run: nil) }
      return
    }
    let outcome = await ExecutorHooks.apart { await explorer.explore() }
    if let finding = outcome.finding { throw ExploredFailure(finding, run: outcome.runs) }
  }

  private func perform(
    _ plan: Plan, _ body: @escaping @Sendable () async throws -> Void
  ) async -> RunResult {
    let run = ExploringRun(plan, isSilent: true)
    let findings = Locked<[String]>([])
    await run.perform {
      let session = try self.again()
      defer {
        let found = session.finish().filter { !run.excuses($0) }
        findings.withLock { $0 = found.map(\.description) }
      }
      try await session.withCurrent(body)
    }
    return RunResult(run, issues: findings.withLock { $0 })
  }
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
