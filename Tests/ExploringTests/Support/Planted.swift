import MockLua
import MockServices
import Testing

@testable import MockLuaTesting

/// A bug as apps have it, and its mending.
struct Planted: Sendable, CustomTestStringConvertible {
  var kind: String
  var name: String
  /// What has to be explored to find it.
  var kinds: [Exploration] = [.orders]
  /// How many runs may be made until it is found.
  var limit = 20
  var script = shopScript
  /// What a test does with the model, and expects of it.
  var body: @MainActor @Sendable (_ isMended: Bool) async throws -> Void

  var testDescription: String { "\(kind): \(name)" }
}

/// Explores a body within a test, whose own issues then count for nothing.
func outcome(
  _ kinds: [Exploration] = [.orders], script: String = shopScript,
  clock: MockClock = .virtual(),
  limits: ExplorationLimits = ExplorationLimits(),
  _ body: @escaping @Sendable () async throws -> Void
) async throws -> (outcome: Explorer.Outcome, advice: [String]) {
  let test = try #require(Test.current)
  let explored = ExploredTest(
    test: test, testCase: Test.Case.current, sourceLocation: test.sourceLocation)
  let session = try ScenarioSession(source: script, name: "shop.lua", clock: clock)
  let advice = Locked<[String]>([])
  var limits = limits
  limits.time = .hour
  let explorer = Explorer(
    kinds: kinds, limits: limits,
    perform: { plan, _ in
      await explored.perform(ExploringRun(plan, isSilent: true), nil) {
        try await session.again().performing(at: test.sourceLocation, body)
      }
    }, advise: { text in advice.withLock { $0.append(text) } })
  let outcome = await ExecutorHooks.apart { await explorer.explore() }
  return (outcome, advice.withLock { $0 })
}

extension Duration {
  /// Longer than any of these tests takes, also on a machine that is busy.
  static let hour = Duration.seconds(3600)
}
