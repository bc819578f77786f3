import MockLua
import MockLuaTesting
import MockServices
import Testing

@Suite("A scenario is gone when its test has ended", .serialized)
struct ScenarioEndTests {
  private struct Weak: Sendable {
    weak var runtime: ScenarioRuntime?
  }

  private static let last = Locked(Weak())

  @Test(
    "One whose mock was called", .scenario(source: #"service "S" { f = reply(1) }"#, strict: true))
  func called() async throws {
    try await call("S.f")
    let runtime = try ScenarioRuntime.current
    Self.last.withLock { $0.runtime = runtime }
  }

  @Test("Nobody keeps it", .timeLimit(.minutes(5)))
  func gone() async {
    // What ends the test may hold it a moment longer.
    while Self.last.withLock({ $0.runtime }) != nil { await Task.yield() }
  }
}
