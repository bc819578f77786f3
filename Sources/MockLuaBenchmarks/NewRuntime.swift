import MockLua

/// The time to load a typical script into a new Lua state.
enum NewRuntime {
  static let script = """
    shared { status = 0 }
    service "Login" :bind "status" {
      signIn = { fail("timeout", "Timed out"), reply { status = 3 } :set { status = 3 } :after(50) },
      verify = function(args, call)
        if args.code ~= "123456" then return fail("badCode", "Wrong code " .. call.count) end
        state.status = 7
        return { ok = true }
      end,
      transfer = { when({ amount = is.gt(1000) }, fail("limit", "Too much")), reply { ok = true } },
      signOut = reply(),
    }
    service "Orders" { status = { by = "id", reply "placed", reply "shipped" } }
    """

  static func load() throws -> Double {
    try nanoseconds(2_000) {
      let scenario = try LuaScenario.load(source: script, name: "bench.lua", directory: nil)
      precondition(scenario.dynamicAnswers.count == 1)
    }
  }
}
