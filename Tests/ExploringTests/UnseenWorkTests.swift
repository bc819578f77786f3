import Dispatch
import MockLua
import MockServices
import Testing

@testable import MockLuaTesting

/// Calls of work that exploring does not see, such as that of `URLSession`.
@Suite struct UnseenWorkTests {
  @Test(
    "A call that they make is answered when all else rests", .exploring(.orders),
    .scenario(source: #"service "S" { a = reply(1) }"#))
  func answered() async throws {
    let sequencer = try ScenarioRuntime.current.sequencer(for: "S")
    let value = await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        Task.detached {
          continuation.resume(returning: try? await sequencer.nextDecodedValue(for: "a") as Int)
        }
      }
    }
    #expect(value == 1)
  }
}
