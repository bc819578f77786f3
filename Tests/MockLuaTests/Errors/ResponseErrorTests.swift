import Testing

@Suite struct ResponseErrorTests {
  @Test("An invalid response is reported with a suggestion", arguments: behaviors + scripts)
  func message(row: ScriptErrorCase) throws {
    try row.check()
  }

  static let behaviors = ScriptErrorCase.behaviors(
    #"""
    reply(nil)
    => 1: `reply(nil)` is ambiguous; write `reply()` for no value, or `reply(null)` for a JSON null

    reply(1, 2)
    => 1: `reply` takes one value; write a table, such as `reply { a, b }`

    reply(404, { a = 1 })
    => 1: `reply` takes one value; write `status(404, value)` in a route, or a table, such as `reply { a, b }`

    reply(reply(1))
    => 1: `reply` takes data, not a response; write only the inner response

    reply(fail("x"))
    => 1: `reply` takes data, not a response; write only the inner response

    reply(is.eq(1))
    => 1: a matcher in data at `reply`; matchers belong in `when`

    reply(service "A")
    => 1: a service in data at `reply`; data can hold only plain values

    reply(when({}, reply()))
    => 1: a rule in data at `reply`; data can hold only plain values

    reply(collection "c")
    => 1: a collection in data at `reply`; write `collection:all()`

    reply(print)
    => 1: the response is one of Lua's own functions; write `function(args, call) ... end`

    reply(string.upper)
    => 1: the response is one of Lua's own functions; write `function(args, call) ... end`

    reply(uuid)
    => 1: the response is the function `uuid`, not a call to it; write `function() return uuid(...) end`

    reply(reply)
    => 1: the response is the function `reply`, not a call to it; write `reply(...)`

    stream(pairs)
    => 1: the response is one of Lua's own functions; write `function(args, call) ... end`

    stream(uuid)
    => 1: the response is the function `uuid`, not a call to it; write `function() return uuid(...) end`

    fail()
    => 1: the code of `fail` must be a non-empty string, not nil; write `fail("timedOut")`

    fail(404)
    => 1: the code of `fail` must be a non-empty string, not 404; write `status(404)` in a route, or `fail("timedOut")`

    fail("")
    => 1: the code of `fail` must be a non-empty string, not the string ""; write `fail("timedOut")`

    fail("code", 404)
    => 1: the message of `fail` must be a string, not 404; write `fail(code, message, details)`

    fail("code", { a = 1 })
    => 1: the message of `fail` must be a string, not a table; write `fail(code, message, details)`

    fail("a", "b", {}, 4)
    => 1: `fail` takes 3 arguments, not 4; write `fail(code, message, details)`

    fail("a", "b", { f = print })
    => 1: a function in data at `fail.details.f`; data can hold only plain values

    stream()
    => 1: `stream` takes a list of values or a function, not nil; write `stream { 1, 2 }`

    stream(1)
    => 1: `stream` takes a list of values or a function, not 1; write `stream { 1, 2 }`

    stream("abc")
    => 1: `stream` takes a list of values or a function, not the string "abc"; write `stream { 1, 2 }`

    stream { a = 1 }
    => 1: `stream` takes a list of values or a function, not a table; write `stream { 1, 2 }`

    stream({ 1 }, { 2 })
    => 1: `stream` takes one list; write `stream { a, b }`

    stream { 1, print }
    => 1: a function in data at `stream[2]`; data can hold only plain values

    stream { 1, fail "lost" }
    => 1: a response in data at `stream[2]`; to end a stream with an error, write `stream { ... } :fails("code")`

    reply "a" "b"
    => 1: a response isn't a function; separate list elements with commas, and call builders with `:`

    reply() ()
    => 1: a response isn't a function; separate list elements with commas, and call builders with `:`

    reply("a") { 1 }
    => 1: a response isn't a function; separate list elements with commas, and call builders with `:`
    """#)

  static let scripts = ScriptErrorCase.scripts(
    #"""
    service "A" {
      m = reply {
        a = 1,
        b = print,
      },
    }
    => 2: a function in data at `reply.b`; write `reply(function(args, call) ... end)`
    """#)
}
