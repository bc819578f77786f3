import Dispatch
import MockLua
import MockServices
import Testing

@testable import MockLuaTesting

/// Calls of work that exploring does not see, such as that of `URLSession`.
@Suite struct UnseenWorkTests {
  @Test("A call that they make is answered when all else rests", .timeLimit(.minutes(1)))
  func answered() async {
    // Longer than any machine takes to begin some work.
    let limits = ExploringRun.Limits(grace: .seconds(40))
    let run = ExploringRun(Plan(), isSilent: true, limits: limits)
    let answer = Locked<Int?>(nil)
    await run.perform {
      let scenario = try ScenarioRuntime(source: #"service "S" { a = reply(1) }"#, name: "s.lua")
      let value = await withCheckedContinuation { continuation in
        DispatchQueue.global().async {
          Task.detached {
            continuation.resume(
              returning: try? await scenario.sequencer(for: "S").nextDecodedValue(for: "a") as Int)
          }
        }
      }
      answer.withLock { $0 = value }
    }
    #expect(answer.withLock { $0 } == 1)
    #expect(run.verdictText == nil)
  }
}
