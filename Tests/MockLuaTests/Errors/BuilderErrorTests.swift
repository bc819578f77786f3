import Testing

@Suite struct BuilderErrorTests {
  @Test("A misused builder is reported at its own line", arguments: behaviors + scripts)
  func message(row: ScriptErrorCase) throws {
    try row.check()
  }

  static let behaviors = ScriptErrorCase.behaviors(
    #"""
    stream { 1 } :every(0.5)
    => 1: `:every` takes whole milliseconds (0 or more), not 0.5; write `:every(500)` for 0.5 seconds

    stream { 1 } :every { min = 1, max = 2 }
    => 1: `:every` takes whole milliseconds, not a distribution; write `:every(100)`

    reply(1) :every(5)
    => 1: `:every` is for streams; write `stream { ... } :every(ms)`

    reply(1) :fails("x")
    => 1: `:fails` is for streams of values; write `stream { ... } :fails(code, message)`, or `fail(code, message)`

    stream(function() end) :fails("x")
    => 1: `:fails` is for streams of values; write `stream { ... } :fails(code, message)`, or `fail(code, message)`

    stream { 1 } :fails()
    => 1: the code of `:fails` must be a non-empty string, not nil; write `:fails("timedOut")`

    stream { 1 } :every()
    => 1: `:every` takes whole milliseconds (0 or more), not nil; write `:every(250)`

    reply() :set()
    => 1: `:set` takes a table of shared keys, not nil; write `:set { key = value }`

    reply() :set(5)
    => 1: `:set` takes a table of shared keys, not 5; write `:set { key = value }`

    reply() :set {}
    => 1: `:set` sets nothing; name a shared key, or remove `:set`

    reply() :set { 1 }
    => 1: `:set` takes named keys, not a list; write `:set { key = value }`

    reply() :set { status = 1 }
    => 1: `:set` names the unknown shared key `status`; declare it with `shared { status = ... }`

    reply() :set { [true] = 1 }
    => 1: a key that is neither a string nor a list's index in data at `set`; use strings as keys

    reply() :set { x = print }
    => 1: a function in data at `set.x`; data can hold only plain values

    reply() :after()
    => 1: `:after` takes whole milliseconds (0 or more), not nil; write `:after(250)`

    reply() :after("5")
    => 1: `:after` takes whole milliseconds (0 or more), not the string "5"; write `:after(5)`

    reply() :after(0.25)
    => 1: `:after` takes whole milliseconds (0 or more), not 0.25; write `:after(250)` for 0.25 seconds

    reply() :after(-1)
    => 1: `:after` takes whole milliseconds (0 or more), not -1; write `:after(250)`

    reply() :after(2.5e300)
    => 1: `:after` takes whole milliseconds (0 or more), not 2.5e+300; write `:after(250)`

    reply() :after(0/0)
    => 1: `:after` takes whole milliseconds (0 or more), not NaN; write `:after(250)`

    reply() :after(1.5, 2)
    => 1: `:after` takes one argument, not 2; write `:after(250)`
    => 1: `:after` takes whole milliseconds (0 or more), not 1.5; write `:after(1500)` for 1.5 seconds

    reply() :after(1000.5)
    => 1: `:after` takes whole milliseconds (0 or more), not 1000.5; write `:after(250)`

    reply() :after {}
    => 1: `max` of `:after` must be whole milliseconds, not nil; write `:after { min = 100, max = 300 }`

    reply() :after { min = 1 }
    => 1: `max` of `:after` must be whole milliseconds, not nil; write `:after { min = 100, max = 300 }`

    reply() :after { mn = 1, max = 2 }
    => 1: unknown field `mn` of `:after`; did you mean `min`?

    reply() :after { min = 5, max = 2 }
    => 1: `min` of `:after` is above `max`; swap them

    reply() :after { min = 1.5, max = 2 }
    => 1: `min` of `:after` must be whole milliseconds, not 1.5; write `:after { min = 100, max = 300 }`

    reply() :after { median = 3, sigma = 1, max = 2 }
    => 1: `median` of `:after` is above `max`; swap them

    reply() :after { median = 0, sigma = 1, max = 2 }
    => 1: `median` of `:after` is 0; write at least 1

    reply() :after { median = 5, sigma = "1", max = 2 }
    => 1: `sigma` of `:after` must be 0 or more, not the string "1"; write `:after { median = 200, sigma = 0.5, max = 2000 }`

    reply() :after { median = 5, sigma = 1 }
    => 1: `max` of `:after` must be whole milliseconds, not nil; write `:after { median = 200, sigma = 0.5, max = 2000 }`

    reply() :after { median = 5, sigma = -1, max = 9 }
    => 1: `sigma` of `:after` must be 0 or more, not -1; write `:after { median = 200, sigma = 0.5, max = 2000 }`

    reply() :after { min = 1, max = 2, median = 3 }
    => 1: `:after` mixes two kinds of delay; write `:after { min = 100, max = 300 }` or `:after { median = 200, sigma = 0.5, max = 2000 }`

    reply() :after { 1, 2 }
    => 1: unknown field `1` of `:after`; known: max, min

    reply() :gate()
    => 1: a gate's name must be a non-empty string, not nil; write `:gate "name"`

    reply() :gate(5)
    => 1: a gate's name must be a non-empty string, not 5; write `:gate "name"`

    reply() :gate ""
    => 1: a gate's name must be a non-empty string, not the string ""; write `:gate "name"`

    reply() :times()
    => 1: `:times` takes a whole number from 1 to 10000, not nil; write `:times(3)`

    reply() :times(0)
    => 1: `:times` takes a whole number from 1 to 10000, not 0; write `:times(3)`

    reply() :times(10001)
    => 1: `:times` takes a whole number from 1 to 10000, not 10001; write `:times(3)`

    reply() :times(2.5)
    => 1: `:times` takes a whole number from 1 to 10000, not 2.5; write `:times(3)`

    reply() :times("3")
    => 1: `:times` takes a whole number from 1 to 10000, not the string "3"; write `:times(3)`

    reply() :chance(1.5)
    => 1: `:chance` takes a number from 0 to 1, not 1.5; write `:chance(0.1)`

    reply() :chance(-1)
    => 1: `:chance` takes a number from 0 to 1, not -1; write `:chance(0.1)`

    reply() :chance "0.1"
    => 1: `:chance` takes a number from 0 to 1, not the string "0.1"; write `:chance(0.1)`

    reply() :times(2) :chance(1)
    => 1: `:times` can't be combined with `:chance`, because `:times` repeats a response in the sequence; remove `:times`

    reply() :chance(0.1)
    => 1: every response has a chance, and together they cover only 0.1 of the calls; add a response without a chance

    reply(1) :stays_open()
    => 1: `:stays_open` is for streams; write `stream { ... } :stays_open()`

    stream { 1 } :fails("x") :stays_open()
    => 1: `:fails` ends the stream, so it can't stay open; remove `:stays_open()`

    stream { 1 } :stays_open() :fails("x")
    => 1: `:fails` ends the stream, so it can't stay open; remove `:stays_open()`

    reply() :optional(true)
    => 1: `:optional` takes no arguments, not 1; write `:optional()`

    fail("x") :ignore_unknown_keys()
    => 1: `:ignore_unknown_keys` is for responses with a value; remove it from `fail(...)`

    reply() :after(5, 6)
    => 1: `:after` takes one argument, not 2; write `:after(250)`

    reply() :gate("a", "b")
    => 1: `:gate` takes one argument, not 2; write `:gate "name"`

    reply() :times(1, 2)
    => 1: `:times` takes one argument, not 2; write `:times(3)`

    reply() :set({ a = 1 }, 2)
    => 1: `:set` takes one argument, not 2; write `:set { key = value }`
    => 1: `:set` names the unknown shared key `a`; declare it with `shared { a = ... }`

    reply() :aftr(5)
    => 1: unknown builder `:aftr`; did you mean `:after`?

    reply() :zzzzzzzzz()
    => 1: unknown builder `:zzzzzzzzz`; known: after, chance, close, dribble, every, fails, gate, headers, ignore_unknown_keys, optional, set, status, stays_open, times

    fail("x") :delay(5)
    => 1: unknown builder `:delay`; write `:after`

    reply(1) :once()
    => 1: unknown builder `:once`; write `:times(1)`

    reply(1) :after { ms = 500 }
    => 1: unknown field `ms` of `:after`; write `:after(500)`

    reply(1) :after { seconds = 2 }
    => 1: unknown field `seconds` of `:after`; write `:after(2000)`

    reply(1).after(5)
    => 1: `.after` doesn't pass the response; write `:after(...)` with a colon

    reply(1):after
    => 1: function arguments expected near '}'; a call takes parentheses, a string, or a table, as in `:after(250)`
    """#)

  static let scripts = ScriptErrorCase.scripts(
    #"""
    local r = reply()
    r.delay = 5
    service "A" { m = r }
    => 2: a response can't be changed; write a builder such as `:after(ms)` instead of setting `delay`

    local r = reply()
    r.after = 5
    service "A" { m = r }
    => 2: a response can't be changed; write a builder such as `:after(ms)` instead of setting `after`

    service "A" {
      m = reply(1)
        :after(5)
        :times(0)
        :gat "x",
    }
    => 4: `:times` takes a whole number from 1 to 10000, not 0; write `:times(3)`
    => 5: unknown builder `:gat`; did you mean `:gate`?

    service "A" {
      m = { fail("x")
        , reply(1)
          :set { y = 1 } },
    }
    => 4: `:set` names the unknown shared key `y`; declare it with `shared { y = ... }`
    """#)
}
