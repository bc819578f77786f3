import MockCalls
import MockLua
import MockRecording
import MockServices
import Testing

/// The response times of live services.
struct RecordedDelayTests {
  @Test(
    "On request, each method gets its median time, rounded to two digits", arguments: [false, true])
  func delays(areKept: Bool) async throws {
    let live = try ScenarioRuntime(
      source: """
        service "Tasks" {
          task = { reply(7) :after(123), reply(8) :after(124), reply(9) :after(3000) },
          count = reply(3),
        }
        """, name: "live.lua", clock: .virtual(), failureHandler: MockFailureHandler { _ in })
    let none = MockArguments(data: .dictionary([:]))
    for _ in 0..<3 {
      _ = await live.sequencer(for: "Tasks").play("task", arguments: none)
    }
    _ = await live.sequencer(for: "Tasks").play("count", arguments: none)
    let calls = live.log.calls().map { call in
      var call = call
      call.isPassed = true
      return call
    }
    var recording = Recording(calls, keepsDelays: areKept)
    let after = areKept ? " :after(120)" : ""
    #expect(
      ScriptWriter.text(of: await recording.script(name: "tasks")) == """
        service "Tasks" {
          count = reply(3),
          task  = { reply(7)\(after), reply(8)\(after), reply(9)\(after) },
        }

        """)
  }
}
