import MockLua
import MockServices
import Testing

@Suite("A running scenario")
struct ScenarioRuntimeTests {
  static let script = """
    shared { serviceStatus = 0, note = null }

    service "YourServiceProtocol" :bind "serviceStatus" {
      performAction = reply { status = 3 } :set { serviceStatus = 3 },
      fetchData = { fail("networkTimeout", "Connection timed out"), reply { status = 5 } :after(250) },
      finalize = reply { status = 7 } :set { serviceStatus = 7 },
    }

    service "OTPServiceProtocol" {
      verify = function(args, call)
        if args.code ~= "123456" then
          return fail(call.count < 3 and "badCode" or "locked", "Wrong code, attempt " .. call.count)
        end
        state.serviceStatus = 7
        sleep(50)
        return services.YourServiceProtocol.fetchData()
      end,
    }
    """

  /// Creates a runtime with a clock at full speed.
  static func runtime(_ source: String) throws -> ScenarioRuntime {
    try ScenarioRuntime(source: source, name: "test.lua", clock: .virtual())
  }

  static func answer(
    _ runtime: ScenarioRuntime, _ name: String, _ arguments: AnyCodableValue = .dictionary([:])
  ) async throws -> AnyCodableValue? {
    let parts = name.split(separator: ".").map(String.init)
    return try await runtime.sequencer(for: parts[0])
      .answer(for: parts[1], arguments: MockArguments(arguments))
  }

