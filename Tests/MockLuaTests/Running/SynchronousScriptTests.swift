import MockLua
import MockServices
import Testing

/// Script functions that respond to synchronous callers.
@Suite struct SynchronousScriptTests {
  private func answer(
    _ runtime: ScenarioRuntime, _ method: String, _ arguments: MockArguments = .none
  ) -> String {
    do {
      let sequencer = runtime.sequencer(for: "S")
      let value = try sequencer.answer(for: method, arguments: arguments)
      return value.map { (try? JSONWriter(style: .compact).string(from: $0)) ?? "?" } ?? "nothing"
    } catch let error as MockServiceError {
      return error.code
    } catch {
      return "\(type(of: error))"
    }
  }

  private static let script = """
    shared { n = 0 }
    service "T" { double = function(args) return { n = args.n * 2 } end }
    service "S" {
      f = function(args) sleep(60000) return services.T.double { n = args.n }.n end,
      ruled = {
        when(function(args) return args.n > 3 end, reply "many"),
        reply "few",
      },
      values = stream(function() emit(1) sleep(1000) emit(2) end) :every(500),
      failing = function() return fail("no", "No") end,
      wrong = function() local x = nil; return x.y end,
      state = function() state.n = state.n + 1 return state.n end,
      again = function(args)
        if args.n == 0 then return "end" end
        return services.S.again { n = args.n - 1 }
      end,
      endless = function() return services.S.endless() end,
      caught = function()
        local ok, failure = pcall(function() return services.S.failing() end)
        return failure.code
      end,
    }
    """

  @Test(
    "A function runs to completion on the caller's thread, and waits are skipped",
    arguments: [
      ("f", 4, "8"), ("ruled", 4, #""many""#), ("ruled", 1, #""few""#), ("values", 0, "[1,2]"),
      ("failing", 0, "no"), ("wrong", 0, "scriptError"), ("state", 0, "1"),
      ("again", 5, #""end""#), ("endless", 0, "circularCall"), ("caught", 0, #""no""#),
    ] as [(String, Int, String)])
  func functions(method: String, n: Int, expected: String) throws {
    let clock = MockClock.virtual(manual: true)
    let runtime = try ScenarioRuntime(source: Self.script, name: "sync.lua", clock: clock)
    #expect(answer(runtime, method, ["n": .int(n)]) == expected)
    #expect(clock.elapsed == .zero)
    #expect(runtime.log.calls().count { $0.outcome == .running } == 0)
  }

  @Test("Threads and tasks share a script without losing updates, and each count occurs once")
  func sharing() async throws {
    let runtime = try ScenarioRuntime(
      source: Self.script, name: "sync.lua", clock: .virtual())
    let counts = Locked<[String]>([])
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          for _ in 0..<100 {
            let value = try? await runtime.sequencer(for: "S").answer(for: "state")
            counts.withLock { $0.append("\(value.map { "\($0)" } ?? "?")") }
          }
        }
        group.addTask {
          await withCheckedContinuation { continuation in
            Task.detached {
              for _ in 0..<100 {
                let text = answer(runtime, "state")
                counts.withLock { $0.append("int(\(text))") }
              }
              continuation.resume()
            }
          }
        }
      }
    }
    #expect(runtime.sharedState["n"] == 1600)
    #expect(Set(counts.withLock { $0 }).count == 1600)
    #expect(runtime.log.count == 1600)
  }

  @Test("A synchronous caller doesn't run a closure that replaced a function")
  func replaced() async throws {
    let runtime = try ScenarioRuntime(source: Self.script, name: "sync.lua")
    await runtime.replace(service: "S", method: "f") { _ in
      .response(MockResponse(result: .success))
    }
    #expect(answer(runtime, "f") == "wouldWait")
  }
}
