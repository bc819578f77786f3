import Testing

@Suite struct OverrideErrorTests {
  @Test("Invalid overrides, delays, and scenarios are reported", arguments: scripts)
  func message(row: ScriptErrorCase) throws {
    try row.check()
  }

  static let scripts = ScriptErrorCase.scripts(
    #"""
    override()
    => 1: an overridden service must be a non-empty string, not nil; write `override("Name", "method", reply(...))`

    override(5)
    => 1: an overridden service must be a non-empty string, not 5; write `override("Name", "method", reply(...))`

    override {}
    => 1: `override` replaces nothing; name a shared key, or remove the override

    override { a = 1 }
    => 1: `override` names the unknown shared key `a`; declare it with `shared { a = ... }`

    shared { a = 1 }
    override { b = 1 }
    => 2: `override` names the unknown shared key `b`; did you mean `a`?

    shared { a = 1 }
    override { a = print }
    => 2: a function in data at `override.a`; data can hold only plain values

    override "A"
    => 1: `override "A"` doesn't have methods; write `override "A" { method = reply(...) }`

    override "A" { m = reply() }
    => 1: `override` names the unknown service `A`; declare it with `service "A" { ... }`

    service "Alpha" { m = reply() }
    override("Alpa", "m", reply())
    => 2: `override` names the unknown service `Alpa`; did you mean `Alpha`?

    service "A" { login = reply() }
    override("A", "logn", reply())
    => 2: service `A` doesn't have a method `logn` to override; did you mean `login`?

    service "A" { login = reply() }
    override "A" {
      logn = reply(),
    }
    => 3: service `A` doesn't have a method `logn` to override; did you mean `login`?

    service "A" { m = reply() }
    override("A", "m")
    => 2: `override` takes a service, a method, and a behavior; write `override("Name", "method", reply(...))`

    service "A" { m = reply() }
    override("A", "m", reply(), 5)
    => 2: `override` takes a service, a method, and a behavior; write `override("Name", "method", reply(...))`

    service "A" { m = reply() }
    override("A", "m", 5)
    => 2: `A.m` is 5, not a response; write `reply(5)`

    service "A" { m = reply() }
    override("A", 5, reply())
    => 2: a method of `A` doesn't have a name; write `name = reply(...)`

    service "A" { m = reply() }
    override "A" (5)
    => 2: `override "A"` takes a table of methods, not 5; write `{ method = reply(...) }`

    service "A" { m = reply() }
    override "A" { reply() }
    => 2: a method of `A` doesn't have a name; write `name = reply(...)`

    service "A" { m = reply() }
    override("A", "m", nil)
    => 2: `A.m` is nil, not a response; write `reply()` for a response without a value

    override { "a" }
    => 1: `override` takes named keys, not 1; write `override { key = value }`

    service "A" { m = reply() }
    override "A" {}
    => 2: `override "A"` replaces nothing; name a method, or remove the override

    shared { a = 1 }
    override({ a = 2 }, 5)
    => 2: an overridden service must be a non-empty string, not a table; write `override("Name", "method", reply(...))`

    default_delay()
    => 1: `default_delay` takes whole milliseconds (0 or more), not nil; write `default_delay(250)`

    default_delay("5")
    => 1: `default_delay` takes whole milliseconds (0 or more), not the string "5"; write `default_delay(5)`

    default_delay(0.25)
    => 1: `default_delay` takes whole milliseconds (0 or more), not 0.25; write `default_delay(250)` for 0.25 seconds

    default_delay { min = 1 }
    => 1: `max` of `default_delay` must be whole milliseconds, not nil; write `default_delay { min = 100, max = 300 }`

    default_delay(-5)
    => 1: `default_delay` takes whole milliseconds (0 or more), not -5; write `default_delay(250)`

    default_delay(5, 6)
    => 1: `default_delay` takes one argument, not 2; write `default_delay(250)`

    variant()
    => 1: a variant's name must be a non-empty string, not nil; write `variant("name", function() ... end)`

    variant(5, function() end)
    => 1: a variant's name must be a non-empty string, not 5; write `variant("name", function() ... end)`

    variant "a"
    => 1: variant `a` doesn't have a function; write `variant("a", function() ... end)`

    variant("a", 5)
    => 1: variant `a` takes a function, not 5; write `variant("a", function() ... end)`, or `enum_case("a", ...)` for a case of an enum

    variant("a", nil)
    => 1: variant `a` takes a function, not nil; write `variant("a", function() ... end)`, or `enum_case("a", ...)` for a case of an enum

    variant "a" (5)
    => 1: variant `a` takes a function, not 5; write `variant("a", function() ... end)`, or `enum_case("a", ...)` for a case of an enum

    variant("a", function() end)
    variant("a", function() end)
    => 2: variant `a` is declared twice; choose another name

    variant("a", print)
    => 1: variant `a` takes a Lua function; write `variant("a", function() ... end)`

    variant ""
    => 1: a variant's name must be a non-empty string, not the string ""; write `variant("name", function() ... end)`

    variant("a", function() end, 5)
    => 1: `variant` takes 2 arguments, not 3; write `variant("name", function() ... end)`

    variant("offline", function() end)
    -- variant: ofline
    => no variant `ofline`; did you mean `offline`?

    service "A" { m = reply() }
    -- variant: offline
    => no variant `offline`; declare it with `variant("offline", function() ... end)`

    service "A" { m = reply() }
    variant("a", function()
      override("A", "n", reply())
    end)
    -- variant: a
    => 3: service `A` doesn't have a method `n` to override; did you mean `m`?

    service "A" { m = reply() }
    variant("a", function()
      variant("b", function() end)
    end)
    -- variant: a
    => 3: a scenario is inside another scenario; move it to the top level

    service "A" { m = reply() }
    variant("a", function()
      servce "B"
    end)
    -- variant: a
    => 3: undeclared global `servce`; did you mean `service`?

    service "A" { m = reply() }
    variant("a", function()
      service "A" { m = reply(2) }
    end)
    -- variant: a
    => 3: method `A.m` is declared twice (first on m.lua:1); write `override("A", "m", ...)`
    """#)
}
