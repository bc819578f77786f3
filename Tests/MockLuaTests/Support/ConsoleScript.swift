import MockLua
import MockLuaTools
import MockServices

/// A scenario for the console, and its output.
enum ConsoleScript {
  static let source = """
    shared { status = 0, user = { name = "Ada", tags = { "a", "b" } }, note = null }

    service "OTP" :bind "status" {
      verify = function(args, call)
        if args.code ~= "1" then return fail("badCode", "Wrong code", { left = 3 - call.count }) end
        state.status = 7
        sleep(50)
        return services.Data.fetch()
      end,
      spin = function() while true do end end,
      broken = function() return nil + 1 end,
    }
    service "Data" {
      fetch = { reply { a = 1 }, fail "gone" },
      slow = reply(1) :after(250),
      void = reply(),
      gated = reply(2) :gate "door",
      words = stream { "a", "b" } :every(100),
      once = { exhausted = "fatalError", reply(1) },
    }
    local rows = collection "rows"
    variant("other", function() override("Data", "slow", reply "other") end)
    """

  static func console(_ source: String = Self.source) throws -> ScenarioConsole {
    ScenarioConsole(try ScenarioRuntime(source: source, name: "a.lua", clock: .virtual()))
  }

  /// Returns the console's output for the last input.
  ///
  /// Each input starts on a separate line.
  static func answer(_ texts: [String], source: String = Self.source) async throws -> String {
    let console = try console(source)
    var (line, answer) = (1, "")
    for text in texts {
      answer = "\(await console.evaluate(text, line: line))"
      line += text.split(separator: "\n", omittingEmptySubsequences: false).count
    }
    return answer
  }
}
