import LuaRuntime
import Testing

@Suite("The basic functions")
struct BaseLibraryTests {
  static let outcomes = Outcome.table(
    #"""
    '10' + 5, '3' * '4', -'2', '7' // 2, '2' ^ 3, 10 .. 20  --> 15 12 -2 3 8.0 "1020"
    'x' + 1  --> error: attempt to add a 'string' with a 'number'
    '10' + {}  --> error: attempt to add a 'string' with a 'table'
    tostring(nil), tostring(true), tostring(1.0), tostring(-0.0), tostring(1e100)
      --> "nil" "true" "1.0" "-0.0" "1e+100"
    tostring(1 / 0), tostring(-1 / 0), tostring(math.mininteger)
      --> "inf" "-inf" "-9223372036854775808"
    tostring(setmetatable({}, { __tostring = function() return 'T' end }))  --> "T"
    tostring(setmetatable({}, { __tostring = function() return 1 end }))  --> "1"
    tostring(setmetatable({}, { __tostring = function() end }))
      --> error: '__tostring' must return a string
    tonumber('10'), tonumber(' 0x1p4 '), tonumber('1e'), tonumber('1 2')  --> 10 16.0 nil nil
    tonumber(''), tonumber('0x'), tonumber(nil)  --> nil nil nil
    tonumber('ff', 16), tonumber('-zz', 36), tonumber('8', 8), tonumber(' 11 ', 2)
      --> 255 -1295 nil 3
    tonumber('7fffffffffffffff', 16), tonumber('ffffffffffffffffff', 16)  --> 9223372036854775807 -1
    tonumber()  --> error: bad argument #1 to 'tonumber' (value expected)
    tonumber('1', 99)  --> error: bad argument #2 to 'tonumber' (base out of range)
    tonumber(1, 10)  --> error: bad argument #1 to 'tonumber' (string expected, got number)
    math.max(1, 2.5), math.min(3, 1, 2), math.max('a', 'b'), math.max(7)  --> 2.5 1 "b" 7
    math.max()  --> error: bad argument #1 to 'max' (value expected)
    math.min(1, 'x')  --> error: attempt to compare string with number
    select('#'), select('#', nil, nil), select(2, 'a', 'b', 'c'), select(-1, 'a', 'b')
      --> 0 2 "b" "b"
    select(0)  --> error: bad argument #1 to 'select' (index out of range)
    select(-5, 1)  --> error: bad argument #1 to 'select' (index out of range)
    rawequal('a', 'a'), rawequal({}, {}), rawlen({ 1, 2 }), rawlen('abc')  --> true false 2 3
    warn('a', 'b')  -->
    warn({})  --> error: bad argument #1 to 'warn' (string expected, got table)
    """#)

  @Test("Results and errors are the same as in Lua", arguments: outcomes)
  func outcome(_ row: Outcome) throws {
    #expect(try LuaRuntime().outcome(of: row.expression) == row.text)
  }

  @Test("A numeral can be surrounded by any number of spaces, but can't have unlimited digits")
  func longNumerals() throws {
    let source = """
      local spaces, zeros = (" "):rep(100000), ("0"):rep(100000)
      return {
        tostring(tonumber(spaces .. "12" .. spaces)), tostring(tonumber(zeros)),
        tostring(tonumber(zeros .. "z", 36)), tostring((spaces .. "1") + 1),
        select(2, pcall(function() return zeros + 1 end)):match("attempt to %a+ a '%a+'"),
      }
      """
    #expect(
      try LuaRuntime().run(source, as: [String].self) == [
        "12", "nil", "35", "2", "attempt to add a 'string'",
      ])
  }

  @Test("Arithmetic on strings uses the other operand's metamethods")
  func arithmetic() throws {
    let source = """
      local t = setmetatable({}, { __sub = function(a, b) return type(a) .. type(b) end })
      return { "x" - t, t - "x", "1" - t, tostring("7" % 4), tostring("0x10" * "2") }
      """
    #expect(
      try LuaRuntime().run(source, as: [String].self) == [
        "stringtable", "tablestring", "stringtable", "3", "32",
      ])
  }

  static let finalizers: [(String, String)] = [
    ("setmetatable({}, { __gc = false })", "ok"),
    ("setmetatable({}, { __gc = true })", "ok"),
    ("setmetatable({}, { __gc = 5 })", "ok"),
    ("setmetatable({}, { __gc = 'text' })", "ok"),
    (
      "setmetatable({}, { __gc = print })",
      "`__gc` is not available in scripts; remove it, or use `__close`"
    ),
    (
      "setmetatable({}, { __gc = {} })",
      "`__gc` is not available in scripts; remove it, or use `__close`"
    ),
    (
      "setmetatable({}, setmetatable({}, { __index = { __gc = finalize } }))", "ok"
    ),
    ("local m = {} setmetatable({}, m) m.__gc = finalize", "ok"),
    ("local m = {} setmetatable({}, m) rawset(m, '__gc', finalize)", "ok"),
    ("local m = { __gc = true } setmetatable({}, m) m.__gc = finalize", "ok"),
    ("local m = { __gc = false } setmetatable({}, m) rawset(m, '__gc', finalize)", "ok"),
    (
      "local m = { __gc = 1 } setmetatable(setmetatable({}, m), m) m.__gc = finalize", "ok"
    ),
    (
      "local m = {} local t = setmetatable({}, m) m.__gc = finalize setmetatable(t, m)",
      "`__gc` is not available in scripts; remove it, or use `__close`"
    ),
    ("rawset(getmetatable(list) or {}, '__gc', finalize)", "ok"),
  ]

  @Test("No finalizer ever runs", arguments: finalizers)
  func finalizer(source: String, outcome: String) throws {
    let lua = try LuaRuntime()
    try lua.run("finalized = 0 function finalize() finalized = finalized + 1 end")
    try lua.setGlobal("list", to: [1])
    let end = "local ok, problem = pcall(load [[ \(source) ]]) return ok and 'ok' or problem"
    let problem = try lua.run(end, as: String.self)
    #expect(problem.hasSuffix(outcome))
    try lua.setGlobal("list", to: [2])
    try lua.setGlobal("list", to: false)
    lua.collectGarbage()
    lua.collectGarbage()
    #expect(try lua.global("finalized", as: Int.self) == 0)
  }

  @Test("A `__gc` field that Lua would ignore stays in its metatable")
  func ignoredFinalizer() throws {
    let source = """
      local m = { __gc = false, __index = { x = 5 } }
      local t = setmetatable({}, m)
      return { tostring(m.__gc), tostring(t.x), tostring(getmetatable(t) == m) }
      """
    #expect(try LuaRuntime().run(source, as: [String].self) == ["false", "5", "true"])
  }

  @Test(
    "A script's table is never weak, even if its metatable changes later",
    arguments: [
      "local m = { __mode = mode } setmetatable(t, m)",
      "local m = {} setmetatable(t, m) m.__mode = mode",
      "local m = {} setmetatable(t, m) rawset(m, '__' .. ('MODE'):lower(), mode)",
    ], ["k", "v", "kv"])
  func weakTables(marking: String, mode: String) throws {
    let lua = try LuaRuntime()
    let source = """
      t = {}
      for i = 1, 10 do
        t[i] = {}
        t[{}] = i
        t["key" .. i] = function() return i end
      end
      local mode = "\(mode)"
      \(marking)
      """
    try lua.run(source)
    lua.collectGarbage()
    lua.collectGarbage()
    let outcome = """
      local count, named = 0, {}
      for _ in pairs(t) do count = count + 1 end
      for key, value in pairs(getmetatable(t)) do named[#named + 1] = key .. "=" .. value end
      return { tostring(count), table.concat(named, " ") }
      """
    #expect(try lua.run(outcome, as: [String].self) == ["30", "__mode=\(mode)"])
  }

  @Test("The marker of a list isn't accessible")
  func arrays() throws {
    let lua = try LuaRuntime()
    try lua.setGlobal("list", to: [1, 2])
    let source = """
      local hidden = getmetatable(list)
      local own = { __index = function() return "own" end }
      return { tostring(hidden), setmetatable(list, own).x, tostring(getmetatable(list) == own) }
      """
    #expect(try lua.run(source, as: [String].self) == ["nil", "own", "true"])
  }

  @Test("`collectgarbage` counts memory, and reports that it does nothing else")
  func garbage() throws {
    let lua = try LuaRuntime()
    let bytes = try lua.run("return collectgarbage('count') * 1024", as: Double.self)
    #expect(abs(bytes - Double(lua.memoryUsed)) < 64 * 1024)
    let refusal =
      "`collectgarbage` takes only \"count\"; remove this call, because memory is freed automatically"
    for option in ["", "'collect'", "'step', 5", "'isrunning'"] {
      #expect(
        try lua.outcome(of: "collectgarbage(\(option))") == "error: " + refusal, "\(option)")
    }
    #expect(
      try lua.outcome(of: "collectgarbage('sweep')")
        == "error: bad argument #1 to 'collectgarbage' (invalid option 'sweep')")
  }

  static let seeds = Outcome.table(
    """
    math.randomseed(7)  --> 7 0
    math.randomseed(7, 8)  --> 7 8
    math.randomseed()  --> 42 0
    math.randomseed(nil)
      --> error: bad argument #1 to 'randomseed' (number expected, got nil)
    (function() math.randomseed(7, 8) return math.random(1000000) end)()  --> 63346
    """)

  @Test("`math.randomseed` returns both parts of the seed", arguments: seeds)
  func seed(_ row: Outcome) throws {
    var options = LuaRuntime.Options()
    options.randomSeed = 42
    #expect(try LuaRuntime(options: options).outcome(of: row.expression) == row.text)
  }

  @Test("`os.date` accepts formats of reasonable length")
  func date() throws {
    let lua = try LuaRuntime()
    #expect(try lua.outcome(of: "os.date('!%Y-%m-%d', 0)") == "\"1970-01-01\"")
    #expect(try lua.outcome(of: "#os.date(('!x'):rep(8000), 0)") == "15999")
    #expect(
      try lua.outcome(of: "os.date(('%d'):rep(9000), 0)")
        == "error: bad argument #1 to 'date' (format too long)")
    #expect(
      try lua.outcome(of: "os.date('%Q', 0)")
        == "error: bad argument #1 to 'date' (invalid conversion specifier '%Q')")
  }
}
