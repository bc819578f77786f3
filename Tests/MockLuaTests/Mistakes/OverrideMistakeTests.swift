import Testing

@Suite struct OverrideMistakeTests {
  @Test("Overrides, delays and scenarios that are written wrong are told", arguments: scripts)
  func message(mistake: ScriptMistake) throws {
    try mistake.check()
  }

  static let scripts = ScriptMistake.scripts(
    #"""
    override()
    => 1: an overridden service must be a non-empty string, not nil; write `override("Name", "method", reply(...))`

    override(5)
    => 1: an overridden service must be a non-empty string, not 5; write `override("Name", "method", reply(...))`

    override {}
    => 1: `override` replaces nothing; name a shared key, or leave it out

    override { a = 1 }
    => 1: `override` names the unknown shared key `a`; declare it with `shared { a = ... }`

    shared { a = 1 }
    override { b = 1 }
    => 2: `override` names the unknown shared key `b`; did you mean `a`?

    shared { a = 1 }
    override { a = print }
    => 2: a function in data at `override.a`; data holds plain values

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
    => 2: `override` takes a service, a method and a behavior; write `override("Name", "method", reply(...))`

    service "A" { m = reply() }
    override("A", "m", reply(), 5)
    => 2: `override` takes a service, a method and a behavior; write `override("Name", "method", reply(...))`

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
    => 2: `override "A"` replaces nothing; name a method, or leave it out

    shared { a = 1 }
    override({ a = 2 }, 5)
    => 2: an overridden service must be a non-empty string, not a table; write `override("Name", "method", reply(...))`

    delay_all()
    => 1: `delay_all` takes whole milliseconds from 0, not nil; write `delay_all(250)`

    delay_all("5")
    => 1: `delay_all` takes whole milliseconds from 0, not the string "5"; a delay is a number of milliseconds: write `delay_all(5)`

    delay_all(0.25)
    => 1: `delay_all` takes whole milliseconds from 0, not 0.25; write `delay_all(250)` for 0.25 seconds

    delay_all { min = 1 }
    => 1: `max` of `delay_all` must be whole milliseconds, not nil; write `delay_all { min = 100, max = 300 }`

    delay_all(-5)
    => 1: `delay_all` takes whole milliseconds from 0, not -5; write `delay_all(250)`

    delay_all(5, 6)
    => 1: `delay_all` takes one argument, not 2; write `delay_all(250)`

    scenario()
    => 1: a scenario's name must be a non-empty string, not nil; write `scenario("name", function() ... end)`

    scenario(5, function() end)
    => 1: a scenario's name must be a non-empty string, not 5; write `scenario("name", function() ... end)`

    scenario "a"
    => 1: scenario `a` doesn't have a function; write `scenario("a", function() ... end)`

    scenario("a", 5)
    => 1: scenario `a` takes a function, not 5; write `scenario("a", function() ... end)`

    scenario("a", nil)
    => 1: scenario `a` takes a function, not nil; write `scenario("a", function() ... end)`

    scenario "a" (5)
    => 1: scenario `a` takes a function, not 5; write `scenario("a", function() ... end)`

    scenario("a", function() end)
    scenario("a", function() end)
    => 2: scenario `a` is declared twice; choose another name

    scenario("a", print)
    => 1: scenario `a` takes a function of the script; write `scenario("a", function() ... end)`

    scenario ""
    => 1: a scenario's name must be a non-empty string, not the string ""; write `scenario("name", function() ... end)`

    scenario("a", function() end, 5)
    => 1: `scenario` takes 2 arguments, not 3; write `scenario("name", function() ... end)`

    scenario("offline", function() end)
    -- scenario: ofline
    => no scenario `ofline`; did you mean `offline`?

    service "A" { m = reply() }
    -- scenario: offline
    => no scenario `offline`; declare it with `scenario("offline", function() ... end)`

    service "A" { m = reply() }
    scenario("a", function()
      override("A", "n", reply())
    end)
    -- scenario: a
    => 3: service `A` doesn't have a method `n` to override; did you mean `m`?

    service "A" { m = reply() }
    scenario("a", function()
      scenario("b", function() end)
    end)
    -- scenario: a
    => 3: a scenario is inside another scenario; move it to the top level

    service "A" { m = reply() }
    scenario("a", function()
      servce "B"
    end)
    -- scenario: a
    => 3: undeclared global `servce`; did you mean `service`?

    service "A" { m = reply() }
    scenario("a", function()
      service "A" { m = reply(2) }
    end)
    -- scenario: a
    => 3: method `A.m` is declared twice (first in the table on m.lua:1); write `override("A", "m", ...)`
    """#)
}
