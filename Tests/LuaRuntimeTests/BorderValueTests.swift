import Foundation
import LuaRuntime
import Testing

@Suite("Values at the limits of their types")
struct BorderValueTests {
  /// A Lua expression that can't be read as a type, with the error message.
  struct Refused: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let problem: String
    /// Reads the value on its own, in a list, and as a member.
    let readings: [@Sendable (LuaRuntime) throws -> Void]

    init<T: Decodable & SendableMetatype>(_ expression: String, _ type: T.Type, _ problem: String) {
      testDescription = "\(expression) as \(type)"
      self.problem = problem
      readings = [
        { _ = try $0.run("return \(expression)", as: type) },
        { _ = try $0.run("return { \(expression) }", as: [T].self) },
        { _ = try $0.run("return { x = \(expression) }", as: [String: T].self) },
      ]
    }
  }

  static let refusals = [
    Refused("1e39", Float.self, "1e+39 does not fit in Float"),
    Refused("-1e300", Float.self, "-1e+300 does not fit in Float"),
    Refused("2^63", Int.self, "9.223372036854776e+18 does not fit in Int"),
    Refused("2^64", UInt64.self, "1.8446744073709552e+19 does not fit in UInt64"),
    Refused("-1", UInt64.self, "-1 does not fit in UInt64"),
    Refused("1e308", Int.self, "1e+308 does not fit in Int"),
    Refused("1.5", Int.self, "expected an integer, found a number"),
    Refused("1e308", Decimal.self, "the number 1e+308 is out of range for Decimal"),
    Refused("'1e200'", Decimal.self, "the number 1e200 is out of range for Decimal"),
    Refused("'12 EUR'", Decimal.self, "`12 EUR` is not a number"),
    Refused("true", Decimal.self, "expected a number, found a boolean"),
    Refused(
      "'yesterday'", Date.self,
      "`yesterday` is not an ISO 8601 date such as 2026-01-31T09:30:00Z"),
    Refused(
      "{}", Date.self,
      "expected a date (an ISO 8601 string or seconds since 2001), found an empty table"),
    Refused("'?'", Data.self, "the string is not base64"),
    Refused("5", Data.self, "expected a base64 string, found a number"),
    Refused("'\\xFF'", URL.self, "the string is not UTF-8"),
    Refused("{ a = 1 }", URL.self, "expected a URL string, found a table with named keys"),
    Refused("''", URL.self, "`` is not a URL"),
  ]

  @Test("A value outside a type's range is an error that shows the value", arguments: refusals)
  func refuse(_ refused: Refused) throws {
    let lua = try LuaRuntime()
    for read in refused.readings { #expect(problem { try read(lua) } == refused.problem) }
  }

  @Test("Integers beyond 64 bits keep their digits")
  func wholeNumbers() throws {
    let lua = try LuaRuntime()
    for value: UInt64 in [1 << 63, (1 << 63) + 1, 10_000_000_000_000_000_000, .max - 2047, .max] {
      try lua.setGlobal("value", to: [value])
      #expect(try lua.run("return math.type(value[1])", as: String.self) == "integer")
      #expect(try lua.run("return tostring(value[1])", as: String.self) == "\(value)")
      #expect(try lua.global("value", as: [UInt64].self) == [value])
      #expect(try lua.global("value", as: [Double].self) == [Double(value)])
      #expect(
        problem { _ = try lua.global("value", as: [Int].self) }
          == "\(value) does not fit in Int")
    }
    try lua.setGlobal("value", to: UInt64(Int64.max))
    #expect(try lua.run("return value == math.maxinteger", as: Bool.self))
  }

  @Test(
    "A whole number beyond 64 bits behaves as a number",
    arguments: [
      ("type(a)", "number"), ("a == b", "false"), ("a == same", "true"), ("a > b", "true"),
      ("a <= same", "true"),
      ("a > 5", "true"), ("5 > a", "false"), ("a < 1e30", "true"), ("a + 1 == 2^64", "true"),
      ("-a == -(2^64)", "true"), ("a // 2^60", "16.0"),
      ("'#' .. a .. '!'", "#18446744073709551615!"),
      ("tonumber(a) == 2^64", "true"), ("({ [a] = 'found' })[same]", "found"),
      ("math.max(tonumber(a), 1)", "1.844674407371e+19"),
      ("string.format('%s', a)", "18446744073709551615"),
      ("pcall(function() return a + {} end)", "false"),
      ("pcall(function() return a < 'x' end)", "false"), ("getmetatable(a)", "false"),
      ("pcall(function() return a.x end)", "false"),
    ])
  func exactNumbers(expression: String, expected: String) throws {
    let lua = try LuaRuntime()
    try lua.setGlobal("a", to: UInt64.max)
    try lua.setGlobal("same", to: UInt64.max)
    try lua.setGlobal("b", to: UInt64.max - 1)
    #expect(try lua.run("return tostring((\(expression)))", as: String.self) == expected)
  }

  @Test("Exact numbers that a script drops don't take memory")
  func droppedNumbers() throws {
    let options = MemoryTests.options()
    let lua = try LuaRuntime(options: options)
    try lua.run("function take(value) return value end")
    let take = try lua.function("take")
    for value in 0..<200_000 as Range<UInt64> { try take.call(UInt64.max - value) }
    #expect(try take.call(UInt64.max, as: UInt64.self) == .max)
  }

  @Test("Fractions are rounded to the other side's precision")
  func fractions() throws {
    let lua = try LuaRuntime()
    #expect(try lua.run("return 1e-300", as: Float.self) == 0)
    #expect(try lua.run("return 0.1", as: Float.self) == 0.1)
    #expect(try lua.run("return 3.4028234663852886e38", as: Float.self) == .greatestFiniteMagnitude)
    try lua.setGlobal("value", to: Float(0.1))
    #expect(try lua.run("return tostring(value)", as: String.self) == "0.1")
    try lua.setGlobal("value", to: Float.greatestFiniteMagnitude)
    #expect(try lua.global("value", as: Float.self) == .greatestFiniteMagnitude)
  }

  @Test("A decimal keeps the digits of its text")
  func decimals() throws {
    let lua = try LuaRuntime()
    for (expression, text) in [
      ("19.99", "19.99"), ("0.1 + 0.2", "0.30000000000000004"), ("1e22", "10000000000000000000000"),
      ("7", "7"), ("-1e-3", "-0.001"), ("0.0", "0"),
      ("'0.12345678901234567890123456789012345678'", "0.12345678901234567890123456789012345678"),
      ("'-12345678901234567890.12'", "-12345678901234567890.12"), ("'1e2'", "100"),
    ] {
      #expect(try lua.run("return \(expression)", as: Decimal.self).description == text)
    }
    try lua.setGlobal("prices", to: [try #require(Decimal(string: "19.99")), 5])
    #expect(try lua.run("return prices[1] == 19.99", as: Bool.self))
    #expect(try lua.run("return math.type(prices[2])", as: String.self) == "integer")
    #expect(
      problem { try lua.setGlobal("price", to: Decimal.nan) }
        == "data cannot represent the number NaN")
  }

  @Test("A dictionary with number keys converts both ways, and can be read from a list")
  func numberedKeys() throws {
    let lua = try LuaRuntime()
    try lua.run("function same(...) return ... end")
    let same = try lua.function("same")
    for value in [[:], [1: "a"], [-3: "x", 0: "y", 1_000_000: "z"]] {
      #expect(try same.call(value, as: [Int: String].self) == value)
      #expect(try same.call(["inner": value], as: [String: [Int: String]].self)["inner"] == value)
    }
    #expect(try lua.run("return { 'a', 'b' }", as: [Int: String].self) == [1: "a", 2: "b"])
    #expect(try lua.run("return {}", as: [Int: String].self) == [:])
    #expect(
      problem { _ = try lua.run("return { x = 1 }", as: [Int: Int].self) }
        == "Expected Int key but found String key instead.")
    #expect(
      problem { _ = try lua.run("return { 1, 'b' }", as: [Int: Int].self) }
        == "expected an integer, found a string")
  }

  @Test("Code run without a result type can return anything")
  func dropped() throws {
    let lua = try LuaRuntime()
    for result in [
      "print", "coroutine.create(print)", "0/0", "{ print }", "1, print, nil", "nil", "\"\\xFF\"",
      "setmetatable({}, { __close = print })",
    ] {
      try lua.run("count = (count or 0) + 1 return \(result)")
    }
    #expect(try lua.global("count", as: Int.self) == 8)
    try lua.run("function keep(...) kept = { ... } return print end")
    try lua.function("keep").call(1, "two", [3])
    #expect(
      try lua.run("return kept[1] == 1 and kept[2] == 'two' and kept[3][1] == 3", as: Bool.self))
    #expect(problem { _ = try lua.run("return print", as: Int.self) } == "a function")
  }

  @Test("Errors in code run without a result type have the same location and frames")
  func droppedErrors() throws {
    let lua = try LuaRuntime()
    let source = "local function f() error('no') end\nfunction g() f() end\ng()"
    let dropping = #expect(throws: LuaError.self) { try lua.run(source, name: "a.lua") }
    let reading = #expect(throws: LuaError.self) {
      _ = try lua.run(source, name: "a.lua", as: Int?.self)
    }
    #expect(dropping?.description == "a.lua:1: no" && reading?.description == "a.lua:1: no")
    #expect(dropping?.traceback == reading?.traceback && dropping?.traceback.count == 3)
    let function = try lua.function("g")
    let called = #expect(throws: LuaError.self) { try function.call() }
    #expect(
      called?.traceback == ["a.lua:1: in upvalue 'f'", "a.lua:2: in function <a.lua:2>"])
  }

  private func problem(_ body: () throws -> Void) -> String {
    do {
      try body()
      return "no error"
    } catch LuaError.conversion(let conversion) {
      return conversion.problem
    } catch {
      return "\(error)"
    }
  }
}
