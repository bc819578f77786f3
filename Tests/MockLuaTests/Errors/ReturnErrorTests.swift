import MockLua
import MockServices
import Testing

/// Errors in expressions after `return`.
///
/// Lua runs these as tail calls, which replace the function that returns them.
@Suite struct ReturnErrorTests {
  @Test("An error after `return` is reported at its own line", arguments: scripts)
  func message(row: ScriptErrorCase) throws {
    try row.check()
  }

  static let scripts = ScriptErrorCase.scripts(
    #"""
    local function make()
      return fail()
    end
    service "A" {
      m = make(),
    }
    => 2: the code of `fail` must be a non-empty string, not nil; write `fail("timedOut")`

    local function make(value)
      local first = value
      return reply(value, first)
    end
    local function outer(value)
      return make(value)
    end
    service "A" { m = outer(1) }
    => 3: `reply` takes one value; write a table, such as `reply { a, b }`

    local function positive()
      return is.gt(true)
    end
    service "A" { m = when({ n = positive() }, reply()) }
    => 2: `is.gt` takes a number or a string, not true; write `is.gt(10)`

    local function slow(response)
      return response
        :after(-1)
    end
    service "A" { m = slow(reply()) }
    => 3: `:after` takes whole milliseconds (0 or more), not -1; write `:after(250)`

    local function slow(response)
      return response.after(5)
    end
    service "A" { m = slow(reply()) }
    => 2: `.after` doesn't pass the response; write `:after(...)` with a colon

    local function declare(name)
      return service(name) { m = 5 }
    end
    declare "A"
    => 2: `A.m` is 5, not a response; write `reply(5)`

    local function now()
      return clock(1)
    end
    service "A" { m = reply(now()) }
    => 2: `clock` takes no arguments, not 1; write `clock()`

    return fixture(5)
    => 1: a fixture's name must be a non-empty string, not 5; write `fixture "user.json"`
    """#)

  /// The expressions after `return`, with the start of their messages.
  static let bodies = [
    ("fail()", "the code of `fail` must be"),
    ("reply(1, 2)", "`reply` takes one value"),
    ("reply(0 / 0)", "NaN in data at `reply`"),
    ("stream(5)", "`stream` takes a list of values"),
    ("is.eq()", "`is.eq` takes one value"),
    ("is(1)", "`is` is a table of matchers"),
    ("copy(function() end)", "a function in data at `copy`"),
    ("array(5)", "`array` takes a list"),
    ("enum_case()", "the name of an enum case"),
    ("uuid(1)", "`uuid` takes no arguments"),
    ("random('x')", "argument 1 of `random`"),
    ("math.random(2, 1)", "`random(2, 1)` has an empty range"),
    ("clock.date(5)", "`clock.date` takes a table"),
    ("json.encode(0 / 0)", "NaN in data at `json.encode`"),
    ("json.decode(5)", "`json.decode` takes a string"),
    ("base64(5)", "`base64` takes a string"),
    ("collection 'c' :insert(5)", "`:insert` takes a row"),
    ("collection('c').count(5)", "`.count` doesn't pass the collection"),
    ("os.time(5)", "`os.time` takes a table"),
    ("os.date(5 < 6)", "`os.date` takes a format"),
    ("sleep('x')", "`sleep` takes whole milliseconds"),
    ("emit(1)", "`emit` works only in"),
    ("open_gate(5)", "`open_gate` takes a gate's name"),
    ("calls(5)", "`calls` takes"),
    ("services.S.other(5)", "`services.S.other` takes a table"),
    ("services.S:other()", "`services.S:other` has a colon"),
    ("service 'T' { m = reply() }", "`service` works only at the top level"),
    ("require 'nowhere'", "module `nowhere` cannot be found"),
    ("fixture(5)", "a fixture's name"),
    ("error('no')", "no"),
    ("string.rep()", "bad argument #1 to 'rep'"),
  ]

  /// The location of each expression: in the function itself, in a helper, and after two `return`s.
  static let methods = [("itself", 8), ("helped", 3), ("returned", 3)]

  @Test(
    "An error in a running function or its helper is reported at its own line too",
    arguments: bodies, methods)
  func running(body: (String, String), method: (String, Int)) async throws {
    let runtime = try ScenarioRuntimeTests.runtime(
      """
      local function make()
        local first = 1
        return \(body.0)
      end
      service "S" { other = reply(),
        itself = function()
          local first = 1
          return \(body.0)
        end,
        helped = function()
          local made = make()
          return 1
        end,
        returned = function()
          return make()
        end,
      }
      """)
    let error = await #expect(throws: MockServiceError.self) {
      try await ScenarioRuntimeTests.answer(runtime, "S.\(method.0)")
    }
    #expect(error?.code == "scriptError")
    let message = error?.message ?? ""
    #expect(message.hasPrefix("test.lua:\(method.1): \(body.1)"), "\(message)")
  }

  @Test("A word returned as a tail call waits and is reported like any other word")
  func words() async throws {
    let runtime = try ScenarioRuntimeTests.runtime(
      """
      service "S" {
        waits = function() return sleep(40) end,
        calls = function() return services.S.waits() end,
        caught = function() local ok, said = pcall(emit, 1) return { said } end,
        deep = function()
          local function down(n) if n == 0 then return uuid() end return down(n - 1) end
          return #down(100000)
        end,
      }
      """)
    #expect(try await ScenarioRuntimeTests.answer(runtime, "S.calls") == nil)
    #expect(runtime.clock.elapsed == .milliseconds(40))
    let said = try await ScenarioRuntimeTests.answer(runtime, "S.caught")
    #expect(
      said == [
        "test.lua:4: `emit` works only in `stream(function() ... end)`; return a value instead"
      ])
    #expect(try await ScenarioRuntimeTests.answer(runtime, "S.deep") == 36)
  }
}
