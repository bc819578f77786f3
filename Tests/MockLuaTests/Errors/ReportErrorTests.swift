import Testing

@Suite struct ReportErrorTests {
  @Test("Independent errors are reported together, in line order", arguments: scripts)
  func message(row: ScriptErrorCase) throws {
    try row.check()
  }

  static let scripts = ScriptErrorCase.scripts(
    #"""
    shared { a = 0 }
    service "A" {
      m = 5,
      n = reply() :set { b = 1 },
      o = reply(0/0),
    }
    service "B"
    sleep(5)
    => 3: `A.m` is 5, not a response; write `reply(5)`
    => 4: `:set` names the unknown shared key `b`; did you mean `a`?
    => 5: NaN in data at `reply`; JSON has no NaN; write `null`
    => 7: service `B` has neither methods nor properties; write `service "B" { method = reply(...) }`
    => 8: `sleep` works only in a response function; delay a response with `:after(ms)`

    service "A" {
      m0 = 0,
      m1 = 1,
      m2 = 2,
      m3 = 3,
      m4 = 4,
      m5 = 5,
      m6 = 6,
      m7 = 7,
      m8 = 8,
      m9 = 9,
      m10 = 10,
      m11 = 11,
      m12 = 12,
      m13 = 13,
      m14 = 14,
      m15 = 15,
      m16 = 16,
      m17 = 17,
      m18 = 18,
      m19 = 19,
      m20 = 20,
      m21 = 21,
      m22 = 22,
      m23 = 23,
      m24 = 24,
    }
    => 2: `A.m0` is 0, not a response; write `reply(0)`
    => 3: `A.m1` is 1, not a response; write `reply(1)`
    => 4: `A.m2` is 2, not a response; write `reply(2)`
    => 5: `A.m3` is 3, not a response; write `reply(3)`
    => 6: `A.m4` is 4, not a response; write `reply(4)`
    => 7: `A.m5` is 5, not a response; write `reply(5)`
    => 8: `A.m6` is 6, not a response; write `reply(6)`
    => 9: `A.m7` is 7, not a response; write `reply(7)`
    => 10: `A.m8` is 8, not a response; write `reply(8)`
    => 11: `A.m9` is 9, not a response; write `reply(9)`
    => 12: `A.m10` is 10, not a response; write `reply(10)`
    => 13: `A.m11` is 11, not a response; write `reply(11)`
    => 14: `A.m12` is 12, not a response; write `reply(12)`
    => 15: `A.m13` is 13, not a response; write `reply(13)`
    => 16: `A.m14` is 14, not a response; write `reply(14)`
    => 17: `A.m15` is 15, not a response; write `reply(15)`
    => 18: `A.m16` is 16, not a response; write `reply(16)`
    => 19: `A.m17` is 17, not a response; write `reply(17)`
    => 20: `A.m18` is 18, not a response; write `reply(18)`
    => 21: `A.m19` is 19, not a response; write `reply(19)`
    => ... and 5 more errors

    service "A" { m = 5 }
    service "B" { m = 6 }
    repply()
    service "C" { m = 7 }
    => 1: `A.m` is 5, not a response; write `reply(5)`
    => 2: `B.m` is 6, not a response; write `reply(6)`
    => 3: undeclared global `repply`; did you mean `reply`?

    service "A" { m = 5 }
    error("stop")
    => 1: `A.m` is 5, not a response; write `reply(5)`
    => 2: stop

    service "A" { m = 5 }
    while true do end
    => 1: `A.m` is 5, not a response; write `reply(5)`
    => 2: the instruction budget is used up; look for an endless loop

    service "A" {
     m = 5,
     m = 6,
    }
    => 3: `A.m` is 6, not a response; write `reply(6)`
    => 3: key `m` appears twice in one table (first on line 2); keep one

    service "A" { m = 5 }
    let x = 1
    => 2: syntax error near 'x'; write `local` for `let`

    for i = 1, 3 do
      service "A" { m = 5 }
    end
    => 2: `A.m` is 5, not a response; write `reply(5)`
    => 2: method `A.m` is declared twice (first on m.lua:2); write `override("A", "m", ...)`

    service "A" {
      b = 5,
      a = 5,
      c = 5,
    }
    => 2: `A.b` is 5, not a response; write `reply(5)`
    => 3: `A.a` is 5, not a response; write `reply(5)`
    => 4: `A.c` is 5, not a response; write `reply(5)`

    local methods = {
      a = 5,
    }
    service "A" (methods)
    => 4: `A.a` is 5, not a response; write `reply(5)`

    local function declare()
      service "A" { m = 5 }
    end
    declare()
    => 2: `A.m` is 5, not a response; write `reply(5)`
    """#)
}