  @Test("A function computes its response, sets state, waits, and calls another service")
  func example() async throws {
    let runtime = try Self.runtime(Self.script)
    for (count, code) in [(1, "badCode"), (2, "badCode"), (3, "locked")] {
      let error = await #expect(throws: MockServiceError.self) {
        try await Self.answer(runtime, "OTPServiceProtocol.verify", ["code": "1"])
      }
      #expect(error == MockServiceError(code: code, message: "Wrong code, attempt \(count)"))
    }
    #expect(runtime.sharedState["serviceStatus"] == 0)
    let error = await #expect(throws: MockServiceError.self) {
      try await Self.answer(runtime, "OTPServiceProtocol.verify", ["code": "123456"])
    }
    #expect(error?.code == "networkTimeout")
    #expect(runtime.sharedState["serviceStatus"] == 7)
    #expect(runtime.clock.elapsed == .milliseconds(50))
    let value = try await Self.answer(runtime, "OTPServiceProtocol.verify", ["code": "123456"])
    #expect(value == ["status": 5])
    #expect(runtime.clock.elapsed == .milliseconds(350))
    #expect(runtime.log.count(of: "YourServiceProtocol.fetchData") == 2)
  }

  static let answers: [(String, AnyCodableValue?)] = [
    ("return 1", 1), ("return 1.0", 1.0), ("return { a = { 1, 2 } }", ["a": [1, 2]]),
    ("return {}", [:]), ("return array {}", []), ("return null", .null), ("return nil", nil),
    ("return", nil), ("return reply()", nil), ("return reply { x = null }", ["x": .null]),
    ("return stream { 1, 2 }", [1, 2]), ("return args", ["a": 5, "list": [1, .null]]),
    ("return args.missing == nil and args.gone == nil", true),
    ("return { call.service, call.method, call.count, call.step }", ["S", "f", 1, 1]),
    ("return state.status", 0), ("return state.note == nil", true),
    ("state.note = { 1 } return #state.note", 1),
    ("state.note = nil return state.note == nil", true),
    ("local t = copy(state.table) t.x = 2 return t", ["x": 2]),
    ("local n = 0 for k in pairs(state.table) do n = n + 1 end return n", 1),
    ("return #calls('S.f')", 1), ("return calls('S.f')[1].done", false),
    ("return calls('S.f')[1].args.a", 5),
    ("services.S.plain() return calls('S.plain')[1].result", "ok"),
    ("return services.S.plain()", "ok"), ("return services.S.items()", [1, 2]),
    (
      "local ok, e = pcall(services.S.bad) return { ok, e.code, e.message, e.details.why }",
      [false, "bad", "Bad luck", "x"]
    ),
    ("return clock()", 1_767_225_600_000), ("sleep(9) return clock() - 1767225600000", 9),
    ("return os.time()", 1_767_225_600),
    ("return random(1, 10) == random(1, 10) and 1 or 0", 0),
    ("rows:insert { id = 1, n = 2 } return rows:get(1).n", 2),
    ("return coroutine.wrap(function() sleep(1) return 7 end)()", 7),
    ("return mode == nil", true), ("return is_global_reset", 1), ("return (next(state))", "note"),
    ("local keys = {} for k in next, state do keys[#keys + 1] = k end return #keys", 3),
  ]

  @Test("A function returns data, a response, or nothing", arguments: answers)
  func returns(body: String, value: AnyCodableValue?) async throws {
    let runtime = try Self.runtime(
      """
      local is_global_reset = 1
      local rows = collection "rows"
      shared { status = 0, note = null, table = { x = 1 } }
      service "S" {
        plain = reply "ok", items = stream { 1, 2 }, bad = fail("bad", "Bad luck", { why = "x" }),
        f = function(args, call) \(body) end,
      }
      """)
    let arguments: AnyCodableValue = ["a": 5, "gone": .null, "list": [1, .null]]
    #expect(try await Self.answer(runtime, "S.f", arguments) == value)
  }

  static let errors: [(String, String)] = [
    ("local x = nil return x.y", "test.lua:2: attempt to index a nil value (local 'x')"),
    ("error('oops')", "test.lua:2: oops"),
    ("error({ code = 'x', message = 'no passing' })", "test.lua:2: no passing"),
    ("return print", "test.lua:2: the function returned a function; return data"),
    ("return is.gt(1)", "test.lua:2: the function returned a matcher; return data"),
    ("return 1, 2", "test.lua:2: the function returned a second result"),
    (
      "return reply(1):ignore_unknown_keys()",
      "test.lua:2: `:ignore_unknown_keys` has no effect on a returned response"
    ),
    ("return reply(1):times(2)", "test.lua:2: `:times` has no effect on a returned response"),
    ("return reply(function() end)", "test.lua:2: the function returned another function"),
    (
      "return { x = { print } }",
      "test.lua:2: the function returned a function at `x[1]`; return plain data"
    ),
    ("return reply { x = print }", "test.lua:2: a function in data at `reply.x`"),
    ("return fail(5)", "test.lua:2: the code of `fail` must be a non-empty string, not 5"),
    ("return reply(0/0)", "test.lua:2: NaN in data at `reply`"),
    ("state.statu = 1", "test.lua:2: unknown shared key `statu`; did you mean `status`?"),
    ("return state.statu", "test.lua:2: unknown shared key `statu`; did you mean `status`?"),
    ("calls('S.f')[1].count = 2", "test.lua:2: a recorded call can't be changed"),
    ("return services.T.f()", "test.lua:2: unknown service `T`; did you mean `S`?"),
    (
      "return services.S.f(1)", "test.lua:2: `services.S.f` takes a table of named arguments, not 1"
    ),
    (
      "return services.S.f { 1 }",
      "test.lua:2: `services.S.f` takes a table of named arguments, not a list"
    ),
    ("return services.S:f()", "test.lua:2: `services.S:f` has a colon"),
    ("return calls('S.nothing')", "test.lua:2: `calls` names the unknown method `S.nothing`"),
    ("sleep(-1)", "test.lua:2: `sleep` takes whole milliseconds (0 or more), not -1"),
    ("open_gate 'door'", "test.lua:2: unknown gate `door`"),
    (
      "return reply(1) :set { statu = 1 }",
      "test.lua:2: `:set` names the unknown shared key `statu`; did you mean `status`?"
    ),
    (
      "shared { x = 1 }",
      "test.lua:2: `shared` works only at the top level of a script; write `state.key = value`"
    ),
    (
      "override('S', 'f', reply())",
      "test.lua:2: `override` works only at the top level of a script"
    ),
    (
      "return stream(function() end) :after(5)",
      "test.lua:2: the function returned a computed stream with builders"
    ),
    (
      "return { x = '\\xFF' }",
      "test.lua:2: the function returned a string that is not UTF-8 at `x`; write `base64(bytes)`"
    ),
    (
      "return services.S.waits()",
      "test.lua:3: `sleep` waits, but a rule's condition cannot wait"
    ),
    ("emit(1)", "test.lua:2: `emit` works only in `stream(function() ... end)`"),
    ("table.sort({ 1, 2 }, function() sleep(1) end)", "test.lua:2: cannot wait here"),
    ("while true do end", "test.lua:2: the instruction budget is used up"),
    ("local s = 'x' while true do s = s .. s end", "test.lua:2: the memory limit is reached"),
    ("return undeclared", "test.lua:2: undeclared global `undeclared`"),
  ]

  @Test(
    "A script error has a location, and the next call gets a response",
    arguments: errors)
  func error(body: String, message: String) async throws {
    let runtime = try Self.runtime(
      """
      shared { status = 0, table = { x = 1 } } service "S" { next = function() return "ok" end,
        f = function(args, call) \(body) end,
        waits = { when(function() sleep(1) end, reply()) } }
      """)
    let error = await #expect(throws: MockServiceError.self) {
      try await Self.answer(runtime, "S.f")
    }
    #expect(error?.code == "scriptError")
    #expect(error?.message.hasPrefix(message) == true, "\(error?.message ?? "")")
    #expect(try await Self.answer(runtime, "S.next") == "ok")
  }

  @Test("A function of a member gets nil for an absent or null member")
  func absentMember() async throws {
    let runtime = try Self.runtime(
      """
      service "S" { f = { when({ id = function(id) return id end }, reply "has"), reply "none" } }
      """)
    #expect(try await Self.answer(runtime, "S.f") == "none")
    #expect(try await Self.answer(runtime, "S.f", ["id": .null]) == "none")
    #expect(try await Self.answer(runtime, "S.f", ["id": 1]) == "has")
  }

  @Test("A raised failure is the response, with its builders")
  func raised() async throws {
    let runtime = try Self.runtime(
      """
      shared { locked = false }
      service "S" { f = function() error(fail("no", "Never") :set { locked = true } :after(20)) end }
      """)
    let error = await #expect(throws: MockServiceError.self) {
      try await Self.answer(runtime, "S.f")
    }
    #expect(error == MockServiceError(code: "no", message: "Never"))
    #expect(runtime.sharedState["locked"] == true)
    #expect(runtime.clock.elapsed == .milliseconds(20))
  }

  @Test("Services that call each other in a cycle fail with an error that shows it")
  func circle() async throws {
    let runtime = try Self.runtime(
      """
      service "A" { f = function() return services.B.g() end }
      service "B" { g = function() return services.A.f() end }
      """)
    let error = await #expect(throws: MockServiceError.self) {
      try await Self.answer(runtime, "A.f")
    }
    #expect(error?.code == "circularCall")
    #expect(
      error?.message
        == "services call each other in a cycle: A.f -> B.g -> A.f; "
        + "make one of them respond without calling the other")
  }

  @Test("A script's conditions are evaluated in the turn of the call")
  func predicate() async throws {
    let runtime = try Self.runtime(
      """
      service "S" { f = {
        when(function(args) return args.n and args.n % 2 == 0 end, reply "even"), reply "odd",
      } }
      """)
    #expect(try await Self.answer(runtime, "S.f", ["n": 4]) == "even")
    #expect(try await Self.answer(runtime, "S.f", ["n": 3]) == "odd")
    #expect(try await Self.answer(runtime, "S.f") == "odd")
  }

  @Test("A cancelled call ends at once, and the script closes its variables")
  func cancellation() async throws {
    let runtime = try ScenarioRuntime(
      source: """
        shared { closed = 0, caught = false }
        service "S" { f = function()
          local guard <close> = setmetatable({}, { __close = function() state.closed = 1 end })
          local ok, e = pcall(sleep, 1000)
          state.caught = tostring(e)
          error(e)
        end }
        """, name: "test.lua", clock: .virtual(manual: true))
    let task = Task { try await Self.answer(runtime, "S.f") }
    await runtime.clock.waitForSleepers(1)
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(runtime.sharedState["closed"] == 1)
    #expect(runtime.sharedState["caught"] == "cancelled")
  }

  @Test("`reset` restores locals, state, clock, log, and counters, and ends calls in flight")
  func reset() async throws {
    let runtime = try ScenarioRuntime(
      source: """
        local n = 0
        shared { n = 0 }
        service "S" {
          f = function() n = n + 1 state.n = n return { n, uuid() } end,
          slow = function() sleep(1000) return 1 end,
          g = { reply(1), reply(2) },
        }
        """, name: "test.lua", clock: .virtual(manual: true))
    let first = try await Self.answer(runtime, "S.f")
    #expect(try await Self.answer(runtime, "S.g") == 1)
    await runtime.replace(
      service: "S", method: "g",
      with: MockMethodConfig(responses: [MockResponse(result: .success, value: 9)]))
    #expect(try await Self.answer(runtime, "S.g") == 9)
    await runtime.replace(service: "S", method: "h") {
      .response(MockResponse(result: .success, value: .int($0.count)))
    }
    #expect(try await Self.answer(runtime, "S.h") == 1)
    let slow = Task { try await Self.answer(runtime, "S.slow") }
    await runtime.clock.waitForSleepers(1)
    try await runtime.reset()
    await #expect(throws: CancellationError.self) { try await slow.value }
    #expect(runtime.sharedState["n"] == 0)
    #expect(runtime.log.count == 0)
    #expect(try await Self.answer(runtime, "S.f") == first)
    #expect(try await Self.answer(runtime, "S.g") == 1)
    await #expect(throws: MockServiceError.self) { try await Self.answer(runtime, "S.h") }
  }

  @Test("An embedded script responds for a configuration read from JSON")
  func embedded() async throws {
    var options = ScenarioOptions()
    options.variant = "vip"
    let scenario = try LuaScenario.load(
      source: """
        service "S" { f = function() return "plain" end }
        variant("vip", function() override("S", "f", function() return "vip" end) end)
        """, name: "s.lua", directory: nil, options: options)
    var configuration = scenario.configuration
    configuration.script = scenario.script
    let read = try MockServiceConfiguration(json: try configuration.json())
    let runtime = try ScenarioRuntime(configuration: read)
    #expect(try await Self.answer(runtime, "S.f") == "vip")
    let error = #expect(throws: ScenarioError.self) {
      try ScenarioRuntime(configuration: MockServiceConfiguration(services: [:]))
    }
    #expect(
      error?.description
        == "configuration: the configuration doesn't contain a script; emit it with `--embed-script`"
    )
  }

  enum AppError: String, Error, MockErrorConvertible, Equatable { case locked }

  @Test("The app's own error is thrown for its known codes")
  func ownError() async throws {
    let runtime = try ScenarioRuntime(
      source: """
        service "S" { f = function() return fail("locked") end, g = fail("other") }
        """, name: "test.lua", errors: AppError.self)
    let sequencer = runtime.sequencer(for: "S")
    await #expect(throws: AppError.locked) {
      try await sequencer.nextDecodedValue(for: "f", as: Int.self)
    }
    await #expect(throws: MockServiceError(code: "other", message: "other")) {
      try await sequencer.nextDecodedValue(for: "g", as: Int.self)
    }
  }

  @Test("A clock that sleeps past all representable dates shows the last one")
  func endlessSleep() async throws {
    let runtime = try Self.runtime(
      """
      service "S" {
        f = function() sleep(math.maxinteger) return clock() == math.maxinteger end,
      }
      """)
    #expect(try await Self.answer(runtime, "S.f") == true)
  }

  @Test("A sequencer without its runtime reports this")
  func orphan() async throws {
    let sequencer = try Self.runtime("service 'S' { f = function() return 1 end }").sequencer(
      for: "S")
    let error = await #expect(throws: MockServiceError.self) {
      try await sequencer.answer(for: "f")
    }
    #expect(error?.message.hasPrefix("the ScenarioRuntime of `S.f#1` no longer exists") == true)
  }
}
