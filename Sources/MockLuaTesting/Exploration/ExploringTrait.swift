public import MockLua
public import Testing

/// A trait that runs a test many times, with a new scenario and a different schedule for each run.
///
/// ```swift
/// @Test(.exploring(.orders), .scenario("search.lua")) func latestSearchWins() async throws {
///   let model = SearchModel(service: MockSearchService())
///   model.search("a")
///   model.search("ab")
///   await Explored.settle()
///   #expect(model.results == ["abba"])
/// }
/// ```
///
/// The first run that fails is repeated, and its issues become issues of the test. Each issue shows the schedule of
/// that run. Pass the schedule to `replay:` to repeat the run.
///
/// If a test doesn't have a scenario trait, it gets a scenario as with `.mocked`. If several `.exploring` traits apply
/// to a test, only the innermost one is used.
public struct ExploringTrait: TestTrait, SuiteTrait, TestScoping {
  /// An object that distinguishes two traits with the same arguments.
  final class Identity: Sendable {}

  let identity = Identity()
  let kinds: [Exploration]
  let limits: ExplorationLimits
  let replay: String?

  /// Whether the trait applies to the tests of a suite; always true.
  public var isRecursive: Bool { true }

  /// Returns this trait for each test case, unless an inner trait replaces it.
  public func scopeProvider(for test: Test, testCase: Test.Case?) -> ExploringTrait? {
    guard testCase != nil else { return nil }
    let innermost = test.traits.lazy.compactMap { $0 as? ExploringTrait }.last
    return innermost.map { $0.identity === identity } ?? true ? self : nil
  }

  /// Explores a test case.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let explored = ExploredTest(
      test: test, testCase: testCase, sourceLocation: test.sourceLocation)
    let hasScenario = test.traits.contains { $0 is ScenarioTrait }
    try await ExecutorHooks.escaping(function) { function in
      try await explored.explore(kinds, limits, replay: replay, mocks: !hasScenario, function)
    }
  }
}

extension Trait where Self == ExploringTrait {
  /// Runs a test many times: with responses in different orders, with failing calls, or with changed values.
  ///
  /// - Parameters:
  ///   - kinds: The aspects of the test to vary. The default is the order of responses.
  ///   - limit: The maximum number of runs. The default is 500.
  ///   - deviations: The maximum number of differences between a run and the baseline run. The default is 2.
  ///   - time: The maximum time for all runs. The default is 60 s.
  ///   - replay: The only schedule to run, as printed in an issue. The default, `nil`, runs many schedules.
  /// - Returns: The trait.
  public static func exploring(
    _ kinds: Exploration..., limit: Int = 500, deviations: Int = 2, time: Duration = .seconds(60),
    replay: String? = nil
  ) -> Self {
    ExploringTrait(
      kinds: kinds,
      limits: ExplorationLimits(runs: limit, deviations: deviations, time: time), replay: replay)
  }
}

/// Runs a closure many times, with a new scenario for each run, as ``ExploringTrait`` does with a whole test.
///
/// In a test with `.scenario(...)`, each run starts the test's scenario from the beginning.
///
/// - Parameters:
///   - kinds: The aspects of the closure to vary. The default is the order of responses.
///   - limit: The maximum number of runs. The default is 500.
///   - deviations: The maximum number of differences between a run and the baseline run. The default is 2.
///   - time: The maximum time for all runs. The default is 60 s.
///   - replay: The only schedule to run, as printed in an issue. The default, `nil`, runs many schedules.
///   - sourceLocation: The location of issues that don't belong to a line of the closure. The default is the caller's.
///   - body: The code to explore.
/// - Throws: An error if no Swift Testing test is running. If `body` runs only once, because exploring isn't possible
///   or the test is already being explored, the error that `body` throws.
public func explore(
  _ kinds: Exploration..., limit: Int = 500, deviations: Int = 2, time: Duration = .seconds(60),
  replay: String? = nil, sourceLocation: SourceLocation = #_sourceLocation,
  _ body: @escaping @Sendable () async throws -> Void
) async throws {
  let limits = ExplorationLimits(runs: limit, deviations: deviations, time: time)
  guard let test = Test.current else { throw NoExploredTest() }
  let explored = ExploredTest(
    test: test, testCase: Test.Case.current, sourceLocation: sourceLocation)
  try await explored.explore(kinds, limits, replay: replay, body)
}

/// The error thrown if code explores outside of a Swift Testing test.
struct NoExploredTest: Error, CustomStringConvertible {
  var description: String {
    "no Swift Testing test is running in this task; in XCTest, write `try await session.explore { ... }`"
  }
}

/// Explores an app that runs in a separate process.
///
/// Each run launches the app with a new scenario and a different schedule.
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
///     await Explored.settle()
///     try app.writeLine("show")
///     #expect(try await app.nextLine() == "abba")
///   }
/// }
/// ```
///
/// Responses to the app's calls arrive in different orders or are replaced by errors, as in `explore { ... }`. The
/// app's work between two calls can't be observed, so the next response arrives after the app has been inactive for
/// `rest`. If the app takes longer than `rest` between two calls, the run may be reported as not repeatable. Each run
/// takes as long as a launch plus several times `rest`.
///
/// Calls fail with the error codes that the script uses for the same service. If your test waits for something that may
/// never happen, give the wait a time limit.
///
/// - Parameters:
///   - kinds: The aspects of the test to vary. The default is the order of responses.
///   - launch: Launches the app into the session, and returns the app for `body`. It must return a new process each
///     time, or a process that has ended and is launched again, such as an `XCUIApplication`.
///   - limit: The maximum number of runs. The default is 50.
///   - deviations: The maximum number of differences between a run and the baseline run. The default is 2.
///   - time: The maximum time for all runs. The default is 300 s.
///   - rest: The time that the app must be inactive before the next response arrives. The default is 200 ms.
///   - replay: The only schedule to run, as printed in an issue. The default, `nil`, runs many schedules.
///   - sourceLocation: The location of issues that don't belong to a line of `body`. The default is the caller's.
///   - body: The code to explore.
/// - Throws: An error if no Swift Testing test is running, if the test has no scenario, or if the test is itself
///   being explored.
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

enum NoLaunch: Error, CustomStringConvertible {
  case noScenario
  /// The test that explores the app is itself being explored.
  case explored

  var description: String {
    switch self {
    case .noScenario:
      "exploring an app requires a scenario on the test; write `@Test(.scenario(\"app.lua\"))`"
    case .explored:
      "a test that explores an app cannot be explored itself; remove `.exploring()`, or the `explore { ... }`"
        + " around it"
    }
  }
}

extension ExplorationLimits {
  /// The maximum number of random runs if each run launches an app.
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
  /// Explores an app, or runs only the schedule in `replay`.
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
