import LuaRuntime
import MockLua
import MockServices
import Testing

@Suite("Memory kept for a script's values")
struct KeptValuesTests {
  typealias Running = ScenarioRuntimeTests

  private static func runtime(_ source: String, memoryLimit: Int) throws -> ScenarioRuntime {
    var options = ScenarioOptions()
    options.limits.memoryLimit = memoryLimit
    return try ScenarioRuntime(
      source: source, name: "test.lua", options: options, clock: .virtual())
  }

  @Test(
    "Large arguments from a script drop the earliest calls from the log, but counts stay exact")
  func log() async throws {
    let runtime = try Running.runtime(
      """
      service "S" {
        ok = reply(1),
        m = function()
          local text = ("x"):rep(1000000)
          for _ = 1, 100 do services.S.ok { text = text } end
          return 1
        end,
      }
      """)
    #expect(try await Running.answer(runtime, "S.m") == 1)
    let log = runtime.log
    #expect(log.count == 101 && log.count(of: "S.ok") == 100)
    #expect(60...80 ~= log.droppedCount)
    #expect(log.calls("S.ok").count == 101 - log.droppedCount)
    #expect(log.calls("S.ok").last?.count == 100)
    #expect(try await Running.answer(runtime, "S.ok") == 1)
  }

  @Test("Results of functions count too, and small ones drop nothing")
  func results() async throws {
    let runtime = try Running.runtime(
      """
      service "S" {
        big = function() return ("x"):rep(1000000) end,
        small = function() return "x" end,
      }
      """)
    for _ in 0..<50 { _ = try await Running.answer(runtime, "S.small") }
    #expect(runtime.log.droppedCount == 0)
    for _ in 0..<50 { _ = try await Running.answer(runtime, "S.big") }
    #expect(60...80 ~= runtime.log.droppedCount)
  }

  @Test("A stream's values count toward the memory limit until it ends")
  func stream() async throws {
    let runtime = try Self.runtime(
      """
      service "S" {
        m = stream(function() for i = 1, 1000 do emit(("x"):rep(100000) .. i) end end),
        ok = reply(1),
      }
      """, memoryLimit: 8 << 20)
    let stream = await runtime.sequencer(for: "S").stream(for: "m", as: String.self)
    let error = await #expect(throws: MockServiceError.self) { for try await _ in stream {} }
    #expect(error?.message.contains("the memory limit is reached") == true)
    #expect(try await Running.answer(runtime, "S.ok") == 1)
  }

  @Test("Shared state set by a script counts toward the memory limit until it is overwritten")
  func state() async throws {
    let runtime = try Self.runtime(
      """
      local keys = {}
      for i = 1, 100 do keys["key" .. i] = "" end
      shared(keys)
      service "S" {
        same = function()
          for i = 1, 100 do state.key1 = ("x"):rep(1000000) .. i end
          return 1
        end,
        others = function()
          for i = 1, 100 do state["key" .. i] = ("x"):rep(1000000) .. i end
          return 1
        end,
      }
      """, memoryLimit: 64 << 20)
    #expect(try await Running.answer(runtime, "S.same") == 1)
    #expect(
      await ChainLimitTests.problem(runtime, "S.others")?.contains("the memory limit is reached")
        == true)
  }

  @Test("Decoding stops if the value exceeds the available memory")
  func decoding() async throws {
    let runtime = try Self.runtime(
      """
      service "S" {
        m = function() return #json.decode("[" .. ("[],"):rep(400000) .. "0]") end,
        ok = function() return #json.decode("[" .. ("[],"):rep(1000) .. "0]") end,
      }
      """, memoryLimit: 8 << 20)
    let problem = await ChainLimitTests.problem(runtime, "S.m")
    #expect(problem?.contains("the memory limit is reached") == true, "\(problem ?? "none")")
    #expect(try await Running.answer(runtime, "S.ok") == 1001)
  }
}
