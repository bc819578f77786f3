import Dispatch
import Foundation
import MockLua
import MockServices
import Testing

@testable import MockLuaTesting

/// Calls of work that exploring does not see, such as that of `URLSession`.
@Suite struct UnseenWorkTests {
  private static func blockThread() { Thread.sleep(forTimeInterval: 1.5) }

  @Test("A call that they make is answered when all else rests", .timeLimit(.minutes(5)))
  func answered() async {
    let run = ExploringRun(Plan(), isSilent: true)
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

  @Test("What takes seconds is waited for, also while the pool has no thread for it")
  func late() async throws {
    try await #require(processExitsWith: .success) {
      let run = ExploringRun(Plan(), isSilent: true)
      // Each thread of the pool is busy for longer than a run waits where it knows what is amiss.
      for _ in 0..<ProcessInfo.processInfo.activeProcessorCount {
        Task.detached { UnseenWorkTests.blockThread() }
      }
      await run.perform {
        let scenario = try ScenarioRuntime(
          source: #"service "S" { a = reply(1):gate("g") }"#, name: "s.lua")
        async let answer: Int = scenario.sequencer(for: "S").nextDecodedValue(for: "a")
        try await Task.sleep(for: .milliseconds(5))
        try scenario.gates.open("g")
        _ = try await answer
        await withCheckedContinuation { continuation in
          DispatchQueue.global().asyncAfter(deadline: .now() + 2) { continuation.resume() }
        }
      }
      precondition(run.verdictText == nil, run.verdictText ?? "")
    }
  }
}
