import MockLua
import MockLuaTesting
import MockServices
import Testing

@Suite("A scenario is released when its test ends", .serialized)
struct ScenarioEndTests {
  private struct Weak: Sendable {
    weak var runtime: ScenarioRuntime?
    /// Whether there has been a scenario.
    var wasHeld = false
  }

  private static let last = Locked(Weak())

  @Test(
    "A scenario whose mock was called",
    .scenario(source: #"service "S" { f = reply(1) }"#, strict: true))
  func called() async throws {
    try await call("S.f")
    let runtime = try ScenarioRuntime.current
    Self.last.withLock {
      $0.runtime = runtime
      $0.wasHeld = true
    }
  }

  @Test("The scenario is released", .timeLimit(.minutes(30)))
  func gone() async {
    #expect(Self.last.withLock(\.wasHeld), "nobody had it, as the test before this one has not run")
    // The end of the test can hold the scenario a little longer.
    while Self.last.withLock({ $0.runtime }) != nil { await Task.yield() }
  }
}
