import LuaRuntime
import Testing

@Suite("Iteration with pairs and next")
struct IterationTests {
  static let keys = Outcome.table(
    """
    keys {}  --> ""
    keys { 10, 20, 30 }  --> "1 2 3"
    keys { 10, nil, 30, nil, 50 }  --> "1 3 5"
    keys { b = 1, a = 2, [true] = 3, [false] = 4, ab = 5 }  --> "a ab b false true"
    keys { [2] = 1, [1] = 2, [3] = 3 }  --> "1 2 3"
    keys { 10, x = 1, [0] = 2, [-1.5] = 3, [2.5] = 4 }  --> "1 -1.5 0 2.5 x"
    keys { [1 << 40] = 1, [5] = 2, [-3] = 3, ["5"] = 4 }  --> "5 1099511627776 -3 5"
    keys { [math.mininteger] = 1, [math.mininteger + 1] = 2, [-2.0^63 - 2048] = 3 }
      --> "-9.2233720368548e+18 -9223372036854775808 -9223372036854775807"
    keys { [1] = 1, [2] = 2, [4] = 4, [8] = 8, [16] = 16 }  --> "1 2 4 8 16"
    keys { [("x"):rep(70000) .. "b"] = 1, [("x"):rep(70000) .. "a"] = 2 }  --> "a b"
    """)

  static let helpers = """
    function keys(t)
      local by_pairs, by_next = {}, {}
      for k in pairs(t) do by_pairs[#by_pairs + 1] = tostring(k):sub(-21) end
      for k in next, t do by_next[#by_next + 1] = tostring(k):sub(-21) end
      local text = table.concat(by_pairs, " ")
      assert(text == table.concat(by_next, " "))
      return (text:gsub("x+", "", #text > 20 and 2 or 0))
    end
    function wide(count)
      local t = {}
      for i = 1, count do t["k" .. i * 7919 % 10007] = i end
      return t
    end
    """

  @Test("Iteration follows the order of the keys", arguments: keys)
  func order(_ row: Outcome) throws {
    let lua = try LuaRuntime()
    try lua.run(Self.helpers)
    #expect(try lua.outcome(of: row.expression) == row.text)
  }

  @Test("Many keys are sorted like few", arguments: [2, 8, 9, 23, 24, 25, 100, 5000])
  func many(count: Int) throws {
    let lua = try LuaRuntime()
    try lua.run(Self.helpers)
    let source = """
      local seen, last, sum = 0, "", 0
      for k, v in pairs(wide(\(count))) do
        assert(last < k)
        seen, last, sum = seen + 1, k, sum + v
      end
      return { seen, sum }
      """
    #expect(try lua.run(source, as: [Int].self) == [count, count * (count + 1) / 2])
  }

  static let handOver = Outcome.table(
    """
    from({ 10, 20, 30 }, 1)  --> "2=20"
    from({ 10, 20, 30 }, 3)  --> "nil"
    from({ 10, 20, 30 }, nil)  --> "1=10"
    from({ a = 1, b = 2, c = 3 }, "a")  --> "b=2"
    from({ a = 1, b = 2, c = 3 }, "c")  --> "nil"
    from({ a = 1 }, "a")  --> "nil"
    from({ a = 1 }, nil)  --> "a=1"
    from({ 10, 20, x = 1 }, 2)  --> "x=1"
    from({ 10, nil, 30 }, 1)  --> "3=30"
    from({ 10, 20 }, 5)  --> "invalid key to 'next'"
    from({ 10, 20 }, "x")  --> "invalid key to 'next'"
    from({ 10, 20 }, 1.5)  --> "invalid key to 'next'"
    from({ a = 1 }, "b")  --> "invalid key to 'next'"
    from({ a = 1, b = 2, c = 3 }, "ab")  --> "invalid key to 'next'"
    from({ a = 1, b = 2, c = 3 }, {})  --> "invalid key to 'next'"
    from({}, 1)  --> "invalid key to 'next'"
    """)

  @Test(
    "Iteration continues from any key of the table, and rejects all others", arguments: handOver)
  func goOn(_ row: Outcome) throws {
    let lua = try LuaRuntime()
    try lua.run(
      """
      local function show(ok, key, value)
        if not ok then return key end
        return tostring(key) .. (key ~= nil and "=" .. value or "")
      end
      function from(t, key)
        local by_next = show(pcall(next, t, key))
        local iterate, state = pairs(t)
        assert(show(pcall(iterate, state, key)) == by_next)
        return by_next
      end
      """)
    #expect(try lua.outcome(of: row.expression) == row.text)
  }

  @Test("Iteration skips entries cleared during the loop, and misses no others")
  func clearing() throws {
    let lua = try LuaRuntime()
    try lua.run(Self.helpers)
    let source = """
      local results = {}
      local function clear_all(t, iterate)
        for k in iterate(t) do t[k] = nil end
        results[#results + 1] = tostring(next(t))
      end
      clear_all({ 1, 2, 3, 4, 5 }, pairs)
      clear_all({ a = 1, b = 2, 3, 4 }, pairs)
      clear_all({ a = 1, b = 2, 3, 4 }, function(t) return next, t end)
      clear_all(wide(100), pairs)
      local t, seen = { 1, 2, 3, 4, 5, 6, 7, 8 }, ""
      for k in pairs(t) do
        seen = seen .. k
        t[2], t[4], t[8], t[7], t[6] = nil, nil, nil, nil, nil
      end
      results[#results + 1] = seen
      return results
      """
    #expect(try lua.run(source, as: [String].self) == ["nil", "nil", "nil", "nil", "135"])
  }

  @Test("An iterator accepts its own table and others")
  func otherTables() throws {
    let lua = try LuaRuntime()
    let source = """
      local results = {}
      for _, t in ipairs { { 1 }, { a = 1 }, { a = 1, b = 2 }, { 1, x = 1 } } do
        local iterate = pairs(t)
        results[#results + 1] = iterate({ z = 1 }, nil)
        results[#results + 1] = select(2, pcall(iterate, "abc", 1)):match("table expected.*")
      end
      return results
      """
    let refusal = "table expected, got string)"
    #expect(
      try lua.run(source, as: [String].self)
        == Array(
          repeating: ["z", refusal], count: 4
        ).flatMap { $0 })
  }

  @Test("`__pairs` can wait, and returns what the loop uses")
  func metamethod() throws {
    let source = """
      local t = setmetatable({}, { __pairs = function(self)
        local first = coroutine.yield("asked")
        return function(_, i) if i < 3 then return i + 1, self end end, self, first
      end })
      local found = {}
      local co = coroutine.wrap(function()
        for i, value in pairs(t) do found[#found + 1] = i .. tostring(value == t) end
      end)
      found[1] = co()
      co(0)
      return found
      """
    #expect(
      try LuaRuntime().run(source, as: [String].self) == ["asked", "1true", "2true", "3true"])
  }

  @Test("A value that isn't a table is an error at the start of the loop")
  func noTable() throws {
    let lua = try LuaRuntime()
    #expect(
      try lua.outcome(of: "(function() for _ in pairs(nil) do end end)()")
        == "error: bad argument #1 to 'for iterator' (table expected, got nil)")
    #expect(
      try lua.outcome(of: "pairs()") == "error: bad argument #1 to 'pairs' (value expected)")
  }
}
