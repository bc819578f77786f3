import MockLua
import MockServices
import Testing

@testable import MockLuaTesting

/// A typical app bug and its fix.
struct Planted: Sendable, CustomTestStringConvertible {
  var kind: String
  var name: String
  /// The kinds of exploration that find the bug.
  var kinds: [Exploration] = [.orders]
  /// The number of runs within which the bug must be found.
  var limit = 20
  var script = shopScript
  /// The test's use of the model, with its expectations.
  var body: @MainActor @Sendable (_ isMended: Bool) async throws -> Void

  var testDescription: String { "\(kind): \(name)" }
}

/// Explores a body within a test.
///
/// Issues of the body aren't recorded by that test.
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
  let outcome = await ExecutorHooks.runOutsidePool { await explorer.explore() }
  return (outcome, advice.withLock { $0 })
}

extension Duration {
  /// A time limit that none of these tests reaches, even on a busy machine.
  static let hour = Duration.seconds(3600)
}
