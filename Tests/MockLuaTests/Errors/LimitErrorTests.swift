import Testing

@Suite struct LimitErrorTests {
  @Test("Endless code is stopped", arguments: scripts)
  func message(row: ScriptErrorCase) throws {
    try row.check()
  }

  static let scripts = ScriptErrorCase.scripts(
    #"""
    while true do end
    => 1: the instruction budget is used up; look for an endless loop

    --
    local function spin()
      while true do end
    end
    spin()
    => 3: the instruction budget is used up; look for an endless loop

    local s = "x"
    while true do s = s .. s end
    => 2: the memory limit is reached; look for data that grows without end

    local t = {}
    for i = 1, 1e9 do
      t[i] = { i }
    end
    => 3: the memory limit is reached; look for data that grows without end

    local function f() return 1 + f() end
    f()
    => 1: stack overflow; look for a function that calls itself endlessly

    local function f() f() end
    f()
    => 1: stack overflow; look for a function that calls itself endlessly

    pcall(function() while true do end end)
    => 1: the instruction budget is used up; look for an endless loop

    local co = coroutine.wrap(function() while true do end end)
    co()
    => 1: the instruction budget is used up; look for an endless loop

    variant("a", function()
      while true do end
    end)
    -- variant: a
    => 2: the instruction budget is used up; look for an endless loop

    require "a"
    -- file: a.lua
    --
    while true do end
    => a.lua:2: the instruction budget is used up; look for an endless loop

    for i = 1, 101 do
      service("S" .. i) { m = reply() :times(10000) }
    end
    => 2: with this response, the scenario has more than 1000000 responses; write a smaller `:times`, or let the last response repeat
    """#)
}
