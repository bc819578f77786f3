import MockLua
import MockServices
import Testing

@Suite("A failable initializer")
struct FailableInitializerTests {
  private func runtime() throws -> ScenarioRuntime {
    try ScenarioRuntime(
      source: """
        service "FailableService" {
          ["init(id:)"] = { reply(), reply(true), reply(false), when({ id = 9 }, reply(null)) },
          ["init(name:)"] = { reply(false), fail "refused" },
        }
        """, name: "failable.lua")
  }

  @Test("The initializer succeeds unless the script returns false")
  func scripted() throws {
    try MockCurrentSource.$override.withValue(try runtime()) {
      #expect([1, 2, 3].map { MockFailableService(id: $0) != nil } == [true, true, false])
      #expect(MockFailableService(id: 9) != nil)
      let named = try MockFailableService(name: "a")
      #expect(named == nil)
      #expect(throws: MockServiceError.self) { try MockFailableService(name: "b") }
    }
  }

  @Test("A stub decides whether the initializer succeeds")
  func stubbed() throws {
    MockCurrentSource.$override.withValue(try runtime()) {
      MockFailableService.on.initializer(id: 7) { _ in false }
      #expect(MockFailableService(id: 7) == nil)
      #expect(MockFailableService(id: 1) != nil)
    }
  }
}
