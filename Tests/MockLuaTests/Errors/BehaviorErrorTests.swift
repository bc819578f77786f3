import Testing

@Suite struct BehaviorErrorTests {
  @Test("An invalid behavior is reported with a suggestion", arguments: behaviors + scripts)
  func message(row: ScriptErrorCase) throws {
    try row.check()
  }

  static let behaviors = ScriptErrorCase.behaviors(
    #"""
    5
    => 1: `A.m` is 5, not a response; write `reply(5)`

    "placed"
    => 1: `A.m` is the string "placed", not a response; write `reply("placed")`

    true
    => 1: `A.m` is true, not a response; write `reply(true)`

    { status = 3 }
    => 1: `A.m` is a table, not a response; write `reply { ... }` to return data

    { 1, 2 }
    => 1: element 1 of `A.m` is 1, not a response; write `reply(1)`
    => 1: element 2 of `A.m` is 2, not a response; write `reply(2)`

    {}
    => 1: `A.m` is an empty list; write at least one response, such as `reply()`

    print
    => 1: `A.m` is one of Lua's own functions; write `function(args, call) ... end`

    string.upper
    => 1: `A.m` is one of Lua's own functions; write `function(args, call) ... end`

    uuid
    => 1: `A.m` is the function `uuid`, not a call to it; write `function() return uuid(...) end`

    reply
    => 1: `A.m` is the function `reply`, not a call to it; write `reply(...)`

    fail
    => 1: `A.m` is the function `fail`, not a call to it; write `fail(...)`

    { stream, when }
    => 1: element 1 of `A.m` is the function `stream`, not a call to it; write `stream { ... }`
    => 1: element 2 of `A.m` is the function `when`, not a call to it; write `when(pattern, reply(...))`

    is.gt
    => 1: `A.m` is a function of the script language; write `function(args, call) ... end`

    null
    => 1: `A.m` is null, not a response; write `reply(null)`

    is.gt(1)
    => 1: `A.m` is a matcher, not a response; write `reply(...)`, `fail(...)`, or a function

    service "B"
    => 1: `A.m` is a service, not a response; write `reply(...)`, `fail(...)`, or a function
    => 1: service `B` has neither methods nor properties; write `service "B" { method = reply(...) }`

    collection "c"
    => 1: `A.m` is a collection, not a response; write `reply(...)`, `fail(...)`, or a function

    { reply(), { reply() } }
    => 1: element 2 of `A.m` is a list inside a list; write its elements in the outer list

    { reply(), {} }
    => 1: element 2 of `A.m` is a list inside a list; write its elements in the outer list

    { reply(), [3] = reply() }
    => 1: `A.m` has nil at position 2; write `reply()` for a response without a value

    { reply(), nil, reply() }
    => 1: `A.m` has nil at position 2; write `reply()` for a response without a value
    => 1: a nil ends a list or leaves a hole in it; remove the nil, or write `null` in data

    { nil }
    => 1: `A.m` is an empty list; write at least one response, such as `reply()`
    => 1: a nil ends a list or leaves a hole in it; remove the nil, or write `null` in data

    { reply(), exhausted = "repeat" }
    => 1: `exhausted` of `A.m` is the string "repeat"; did you mean `repeatLast`?

    { reply(), exhausted = true }
    => 1: `exhausted` of `A.m` is true; known: cycle, error, fatalError, repeatLast

    { reply(), exhaust = "cycle" }
    => 1: unknown option `exhaust` of `A.m`; did you mean `exhausted`?

    { exhausted = "cycle" }
    => 1: `A.m` is an empty list; write at least one response, such as `reply()`

    { by = "id" }
    => 1: `A.m` is an empty list; write at least one response, such as `reply()`

    { reply(), by = 5 }
    => 1: `by` of `A.m` must be a non-empty string, not 5; write `by = "argument"`

    { reply(), by = "order..id" }
    => 1: `by` of `A.m` is the string "order..id", which has a misplaced dot; write `by = "order.id"`

    { reply(), by = "" }
    => 1: `by` of `A.m` must be a non-empty string, not the string ""; write `by = "argument"`

    { reply(), [true] = 1 }
    => 1: unknown option `true` of `A.m`; known: by, exhausted

    { reply(), "x" }
    => 1: element 2 of `A.m` is the string "x", not a response; write `reply("x")`

    array { 1 }
    => 1: element 1 of `A.m` is 1, not a response; write `reply(1)`

    { reply(), print }
    => 1: element 2 of `A.m` is one of Lua's own functions; write `function(args, call) ... end`

    { [0] = reply(), reply() }
    => 1: unknown option `0` of `A.m`; known: by, exhausted

    { reply(), [1.5] = reply() }
    => 1: unknown option `1.5` of `A.m`; known: by, exhausted

    coroutine.create(print)
    => 1: `A.m` is a thread, not a response; write `reply(...)`, `fail(...)`, or a function

    { data = reply() }
    => 1: `A.m` is a table, not a response; write `reply { ... }` to return data

    array {}
    => 1: `A.m` is an empty list; write at least one response, such as `reply()`

    state
    => 1: `A.m` is the shared state, not a response; write `reply(...)`, `fail(...)`, or a function

    { fail("x"), ["delay"] = 5 }
    => 1: unknown option `delay` of `A.m`; known: by, exhausted
    """#)

  static let scripts = ScriptErrorCase.scripts(
    #"""
    local n
    service "A" { m = { reply(), n, reply() } }
    => 2: `A.m` has nil at position 2; write `reply()` for a response without a value
    """#)
}
