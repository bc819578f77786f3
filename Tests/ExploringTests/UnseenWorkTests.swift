import Dispatch
import Foundation
import MockLua
import MockServices
import Testing

@testable import MockLuaTesting

/// Calls made from work that exploring can't see, such as `URLSession`.
@Suite struct UnseenWorkTests {
  private static func blockThread() { Thread.sleep(forTimeInterval: 1.5) }

  @Test(
    "A call from unseen work gets its response once everything else is idle",
    .timeLimit(.minutes(30)))
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

  @Test("Slow work is awaited, even if the thread pool has no free thread")
  func late() async throws {
    try await #require(processExitsWith: .success) {
      let run = ExploringRun(Plan(), isSilent: true)
      // Every thread of the pool is blocked for longer than a run waits once it knows what is stuck.
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
