import Dispatch
import Foundation
import MockLua
import MockLuaTools
import MockServices
import Testing

@Suite("Interrupting the console", .serialized, .timeLimit(.minutes(30)))
struct ConsoleInterruptionTests {
  @Test(
    "Cancelling the task stops running code, and the console remains usable",
    arguments: [
      "log 'on' while true do end",
      "log 'on' while true do pcall(services.OTP.spin) end",
      "log 'on' while true do pcall(function() while true do end end) end",
      "log 'on' while true do coroutine.wrap(function() while true do end end)() end",
    ])
  func stopsLoops(text: String) async throws {
    let started = DispatchSemaphore(value: 0)
    var options = ScenarioOptions()
    options.print = { _ in started.signal() }
    let runtime = try ScenarioRuntime(
      source: ConsoleScript.source, name: "a.lua", options: options, clock: .virtual())
    let console = ScenarioConsole(runtime, isLimited: false)
    let task = Task { await console.evaluate(text, line: 3) }
    // A separate thread, because the loop can block the pool's last one.
    Thread.detachNewThread {
      started.wait()
      task.cancel()
    }
    #expect("\(await task.value)" == "repl:3: interrupted")
    #expect(
      "\(await console.evaluate("local n = 0 for i = 1, 1e5 do n = n + i end return n"))"
        == "5000050000")
  }

  @Test("Cancelling the task stops waiting code")
  func stopsWaiting() async throws {
    let clock = MockClock.virtual(manual: true)
    let runtime = try ScenarioRuntime(source: ConsoleScript.source, name: "a.lua", clock: clock)
    let console = ScenarioConsole(runtime, isLimited: false)
    for text in ["sleep(1000)", "services.Data.slow()"] {
      let task = Task { await console.evaluate(text) }
      await clock.waitForSleepers(1)
      task.cancel()
      #expect("\(await task.value)" == "repl:1: interrupted")
    }
    #expect("\(await console.evaluate("1 + 1"))" == "2")
  }
}
