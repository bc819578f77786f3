import LuaRuntime
import Testing

@Suite("Patterns")
struct PatternTests {
  static let outcomes = Outcome.table(
    #"""
    string.find('hello world', 'o w')  --> 5 7
    string.find('hello world', 'o', 6)  --> 8 8
    string.find('hello', 'l', -2)  --> 4 4
    string.find('hello', '', 10)  --> nil
    string.find('hello', '', 6)  --> 6 5
    string.find('hello', 'xyz')  --> nil
    string.find('a+b', '+', 1, true)  --> 2 2
    string.find('a.b', '.', 2, true)  --> 2 2
    string.find('key = value', '(%w+)%s*=%s*(%w+)')  --> 1 11 "key" "value"
    string.find('abc', '()b()')  --> 2 2 2 3
    string.match('2026-01-31', '^(%d+)-(%d+)-(%d+)$')  --> "2026" "01" "31"
    string.match('  trim  ', '^%s*(.-)%s*$')  --> "trim"
    string.match('hello', '.-l')  --> "hel"
    string.match('hello', '.*l')  --> "hell"
    string.match('aaa', 'a-b')  --> nil
    string.match('aaab', 'a-b')  --> "aaab"
    string.match('f(a(b)c)d', '%b()')  --> "(a(b)c)"
    string.match('THE (quick) fox', '%f[%a]%a+%f[%A]', 5)  --> "quick"
    string.match('x=1 y=1', '(%w)=(%d).*%2')  --> "x" "1"
    string.match('abab', '(ab)%1')  --> "ab"
    string.match('[[x]]', '[]]+')  --> "]]"
    string.match('a-z', '[a-]+')  --> "a-"
    string.match('1-2', '[%d-]+')  --> "1-2"
    string.match('^a', '[%^a]+')  --> "^a"
    string.match('ab\0cd', '%z(.)')  --> "c"
    string.match('$1', '%$(%d)')  --> "1"
    string.match('a$b', 'a$b')  --> "a$b"
    string.match('', '^$')  --> ""
    string.match('abc', '^b')  --> nil
    string.gsub('hello world', 'o', '0')  --> "hell0 w0rld" 2
    string.gsub('hello world', 'o', '0', 1)  --> "hell0 world" 1
    string.gsub('hello', '', '-')  --> "-h-e-l-l-o-" 6
    string.gsub('abc', '%w', '%0%0')  --> "aabbcc" 3
    string.gsub('hello world', '(%w+) (%w+)', '%2 %1')  --> "world hello" 1
    string.gsub('abc', 'b', '%%')  --> "a%c" 1
    string.gsub('$name is $age', '%$(%w+)', { name = 'Ann', age = 7 })  --> "Ann is 7" 2
    string.gsub('abc', '%w', { a = '1', b = true and false })  --> "1bc" 3
    string.gsub('abc', '%w', function(c) return c ~= 'b' and c:upper() end)  --> "AbC" 3
    string.gsub('abc', '()', '%1')  --> "1a2b3c4" 4
    string.gsub('  x', '^%s+', '')  --> "x" 1
    string.gsub('aaa', '^a', 'b')  --> "baa" 1
    string.gsub('abc', 'x*', '-')  --> "-a-b-c-" 4
    string.gsub('abc', 'b', 'x', -1)  --> "abc" 0
    string.rep('a?', 199):len() + #string.match(('a'):rep(199), ('a?'):rep(199))  --> 597
    string.match(('a'):rep(200), ('a?'):rep(200))  --> error: pattern too complex
    select('#', string.match(('a'):rep(32), ('(a)'):rep(32)))  --> 32
    string.match(('a'):rep(33), ('(a)'):rep(33))  --> error: too many captures
    string.find('a', '[a')  --> error: malformed pattern (missing ']')
    string.find('a', '[]')  --> error: malformed pattern (missing ']')
    string.find('a', '[^]')  --> error: malformed pattern (missing ']')
    string.find('a', '[a%')  --> error: malformed pattern (missing ']')
    string.find('a', '%')  --> error: malformed pattern (ends with '%')
    string.find('a', '(a')  --> error: unfinished capture
    string.find('a', 'a)')  --> nil
    string.find('a', '%b')  --> error: malformed pattern (missing arguments to '%b')
    string.find('a', '%f')  --> error: missing '[' after '%f' in pattern
    string.find('a', '%1')  --> error: invalid capture index %1
    string.find('a', '(%1)')  --> error: invalid capture index %1
    string.gsub('a', 'a', '%2')  --> error: invalid capture index %2
    string.gsub('a', 'a', '%x')  --> error: invalid use of '%' in replacement string
    string.gsub('a', 'a', '%')  --> error: invalid use of '%' in replacement string
    string.gsub('a', 'a', {a = {}})  --> error: invalid replacement value (a table)
    string.gsub('a', 'a', function() return print end)
      --> error: invalid replacement value (a function)
    string.gsub('a', 'a')
      --> error: bad argument #3 to 'gsub' (string/function/table expected, got no value)
    string.gsub('a', 'a', nil, {})
      --> error: bad argument #4 to 'gsub' (number expected, got table)
    string.find()  --> error: bad argument #1 to 'find' (string expected, got no value)
    string.find('a', {})  --> error: bad argument #2 to 'find' (string expected, got table)
    string.match('x', 'b(', 1)  --> nil
    string.find(12, 2)  --> 2 2
    ('x'):find('x', 'y')  --> error: bad argument #2 to 'find' (number expected, got string)
    """#)

  @Test("Patterns match as in Lua", arguments: outcomes)
  func outcome(_ row: Outcome) throws {
    #expect(try LuaRuntime().outcome(of: row.expression) == row.text)
  }

  static let iterations = [
    ("one two", "%a+", "one|two"),
    ("a=1, b=2", "(%w)=(%w)", "a1|b2"),
    ("^a^a", "^a", "^a|^a"),
    ("abc", "x*", "|||"),
    ("abc", "()", "1|2|3|4"),
  ]

  @Test("`gmatch` iterates over the matches", arguments: iterations)
  func iterate(subject: String, pattern: String, matches: String) throws {
    let lua = try LuaRuntime()
    try lua.run(
      """
      function f(subject, pattern)
        local t = {}
        for a, b in subject:gmatch(pattern) do t[#t + 1] = a .. (b or "") end
        return table.concat(t, "|")
      end
      """)
    #expect(try lua.function("f").call(subject, pattern, as: String.self) == matches)
  }

  @Test("`gmatch` starts at the given position, and an iterator survives an error in its pattern")
  func gmatch() throws {
    let lua = try LuaRuntime()
    let source = """
      local found = {}
      for at in ("abcabc"):gmatch("()b", 3) do found[#found + 1] = at end
      for at in ("abcabc"):gmatch("()b", -2) do found[#found + 1] = at end
      for at in ("abc"):gmatch("()b", 10) do found[#found + 1] = at end
      local next_match = ("a"):rep(300):gmatch(("a?"):rep(250))
      for _ = 1, 3 do found[#found + 1] = select(2, pcall(next_match)) end
      return table.concat(found, ", ")
      """
    let tooComplex = Array(repeating: "pattern too complex", count: 3).joined(separator: ", ")
    #expect(try lua.run(source, as: String.self) == "5, 5, " + tooComplex)
  }

  @Test("A replacement function can raise an error, but can't wait")
  func callbacks() throws {
    let lua = try LuaRuntime()
    let source = """
      local long = ("a"):rep(5000)
      local raised = { pcall(string.gsub, long, "a", function() error("no", 0) end) }
      local yielded = { coroutine.resume(coroutine.create(function()
        return long:gsub("a", function() coroutine.yield() end)
      end)) }
      local by_index = setmetatable({}, { __index = function(_, key) return key:upper() end })
      return { raised[2], yielded[2], (("abc"):gsub("%w", by_index)) }
      """
    #expect(
      try lua.run(source, as: [String].self) == [
        "no", "attempt to yield across a C-call boundary", "ABC",
      ])
  }

  @Test("Only ASCII letters are letters")
  func letters() throws {
    let lua = try LuaRuntime()
    let source = """
      local classes = {}
      for _, class in ipairs { "a", "c", "d", "g", "l", "p", "s", "u", "w", "x" } do
        local count = 0
        for byte = 0, 255 do
          if string.char(byte):find("%" .. class) then count = count + 1 end
        end
        classes[#classes + 1] = class .. count
      end
      return table.concat(classes, " ")
      """
    #expect(
      try lua.run(source, as: String.self) == "a52 c33 d10 g94 l26 p32 s6 u26 w62 x22")
  }

  static let longSearches = [
    ("('x'):rep(200000) .. 'needle'", "'needle'", 200_001),
    ("('needl'):rep(40000) .. 'needle'", "'needle'", 200_001),
    ("('a'):rep(200000) .. 'b'", "('a'):rep(3000) .. 'b'", 197_001),
    ("('ab'):rep(100000)", "('ab'):rep(50000) .. 'b'", nil),
    ("('x'):rep(65535) .. 'ab' .. ('x'):rep(70000)", "'ab'", 65536),
  ]

  @Test("Plain strings are found in long subjects", arguments: longSearches)
  func plain(subject: String, text: String, place: Int?) throws {
    let source = "return (\(subject)):find(\(text), 1, true)"
    #expect(try LuaRuntime().run(source, as: Int?.self) == place)
  }
}
