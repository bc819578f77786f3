import LuaRuntime
import Testing

@Suite("The functions of table")
struct TableLibraryTests {
  static let outcomes = Outcome.table(
    #"""
    table.insert({ 1, 2, 3 }, 6, 'x')
      --> error: bad argument #2 to 'insert' (position out of bounds)
    table.insert({ 1 }, 'x', 1)
      --> error: bad argument #2 to 'insert' (number expected, got string)
    table.insert({}, 1, 2, 3)  --> error: wrong number of arguments to 'insert'
    table.insert({})  --> error: wrong number of arguments to 'insert'
    table.insert(1, 2)  --> error: bad argument #1 to 'insert' (table expected, got number)
    table.insert(nil, 2)  --> error: bad argument #1 to 'insert' (table expected, got nil)
    table.unpack(table.move({ 1, 2, 3 }, 2, 3, 1))  --> 2 3 3
    table.unpack(table.move({ 1, 2, 3 }, 1, 3, 2))  --> 1 1 2 3
    table.unpack(table.move({ 1, 2 }, 1, 2, 3, { 'a', 'b' }))  --> "a" "b" 1 2
    table.move({}, 1, math.maxinteger, 2)
      --> error: bad argument #4 to 'move' (destination wrap around)
    table.move({}, -1, math.maxinteger, 2)
      --> error: bad argument #3 to 'move' (too many elements to move)
    table.concat({ 1, 2.5, 'x' }), table.concat({ 1, 2, 3 }, ', '), table.concat({}, 'x')
      --> "12.5x" "1, 2, 3" ""
    table.concat({ 1, 2, 3 }, '-', 2), table.concat({ 1, 2, 3 }, '-', 2, 2)  --> "2-3" "2"
    table.concat({ 1, {}, 3 })  --> error: invalid value (table) at index 2 in table for 'concat'
    table.concat({}, '', 1, 1 << 60)
      --> error: invalid value (nil) at index 1 in table for 'concat'
    table.concat({ 1 }, '', 1, 2)  --> error: invalid value (nil) at index 2 in table for 'concat'
    table.concat(setmetatable({}, { __index = function(_, i) return i * 10 end }), ',', 1, 3)
      --> "10,20,30"
    table.concat(setmetatable({}, { __len = function() return 'x' end }))
      --> error: object length is not an integer
    table.unpack({ 1, 2, 3 }, 2), table.unpack({ 1, 2 }, 2, 3)  --> 2 2 nil
    table.unpack({}, 1, 1e8)  --> error: too many results to unpack
    table.unpack({}, 1, math.maxinteger)  --> error: too many results to unpack
    table.unpack({}, math.mininteger, math.maxinteger)  --> error: too many results to unpack
    table.pack(1, nil, 3).n, #table.pack()  --> 3 0
    table.sort({ 1, 'x' })  --> error: attempt to compare string with number
    table.sort({ 1, 2 }, 5)  --> error: bad argument #2 to 'sort' (function expected, got number)
    table.sort(setmetatable({}, { __len = function() return math.maxinteger end }))
      --> error: bad argument #1 to 'sort' (array too big)
    table.sort(setmetatable({}, { __len = function() return -1 end }))  -->
    table.sort({ 5, 4, 3, 2, 1 }, function() return true end)
      --> error: invalid order function for sorting
    """#)

  @Test("Results and errors are the same as in Lua", arguments: outcomes)
  func outcome(_ row: Outcome) throws {
    #expect(try LuaRuntime().outcome(of: row.expression) == row.text)
  }

  @Test("`insert` and remove shift the following elements")
  func shift() throws {
    let source = """
      local t = { 1, 2, 3 }
      table.insert(t, 4)
      table.insert(t, 1, 0)
      local last, second = table.remove(t), table.remove(t, 2)
      return { last, second, table.remove({}) == nil and 1 or 0, table.unpack(t) }
      """
    #expect(try LuaRuntime().run(source, as: [Int].self) == [4, 1, 1, 0, 2, 3])
  }

  @Test("`sort` places equal elements as Lua does")
  func stability() throws {
    let source = """
      local t = {}
      for i = 1, 12 do t[i] = { i % 3, string.char(96 + i) } end
      table.sort(t, function(a, b) return a[1] < b[1] end)
      for i, pair in ipairs(t) do t[i] = pair[2] end
      return table.concat(t)
      """
    #expect(try LuaRuntime().run(source, as: String.self) == "licfadgjbhke")
  }

  @Test("`sort` handles sorted, reversed, equal, and shuffled elements", arguments: [0, 1, 2, 3])
  func sort(kind: Int) throws {
    let lua = try LuaRuntime()
    try lua.run(
      """
      function f(kind)
        local t = {}
        for i = 1, 2000 do
          t[i] = kind == 0 and i or kind == 1 and 2000 - i or kind == 2 and 7 or i * 7919 % 2003
        end
        table.sort(t, kind == 3 and function(a, b) return a > b end or nil)
        for i = 2, #t do
          if kind == 3 and t[i - 1] < t[i] or kind ~= 3 and t[i - 1] > t[i] then return i end
        end
        return 0
      end
      """)
    #expect(try lua.function("f").call(kind, as: Int.self) == 0)
  }

  @Test("Metamethods are called in the same order as in Lua")
  func metamethods() throws {
    let source = """
      local log = {}
      local t = setmetatable({}, {
        __len = function() return 3 end,
        __index = function(_, i) log[#log + 1] = "r" .. i return i * 10 end,
        __newindex = function(_, i, v) log[#log + 1] = "w" .. i .. "=" .. tostring(v) end,
      })
      table.insert(t, 2, "x")
      local removed = table.remove(t, 2)
      table.move(t, 1, 2, 2)
      local text = table.concat(t, ",") .. " " .. select("#", table.unpack(t))
      return table.concat(log, " ") .. " " .. removed .. " " .. text
      """
    #expect(
      try LuaRuntime().run(source, as: String.self)
        == "r3 w4=30 r2 w3=20 w2=x r2 r3 w2=30 w3=nil r2 w3=20 r1 w2=10 "
        + "r1 r2 r3 r1 r2 r3 20 10,20,30 3")
  }

  @Test("A comparison function can't wait, but can call sort")
  func nesting() throws {
    let source = """
      local _, problem = coroutine.resume(coroutine.create(function()
        table.sort({ 2, 1 }, coroutine.yield)
      end))
      local function depth(n)
        local deepest = n
        table.sort({ 2, 1 }, function(a, b)
          if n < 150 then deepest = depth(n + 1) end
          return a < b
        end)
        return deepest
      end
      return problem .. " " .. depth(1)
      """
    #expect(
      try LuaRuntime().run(source, as: String.self)
        == "attempt to yield across a C-call boundary 150")
  }
}
