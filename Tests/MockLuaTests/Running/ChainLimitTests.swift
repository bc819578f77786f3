import MockLua
import MockServices
import Testing

@Suite("Limits of a chain of calls")
struct ChainLimitTests {
  typealias Running = ScenarioRuntimeTests

  static func problem(_ runtime: ScenarioRuntime, _ name: String) async -> String? {
    do {
      _ = try await Running.answer(runtime, name)
      return nil
    } catch {
      return (error as? MockServiceError)?.message ?? "\(error)"
    }
  }

  @Test("A function and the functions it calls share a budget, and `pcall` can't catch its end")
  func nested() async throws {
    let runtime = try Running.runtime(
      """
      service "S" {
        b = function() while true do end end,
        m = function() for i = 1, 1000 do pcall(services.S.b, {}) end return 1 end,
        after = function() return #calls("S.b") end,
      }
      """)
    let problem = await Self.problem(runtime, "S.m")
    #expect(
      problem == "test.lua:2: the instruction budget is used up; look for an endless loop")
    #expect(try await Running.answer(runtime, "S.after") == 1)
  }

  @Test("The conditions that choose a response share one budget")
  func conditions() async throws {
    let runtime = try Running.runtime(
      """
      local asked = 0
      local function slow() asked = asked + 1 for _ = 1, 40000000 do end return false end
      service "S" {
        m = { when(slow, reply(1)), when(is.any_of(slow, slow, slow), reply(2)), reply(3) },
        after = function() return asked end,
      }
      """)
    #expect(
      await Self.problem(runtime, "S.m")
        == "test.lua:2: the instruction budget is used up; look for an endless loop")
    let asked = try await Running.answer(runtime, "S.after")
    #expect([.int(2), .int(3)].contains(asked))
  }

  @Test("No code of the chain runs after the limit")
  func silence() async throws {
    let runtime = try Running.runtime(
      """
      shared { seen = 0 }
      local function guard()
        return setmetatable({}, { __close = function() state.seen = state.seen + 1 end })
      end
      local left
      service "S" {
        spin = function()
          local a <close> = guard()
          local co = coroutine.create(function() local b <close> = guard() while true do end end)
          left = co
          coroutine.resume(co)
          state.seen = state.seen + 100
        end,
        m = function()
          local a <close> = guard()
          xpcall(services.S.spin, function() state.seen = state.seen + 10 end)
          state.seen = state.seen + 1000
        end,
        after = function()
          local closed, problem = coroutine.close(left)
          return { seen = state.seen, closed = closed, status = coroutine.status(left) }
        end,
      }
      """)
    #expect(await Self.problem(runtime, "S.m")?.contains("the instruction budget") == true)
    let after = try await Running.answer(runtime, "S.after")
    #expect(after == ["seen": 0, "closed": false, "status": "dead"])
  }

  @Test("A condition uses the rest of its chain's budget")
  func condition() async throws {
    let runtime = try Running.runtime(
      """
      service "S" {
        x = { when(function() while true do end end, reply(1)), reply(2) },
        m = function() for i = 1, 1000 do pcall(services.S.x, {}) end return 1 end,
        ok = reply(3),
      }
      """)
    #expect(await Self.problem(runtime, "S.m")?.contains("the instruction budget") == true)
    #expect(try await Running.answer(runtime, "S.ok") == 3)
  }

  @Test(
    "A loop that only sleeps ends after a number of wake-ups", arguments: ["sleep(1)", "sleep(0)"])
  func wakeUps(word: String) async throws {
    var options = ScenarioOptions()
    options.wakeUpLimit = 1000
    let runtime = try ScenarioRuntime(
      source: """
        service "S" {
          m = function() while true do \(word) end end,
          few = function() for i = 1, 900 do \(word) end return "done" end,
        }
        """, name: "test.lua", options: options, clock: .virtual())
    let problem = await Self.problem(runtime, "S.m")
    #expect(
      problem
        == "test.lua:2: the script keeps sleeping and never ends; look for a loop that waits")
    #expect(try await Running.answer(runtime, "S.few") == "done")
  }
}
