import LuaRuntime
import Testing

@Suite("load")
struct LoadTests {
  static let outcomes = Outcome.table(
    #"""
    load('return 1 + 1')()  --> 2
    load('x = = 1')  --> nil "[string \"x = = 1\"]:1: unexpected symbol near '='"
    load('x =\n= 1', '=title')  --> nil "title:2: unexpected symbol near '='"
    load('x = = 1', '@file.lua')  --> nil "file.lua:1: unexpected symbol near '='"
    load('=x y')  --> nil "x y:1: unexpected symbol near '='"
    load('a\nb = = 1')  --> nil "[string \"a...\"]:2: syntax error near 'b'"
    load(('y = 1 '):rep(20) .. '= =')
      --> nil "[string \"y = 1 y = 1 y = 1 y = 1 y = 1 y = 1 y = 1 y =...\"]:1: unexpected symbol near '='"
    load('\27Lua')  --> nil "attempt to load a binary chunk (mode is 't')"
    load('\27Lua', 'x', 'b')  --> nil "attempt to load a binary chunk (mode is 't')"
    load('x = 1', 'x', 'b')  --> nil "attempt to load a text chunk (mode is 'b')"
    load('', 'x', 'b')  --> nil "attempt to load a text chunk (mode is 'b')"
    load(function() end, 'x', 'b')  --> nil "attempt to load a text chunk (mode is 'b')"
    load(function() error('oops', 0) end)  --> nil "oops"
    load(function() error({}) end)  --> nil table
    load(function() return {} end)  --> nil "e:16: reader function must return a string"
    load(function() return '\27Lua' end)  --> nil "attempt to load a binary chunk (mode is 't')"
    load(reader { 'return 1 + ', '2' })()  --> 3
    load(reader { 'return 7', '', ' + 1' })()  --> 7
    load(reader {})()  -->
    load(reader { 're', 'turn ', 12 })()  --> 12
    load(5)  --> nil "[string \"5\"]:1: unexpected symbol near '5'"
    load()  --> error: bad argument #1 to 'load' (function expected, got no value)
    load({})  --> error: bad argument #1 to 'load' (function expected, got table)
    pcall(load('return x', 'x', 't', nil))
      --> false "[string \"x\"]:1: attempt to index a nil value (upvalue '_ENV')"
    load('return x', 'x', 't', { x = 7 })()  --> 7
    load('return _ENV', 'x', 't', 5)()  --> 5
    load('return _ENV == _G', 'x', 't')()  --> true
    load('return 1', 'x', 't', nil)()  --> 1
    """#)

  @Test("Results and errors are the same as in Lua", arguments: outcomes)
  func outcome(_ row: Outcome) throws {
    let lua = try LuaRuntime()
    try lua.run(
      """
      function reader(pieces)
        local at = 0
        return function()
          at = at + 1
          return pieces[at]
        end
      end
      """)
    #expect(try lua.outcome(of: row.expression) == row.text)
  }

  @Test("A reader function can't wait, but can call load")
  func nesting() throws {
    let source = """
      local _, _, problem = coroutine.resume(coroutine.create(function()
        return load(function() coroutine.yield() end)
      end))
      local depth, deepest = 0, 0
      local function read()
        depth = depth + 1
        deepest = math.max(deepest, depth)
        load(read)
        depth = depth - 1
      end
      load(read)
      return problem .. " " .. tostring(deepest > 20)
      """
    #expect(
      try LuaRuntime().run(source, as: String.self)
        == "attempt to yield across a C-call boundary true")
  }

  @Test("A message handler isn't called for errors caught by `load`")
  func handler() throws {
    let source = """
      local heard = 0
      xpcall(function()
        load("x = =")
        load(function() error("x") end)
        load("return x" .. (".a"):rep(200) .. " ")
      end, function() heard = heard + 1 end)
      return heard
      """
    #expect(try LuaRuntime().run(source, as: Int.self) == 0)
  }

  static let links =
    "an expression accesses more than 100 fields; put part of it in a local variable"
  static let jumps = "a function has more than 4000 `break` and `goto` statements; split it"
  static let oddSources: [(String, String?)] = [
    ("'return x' .. ('.a'):rep(100) .. ' '", nil),
    ("'return x' .. ('.a'):rep(101) .. ' '", links),
    ("'return x' .. ('[1]'):rep(101)", links),
    ("'return x' .. ('[y]'):rep(101)", links),
    ("'return x' .. (' . --[[ ]] a'):rep(101) .. ' '", links),
    ("'return ' .. ('('):rep(60) .. 'x' .. ('.a)'):rep(60) .. ('.b'):rep(50) .. ' '", links),
    ("'return x' .. ('[y.a.a.a.a]'):rep(30)", links),
    ("'return x' .. ('.a()'):rep(300)", nil),
    ("'return x' .. (':a()'):rep(300)", nil),
    ("'return x' .. ('.a(y.b)'):rep(300)", nil),
    ("'return x' .. ('.a \"s\"'):rep(300)", nil),
    ("'return x' .. (' .. y.a'):rep(150)", nil),
    ("'return { ' .. ('x.a.b, [y[1]] = z.c, '):rep(300) .. ' }'", nil),
    ("'-- ' .. ('.a'):rep(300) .. '\\n return [[' .. ('.a'):rep(300) .. ']]'", nil),
    ("'return [==[ ]] ' .. ('.a'):rep(300) .. ']==] .. \"\\\\\"' .. ('.a'):rep(300) .. '\"'", nil),
    ("('--[[ x'  .. ('.a'):rep(300) .. ']] '):rep(3) .. 'return 1.5, .5, 0x.8p-1, 3 .. 4'", nil),
    ("('while x do break end '):rep(4000)", nil),
    ("('while x do break end '):rep(4001)", jumps),
    ("('f = function() while x do break end end '):rep(5000)", nil),
    ("'while x do ' .. ('if y then break elseif z then break end '):rep(2001) .. ' end'", jumps),
    (
      "'while x do ' .. ('if y then break end f = function() end '):rep(4001) .. ' end'",
      jumps
    ),
    ("('repeat local function f() return end if x then break end until y '):rep(3999)", nil),
  ]

  @Test("Sources too complex for the compiler are rejected", arguments: oddSources)
  func oddSource(source: String, problem: String?) throws {
    let lua = try LuaRuntime()
    try lua.run("source = \(source)")
    let found = try lua.run(
      "return (select(2, load(source, '=odd')))", name: "s", as: String?.self)
    #expect(found == problem.map { "odd:1: " + $0 })
    let inPieces = """
      local at = 0
      local function read()
        at = at + 1
        return source:sub(at, at)
      end
      return (select(2, load(read, '=odd')))
      """
    #expect(try lua.run(inPieces, name: "s", as: String?.self) == found)
  }

  @Test("A rejected source is reported with its line")
  func line() throws {
    let lua = try LuaRuntime()
    let source = #"""
      local text = "x = 1\n--[[\n\n]] y = [[\r\n]]\n\r\r\nreturn x" .. (".a"):rep(101) .. " "
      return select(2, load(text, "@a.lua"))
      """#
    #expect(try lua.run(source, as: String.self) == "a.lua:7: " + Self.links)
  }
}
