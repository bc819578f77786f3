public import MockLua
public import Testing

/// Explores an app in a process of its own: each run launches it, with a fresh scenario, under another plan.
///
/// ```swift
/// @Sendable func launch(_ session: LiveSession) throws -> LaunchedProcess {
///   let app = LaunchedProcess(product: "SearchApp")
///   try MockScenario.build().with(session).apply(to: app)
///   try app.launch()
///   return app
/// }
///
/// @Test(.scenario("search.lua")) func latestSearchWins() async throws {
///   try await explore(launching: launch) { app in
///     try app.writeLine("search a")
///     try app.writeLine("search ab")
///     await Explored.quiet()
///     try app.writeLine("show")
///     #expect(try await app.nextLine() == "abba")
///   }
/// }
/// ```
///
/// The answers of the app's calls are held and fail as in `explore { ... }`. What the app does between them cannot be seen
/// from outside: the next answer comes when nothing has been heard of the app for `rest`. A run so takes as long as its
/// launch and some of these times, and an app that is slower than that is told as a plan that does not repeat. Calls
/// fail by the codes that the responses of their service have. A test that waits for what never comes has to end by a
/// limit of its own.
///
/// - Parameters:
///   - kinds: What is tried; the orders of answers by default.
///   - launch: Launches the app into the session and gives it to the body. It has to be another process each time, or
///     one that has ended, as that of `XCUIApplication` when it is launched again.
///   - limit: The most runs; 50 by default.
///   - deviations: In how many places a run may differ from the plain one; 2 by default.
///   - time: How long all runs may take; 300 s by default.
///   - rest: How long nothing is heard of the app before the next answer comes; 200 ms by default.
///   - replay: The one plan to run, as an issue has said it; nil, the default, to explore.
///   - sourceLocation: Where is told what concerns no line of the body; the caller's place by default.
///   - body: What is explored.
/// - Throws: An error where no test of Swift Testing runs, where it has no scenario, or is explored itself.
public func explore<App: Sendable>(
  _ kinds: Exploration..., launching launch: @escaping @Sendable (LiveSession) async throws -> App,
  limit: Int = 50, deviations: Int = 2, time: Duration = .seconds(300),
  rest: Duration = .milliseconds(200), replay: String? = nil,
  sourceLocation: SourceLocation = #_sourceLocation,
  _ body: @escaping @Sendable (App) async throws -> Void
) async throws {
  guard let test = Test.current else { throw NoExploredTest() }
  guard let session = CurrentScenario.session else { throw NoLaunch.noScenario }
  guard CurrentRun.value == nil else { throw NoLaunch.explored }
  let explored = ExploredTest(
    test: test, testCase: Test.Case.current, sourceLocation: sourceLocation)
  let limits = ExplorationLimits(
    runs: limit, deviations: deviations, time: time, walks: ExplorationLimits.walksOfApps)
  await explored.explore(kinds, limits, replay: replay, launching: session, rest: rest) {
    session in
    try await session.launching(launch, body)
  }
}

/// Why no app can be explored.
enum NoLaunch: Error, CustomStringConvertible {
  case noScenario
  /// The test that explores it is explored itself.
  case explored

  var description: String {
    switch self {
    case .noScenario:
      "an app is explored with the scenario of its test; write `@Test(.scenario(\"app.lua\"))`"
    case .explored:
      "a test that explores an app is not explored itself; remove `.exploring()`, or `explore { ... }` around it"
    }
  }
}

extension ExplorationLimits {
  /// How many runs are left to chance where each is a launch.
  static let walksOfApps = 20
}

extension ScenarioSession {
  /// Launches an app into a live session of this scenario, and runs the body of a run with it.
  func launching<App>(
    _ launch: (LiveSession) async throws -> App, _ body: (App) async throws -> Void
  ) async throws {
    (CurrentRun.value as? LaunchedRun)?.follow(runtime)
    let session = try LiveSession(runtime)
    let app = try await launch(session)
    try await session.waitForApp()
    try await body(app)
    withExtendedLifetime(session) {}
  }
}

extension ExploredTest {
  /// Explores an app, or makes the one run of `replay`.
  func explore(
    _ kinds: [Exploration], _ limits: ExplorationLimits, replay: String?,
    launching session: ScenarioSession, rest: Duration,
    _ body: @escaping @Sendable (ScenarioSession) async throws -> Void
  ) async {
    let explorer = Explorer(
      kinds: kinds.isEmpty ? [.orders] : kinds, limits: limits,
      perform: { plan, comment in
        let run = LaunchedRun(plan, isSilent: comment == nil, rest: rest)
        return await perform(run, comment) {
          let again = try session.again()
          try await again.performing(at: sourceLocation, for: session) { try await body(again) }
        }
      }, advise: advise, object: object, summarize: summarize, undirected: LaunchedRun.undirected)
    await follow(replay, explorer) { await explorer.explore() }
  }
}
