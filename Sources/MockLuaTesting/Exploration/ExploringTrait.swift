public import MockLua
public import Testing

/// A trait that runs a test many times, each time with a new scenario and a different schedule.
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
/// Each run has its own scenario. The first run that fails is repeated, and its issues become issues of the test. Each
/// issue shows the schedule that led to it, which you can pass to `replay:`.
///
/// A test without a scenario trait gets a scenario as with `.mocked`. If several `.exploring` traits apply to a test,
/// the innermost one is used.
public struct ExploringTrait: TestTrait, SuiteTrait, TestScoping {
  /// Distinguishes traits that are written the same way.
  final class Identity: Sendable {}

  let identity = Identity()
  let kinds: [Exploration]
  let limits: ExplorationLimits
  let replay: String?

  /// Whether the trait applies to the tests of a suite; always true.
  public var isRecursive: Bool { true }

  /// Gives each test case its own scope, unless an inner trait replaces this one.
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
  /// Runs a test many times: with the responses in every order, with each call failing, or with each field changed.
  ///
  /// - Parameters:
  ///   - kinds: The kinds of exploration; by default, the orders of responses.
  ///   - limit: The maximum number of runs; 500 by default.
  ///   - deviations: The maximum number of differences between a run and the baseline run; 2 by default.
  ///   - time: The maximum time for all runs; 60 s by default.
  ///   - replay: The only schedule to run, as printed in an issue; `nil`, the default, to explore.
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

/// Runs a body many times, each time with a new scenario, as ``ExploringTrait`` does with a whole test.
///
/// In a test with `.scenario(...)`, each run starts that scenario from its beginning.
///
/// - Parameters:
///   - kinds: The kinds of exploration; by default, the orders of responses.
///   - limit: The maximum number of runs; 500 by default.
///   - deviations: The maximum number of differences between a run and the baseline run; 2 by default.
///   - time: The maximum time for all runs; 60 s by default.
///   - replay: The only schedule to run, as printed in an issue; `nil`, the default, to explore.
///   - sourceLocation: The location of issues that don't belong to a line of the body; the caller's by default.
///   - body: The code to explore.
/// - Throws: An error if no test of Swift Testing is running. If exploring isn't possible, the error that the body
///   throws.
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

/// The error thrown when exploring outside of a Swift Testing test.
struct NoExploredTest: Error, CustomStringConvertible {
  var description: String {
    "no Swift Testing test is running in this task; in XCTest write `try await session.explore { ... }`"
  }
}

/// Explores an app in a separate process.
///
/// Each run launches it with a new scenario and a different schedule.
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
/// The responses to the app's calls are delayed and replaced by errors, as in `explore { ... }`. The app's work between
/// calls can't be observed, so the next response arrives after the app has been inactive for `rest`. A run takes as
/// long as a launch plus several times `rest`. If the app is slower than that, the run may be reported as not
/// repeatable. Calls fail with the error codes in the script's responses for the same service. If your test waits for
/// something that may never happen, give the wait a time limit.
///
/// - Parameters:
///   - kinds: The kinds of exploration; by default, the orders of responses.
///   - launch: Launches the app into the session and returns it for the body. It must return a new process each time,
///     or one that has ended and is launched again, such as an `XCUIApplication`.
///   - limit: The maximum number of runs; 50 by default.
///   - deviations: The maximum number of differences between a run and the baseline run; 2 by default.
///   - time: The maximum time for all runs; 300 s by default.
///   - rest: The time of inactivity of the app before the next response arrives; 200 ms by default.
///   - replay: The only schedule to run, as printed in an issue; `nil`, the default, to explore.
///   - sourceLocation: The location of issues that don't belong to a line of the body; the caller's by default.
///   - body: The code to explore.
/// - Throws: An error if no test of Swift Testing is running, if the test has no scenario, or if the test is itself
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

/// The reasons why an app can't be explored.
enum NoLaunch: Error, CustomStringConvertible {
  case noScenario
  /// The test that explores the app is itself being explored.
  case explored

  var description: String {
    switch self {
    case .noScenario:
      "exploring an app requires the scenario of its test; write `@Test(.scenario(\"app.lua\"))`"
    case .explored:
      "a test that explores an app cannot be explored itself; remove `.exploring()`, or `explore { ... }` around it"
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
