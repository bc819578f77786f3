import MockLua
import MockServices
import Testing

@Suite("Behavior replaced from Swift")
struct ReplacingTests {
  private enum LoginError: String, MockErrorConvertible { case locked }
  private struct Unforeseen: Error {}

  @Test("The script and the configuration include added behavior until the next reset")
  func added() async throws {
    let runtime = try ScenarioRuntimeTests.runtime(
      """
      service "S" {
        calls = function() return { #calls("Added.f"), #calls("S.g") } end,
        sum = function() return services.Added.f() + services.S.g() end,
      }
      """)
    let original = runtime.configuration
    let config = MockMethodConfig(responses: [MockResponse(result: .success, value: 3)])
    await runtime.replace(service: "Added", method: "f", with: config)
    await runtime.replace(service: "S", method: "g") { _ in
      .response(MockResponse(result: .success, value: 4))
    }
    #expect(try await ScenarioRuntimeTests.answer(runtime, "S.calls") == [0, 0])
    #expect(try await ScenarioRuntimeTests.answer(runtime, "S.sum") == 7)
    #expect(try await ScenarioRuntimeTests.answer(runtime, "S.calls") == [1, 1])
    #expect(runtime.configuration.services["Added"]?.methods["f"] == config)
    try await runtime.reset()
    #expect(runtime.configuration == original)
    let error = await #expect(throws: MockServiceError.self) {
      try await ScenarioRuntimeTests.answer(runtime, "S.sum")
    }
    #expect(error?.message.contains("unknown service `Added`") == true)
  }

  @Test("A replacement doesn't have the line of the response that it replaced")
  func place() async throws {
    let runtime = try ScenarioRuntimeTests.runtime(#"service "S" { f = reply(1) }"#)
    await runtime.replace(
      service: "S", method: "f",
      with: MockMethodConfig(responses: [MockResponse(result: .success, value: 2)]))
    _ = try await ScenarioRuntimeTests.answer(runtime, "S.f")
    #expect(runtime.log.calls().map(\.place) == [nil])
  }

  @Test(
    "A replacement can throw the app's own error, which a script can catch by code or rethrow")
  func ownError() async throws {
    let runtime = try ScenarioRuntime(
      source: """
        service "S" {
          f = reply(1),
          caught = function() local _, e = pcall(services.S.f) return { e.code, e.message } end,
          passed = function() return services.S.f() end,
        }
        """, name: "test.lua", clock: .virtual(), errors: LoginError.self)
    let sequencer = runtime.sequencer(for: "S")
    await runtime.replace(service: "S", method: "f") { _ in throw LoginError.locked }
    #expect(try await sequencer.answer(for: "caught") == ["locked", "locked"])
    await #expect(throws: LoginError.locked) {
      try await sequencer.nextDecodedValue(for: "passed", as: Int.self)
    }
    await #expect(throws: MockServiceError(code: "locked", message: "locked")) {
      try await sequencer.answer(for: "f")
    }
    await runtime.replace(service: "S", method: "f") { _ in throw Unforeseen() }
    #expect(try await sequencer.answer(for: "caught") == ["Unforeseen", "Unforeseen()"])
    await #expect(throws: MockServiceError(code: "Unforeseen", message: "Unforeseen()")) {
      try await sequencer.nextDecodedValue(for: "passed", as: Int.self)
    }
    await #expect(throws: Unforeseen.self) {
      try await sequencer.nextDecodedValue(for: "f", as: Int.self)
    }
  }
}
