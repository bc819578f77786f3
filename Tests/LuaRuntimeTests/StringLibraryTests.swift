import LuaRuntime
import Testing

@Suite("The functions of string and utf8")
struct StringLibraryTests {
  static let strings = Outcome.table(
    #"""
    ('x'):rep(3), ('x'):rep(0), ('x'):rep(-1), ('ab'):rep(3, ',')  --> "xxx" "" "" "ab,ab,ab"
    (''):rep(3, ';')  --> ";;"
    ('x'):rep(1 << 31)  --> error: resulting string too large
    ('x'):rep(1 << 62)  --> error: resulting string too large
    ('Hello, World'):upper(), ('Hello'):lower(), ('Hello'):reverse()
      --> "HELLO, WORLD" "hello" "olleH"
    ('ÄÖ'):upper() == 'ÄÖ', #('ÄÖ'):lower()  --> true 4
    ('hello'):sub(2, -2), ('hello'):sub(-3), ('hello'):sub(10), ('hello'):sub(3, 2)
      --> "ell" "llo" "" ""
    ('hello'):sub(math.mininteger, math.maxinteger)  --> "hello"
    ('hello'):sub()  --> error: bad argument #1 to 'sub' (number expected, got no value)
    ('hello'):byte(), ('hello'):byte(-1), ('hello'):byte(1, 3), ('hello'):byte(10)  --> 104 111 104
    ('x'):rep(3000000):byte(1, -1)  --> error: stack overflow (string slice too long)
    string.char(72, 105), string.char()  --> "Hi" ""
    string.char(256)  --> error: bad argument #1 to 'char' (value out of range)
    ('x'):len(), #'a\0b'  --> 1 3
    string.format('%d %5d %-5d| %05d %+d', 1, 2, 3, 4, 5)  --> "1     2 3    | 00004 +5"
    string.format('%5.1f %g %e %.3f', 3.14159, 1e20, 12345.678, 2 / 3)
      --> "  3.1 1e+20 1.234568e+04 0.667"
    string.format('%x %X %#x %o %c%c', 255, 255, 255, 8, 72, 105)  --> "ff FF 0xff 10 Hi"
    string.format('%s %10s|%-10s|%.2s', 'a', 'b', 'c', 'defg')  --> "a          b|c         |de"
    string.format('%q', 'a\n"b"\0\\1\r2')  --> "\"a\\\n\\\"b\\\"\\0\\\\1\\0132\""
    string.format('%q %q %q %q', 1, 1.5, math.mininteger, 1 / 0)
      --> "1 0x1.8p+0 0x8000000000000000 1e9999"
    string.format('%a %A', 1, 0.5)  --> "0x1p+0 0X1P-1"
    string.format('%i %u', 3.0, 7)  --> "3 7"
    string.format('%%')  --> "%"
    string.format('%5s', setmetatable({}, { __tostring = function() return 'me' end }))  --> "   me"
    string.format('%.20s', ('x'):rep(100)):len(), string.format('%5s', ('x'):rep(200)):len()
      --> 20 200
    string.format('%99.99f', -1e308):len()  --> 410
    string.format('%s', 'a\0b') == 'a\0b'  --> true
    string.format('%5s', 'a\0b')  --> error: bad argument #2 to 'format' (string contains zeros)
    string.format('%d', 1.5)
      --> error: bad argument #2 to 'format' (number has no integer representation)
    string.format('%d', 'x')  --> error: bad argument #2 to 'format' (number expected, got string)
    string.format('%y', 1)  --> error: invalid conversion '%y' to 'format'
    string.format('%', 1)  --> error: invalid conversion '%' to 'format'
    string.format('%d')  --> error: bad argument #2 to 'format' (no value)
    string.format('%123d', 1)  --> error: invalid conversion specification: '%123d'
    string.format('%00000000000000000000d', 1)  --> "1"
    string.format('%q', {})  --> error: bad argument #2 to 'format' (value has no literal form)
    string.format('%10q', 'x')  --> error: specifier '%q' cannot have modifiers
    string.format('%s', setmetatable({}, { __tostring = function() return {} end }))
      --> error: '__tostring' must return a string
    string.pack('<i4', 258):byte(1, -1)  --> 2 1 0 0
    string.unpack('<i4 z s1', string.pack('<i4 z s1', -7, 'ab', 'cd'))  --> -7 "ab" "cd" 11
    string.packsize('<!4 b i8'), string.packsize('b i8'), string.packsize('!8 b Xi8 d')  --> 12 9 16
    string.unpack('>I3', '\1\2\3'), string.unpack('<I3', '\1\2\3', -3)  --> 66051 197121 4
    string.unpack('<i16', string.pack('<i16', -3))  --> -3 17
    string.pack('i1', 200)  --> error: bad argument #2 to 'pack' (integer overflow)
    string.pack('I2', -1)  --> error: bad argument #2 to 'pack' (unsigned overflow)
    string.pack('i17', 1)  --> error: integral size (17) out of limits [1,16]
    string.pack('y', 1)  --> error: invalid format option 'y'
    string.pack('c2', 'abc')  --> error: bad argument #2 to 'pack' (string longer than given size)
    string.pack('z', 'a\0')  --> error: bad argument #2 to 'pack' (string contains zeros)
    string.unpack('z', 'abc')
      --> error: bad argument #2 to 'unpack' (unfinished string for format 'z')
    string.unpack('i4', 'abc')  --> error: bad argument #2 to 'unpack' (data string too short)
    string.unpack('i4', 'abcd', 9)
      --> error: bad argument #3 to 'unpack' (initial position out of string)
    string.packsize('s')  --> error: bad argument #1 to 'packsize' (variable-length format)
    string.packsize('c2147483647c2147483647')  --> error: invalid format option '7'
    string.pack('Xz', 1)  --> error: bad argument #1 to 'pack' (invalid next option for option 'X')
    string.pack('!3 i8', 1)
      --> error: bad argument #1 to 'pack' (format asks for alignment not power of 2)
    """#)

  @Test("Strings are created, cut, and packed as in Lua", arguments: strings)
  func string(_ row: Outcome) throws {
    #expect(try LuaRuntime().outcome(of: row.expression) == row.text)
  }

  static let characters = Outcome.table(
    #"""
    utf8.char(72, 228, 8364, 128512), utf8.char(), utf8.char(0x7FFFFFFF):len()  --> "Hä€😀" "" 6
    utf8.len('häß€'), utf8.len('abc', 4), utf8.len('abc', 2, 2), utf8.len('\xff')  --> 4 0 1 nil 1
    utf8.len('\u{D800}'), utf8.len('\u{D800}', 1, -1, true)  --> nil 1
    utf8.codepoint('hä', 1, -1)  --> 104 228
    utf8.codepoint('\xff')  --> error: invalid UTF-8 code
    utf8.offset('häß', 3), utf8.offset('häß', -1), utf8.offset('ä', 0, 2)  --> 4 4 1
    utf8.offset('ä', 1, 2)  --> error: initial position is a continuation byte
    utf8.len('abc', 6)  --> error: bad argument #2 to 'len' (initial position out of bounds)
    utf8.char(-1)  --> error: bad argument #1 to 'char' (value out of range)
    """#)

  @Test("Characters are counted as in Lua", arguments: characters)
  func character(_ row: Outcome) throws {
    #expect(try LuaRuntime().outcome(of: row.expression) == row.text)
  }

  @Test("`utf8.codes` iterates over characters and rejects stray bytes")
  func codes() throws {
    let source = #"""
      local function codes(text, lax)
        local found = {}
        for at, code in utf8.codes(text, lax) do found[#found + 1] = at .. "=" .. code end
        return table.concat(found, " ")
      end
      return {
        codes("aä€"), codes("\u{7FFFFFFF}", true), codes(""),
        select(2, pcall(codes, "a\xff")), select(2, pcall(codes, "a\x80")),
        select(2, pcall(codes, "\x80")), select(2, pcall(codes, "\u{D800}")),
      }
      """#
    let invalid = "invalid UTF-8 code"
    #expect(
      try LuaRuntime().run(source, name: "c", as: [String].self) == [
        "1=97 2=228 4=8364", "1=2147483647", "",
        "c:3: \(invalid)", "c:3: \(invalid)",
        "c:3: bad argument #1 to 'codes' (\(invalid))", "c:3: \(invalid)",
      ])
  }

  static let withoutAddresses = Outcome.table(
    #"""
    tostring({}), tostring(print), tostring(coroutine.create(print))  --> "table" "function" "thread"
    tostring(null), tostring(setmetatable({}, { __name = 'Point' }))  --> "null" "Point"
    tostring(setmetatable({}, { __name = 5 }))  --> "table"
    string.format('%s %s', {}, print)  --> "table function"
    string.format('%.3s|%8s', {}, setmetatable({}, { __name = 'Point' }))  --> "tab|   Point"
    string.format('%p %p %p', {}, print, 'text')  --> "table function string"
    string.format('%p %p %8p', 1, nil, true)  --> "(null) (null)   (null)"
    string.format('%-8p|%8p|', {}, {})  --> "table   |   table|"
    string.format('%.3p', {})  --> error: invalid conversion specification: '%.3p'
    table.concat({ tostring({}) .. '', #tostring(io) }, ' ')  --> "table 3"
    """#)

  @Test("Addresses are never printed", arguments: withoutAddresses)
  func address(_ row: Outcome) throws {
    let lua = try LuaRuntime()
    try lua.setGlobal("null", to: LuaValue.null)
    #expect(try lua.outcome(of: row.expression) == row.text)
  }

  @Test("NaN has no sign on any processor")
  func notANumber() throws {
    let source = """
      local nan = 0 / 0
      return tostring(nan) .. tostring(-nan) .. (" %f %g %.1f %5.1e"):format(nan, -nan, nan, -nan)
      """
    #expect(try LuaRuntime().run(source, as: String.self) == "nannan nan nan nan   nan")
  }
}
