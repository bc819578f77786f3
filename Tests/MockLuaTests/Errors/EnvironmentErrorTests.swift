import Testing

@Suite struct EnvironmentErrorTests {
  @Test("An unknown name is reported with the closest one", arguments: scripts)
  func message(row: ScriptErrorCase) throws {
    try row.check()
  }

  static let scripts = ScriptErrorCase.scripts(
    #"""
    repply(1)
    => 1: undeclared global `repply`; did you mean `reply`?

    service "S" { m = returns(1) }
    => 1: undeclared global `returns`; write `reply(value)`

    service "S" { m = throws "x" }
    => 1: undeclared global `throws`; write `fail("code")`

    service "S" { m = when({ a = gt(7) }, reply()) }
    => 1: undeclared global `gt`; write `is.gt`

    x = 5
    => 1: assignment to undeclared global `x`; write `local x = ...`

    local y = undefined_thing
    => 1: undeclared global `undefined_thing`; declare it with `local`, or put a string in quotes

    shared { total = 1 }
    service "S" { m = reply(total) }
    => 2: undeclared global `total`; write `state.total` for the shared value

    function helper() end
    => 1: function `helper` is global; write `local function helper(...)`

    service = 5
    => 1: `service` is a reserved name; choose another name

    function reply() end
    => 1: `reply` is a reserved name; choose another name

    io.open("x")
    => 1: `io` is not available in scripts; read data with `fixture "name.json"`

    io = 5
    => 1: assignment to undeclared global `io`; write `local io = ...`

    debug.traceback()
    => 1: `debug` is not available in scripts; errors include a traceback

    os.execute("ls")
    => 1: `os.execute` is not available in scripts; scripts can't start processes

    os.exit()
    => 1: `os.exit` is not available in scripts; return from the script instead

    os.getenv("HOME")
    => 1: `os.getenv` is not available in scripts; pass `--mode`, or write the value into the script

    os.remove("x")
    => 1: `os.remove` is not available in scripts; scripts can't change files

    os.rename("a", "b")
    => 1: `os.rename` is not available in scripts; scripts can't change files

    os.tmpname()
    => 1: `os.tmpname` is not available in scripts; scripts can't write files

    os.setlocale("C")
    => 1: `os.setlocale` is not available in scripts; scripts run in the C locale

    string.dump(print)
    => 1: `string.dump` is not available in scripts; scripts can't contain bytecode

    math.randomseed(5)
    => 1: `math.randomseed` is not available in scripts; the seed comes from `--seed`

    dofile("x")
    => 1: `dofile` is not available in scripts; load a module with `require "name"`

    loadfile("x")
    => 1: `loadfile` is not available in scripts; load a module with `require "name"`

    package.path = ""
    => 1: `package` is not available in scripts; load a module with `require "name"`

    package.loaded.x = 1
    => 1: `package` is not available in scripts; load a module with `require "name"`

    mode = "debug"
    => 1: `mode` is read-only; it comes from `--mode` or the options that the script is run with

    _ENV.foo = 5
    => 1: assignment to undeclared global `foo`; write `local foo = ...`

    _G.foo = 5
    => 1: assignment to undeclared global `foo`; write `local foo = ...`

    local x = _G.foo
    => 1: undeclared global `foo`; declare it with `local`, or put a string in quotes

    loadstring("x")
    => 1: undeclared global `loadstring`; did you mean `tostring`?

    unpack { 1 }
    => 1: undeclared global `unpack`; write `table.unpack(list)`

    setfenv(1, {})
    => 1: undeclared global `setfenv`; declare it with `local`, or put a string in quotes

    arg[1] = 5
    => 1: undeclared global `arg`; declare it with `local`, or put a string in quotes

    local x = NULL
    => 1: undeclared global `NULL`; write `null`

    local x = stat
    => 1: undeclared global `stat`; did you mean `state`?

    service "A" { m = reply(1) :after(delay) }
    => 1: undeclared global `delay`; write `:after(250)` on a response, or `sleep(250)` in a function

    local x = reply -1
    => 1: attempt to perform arithmetic on a function value (global 'reply'); `reply` is a function: write `reply(...)`, or `reply { ... }`

    shared.count = 0
    => 1: attempt to index a function value (global 'shared'); `shared` is a function: write `shared(...)`, or `shared { ... }`

    for x in { 1 } do end
    => 1: attempt to call a table value (for iterator 'for iterator'); write `for _, value in ipairs(list) do`

    local x = 1 < "2"
    => 1: attempt to compare number with string; write `tonumber(text)` for a number

    error("boom")
    => 1: boom

    error { code = "x" }
    => 1: a table was raised

    error(fail("x"))
    => 1: x

    local x = nil
    x.y = 1
    => 2: attempt to index a nil value (local 'x')

    local t = {}
    t.a.b.c = 1
    => 2: attempt to index a nil value (field 'a')

    assert(nil, "no user")
    => 1: no user

    local f = nil
    f()
    => 2: attempt to call a nil value (local 'f')

    coroutine.wrap(function() repply() end)()
    => 1: undeclared global `repply`; did you mean `reply`?

    collectgarbage("stop")
    => 1: `collectgarbage` takes only "count"; remove this call, because memory is freed automatically

    require()
    => 1: a module's name must be a non-empty string, not nil; write `require "folder.module"`

    local s = service "A"
    s.m = rply(1)
    => 2: undeclared global `rply`; did you mean `reply`?

    require "string"
    => 1: module `string` was not found at `string.lua`; remove the `require`, because `string` is always available
    """#)
}
