public import Testing

/// Runs a test many times, each time with a new scenario and a different schedule.
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
  /// Runs a test many times, with the responses in every order, with each call failing, or with each field changed.
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

/// Runs a body many times, each time with a new scenario, in the way that ``ExploringTrait`` runs a whole test.
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
/// - Throws: An error if no test of Swift Testing is running. If exploring isn't possible, the error of the body.
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

/// The error thrown when exploring outside of a test of Swift Testing.
struct NoExploredTest: Error, CustomStringConvertible {
  var description: String {
    "no Swift Testing test is running in this task; in XCTest write `try await session.explore { ... }`"
  }
}
