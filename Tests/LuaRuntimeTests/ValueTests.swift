import LuaRuntime
import Testing

/// A value and the Lua expression that creates it.
struct Crossing: CustomTestStringConvertible, Sendable {
  let expression: String
  let value: LuaValue
  var testDescription: String { expression }
}

/// A value that can't be converted, with the error message.
struct Refusal: CustomTestStringConvertible, Sendable {
  let expression: String
  let problem: String
  var path = ""
  var testDescription: String { expression }
}

@Suite("Converting values between Swift and Lua")
struct ValueTests {
  static let crossings = [
    Crossing(expression: "nil", value: .nil),
    Crossing(expression: "true", value: .bool(true)),
    Crossing(expression: "math.maxinteger", value: .integer(.max)),
    Crossing(expression: "math.mininteger", value: .integer(.min)),
    Crossing(expression: "1.0", value: .number(1)),
    Crossing(expression: "-0.5e-300", value: .number(-0.5e-300)),
    Crossing(expression: "''", value: .string("")),
    Crossing(expression: "'a\\0b \u{1F600}'", value: .string("a\0b \u{1F600}")),
    Crossing(expression: "{}", value: .table([:])),
    Crossing(
      expression: "{1, {2}, {x = {}}}",
      value: .array([.integer(1), .array([.integer(2)]), .table(["x": .table([:])])])),
    Crossing(
      expression: "(function() local t = {} t[3] = 3 t[2] = 2 t[1] = 1 return t end)()",
      value: .array([.integer(1), .integer(2), .integer(3)])),
    Crossing(
      expression: "(function() local t = {1} for i = 9, 2, -1 do t[i] = {i} end return t end)()",
      value: .array([.integer(1)] + (2...9).map { .array([.integer($0)]) })),
  ]

  @Test("Values convert from Lua and back", arguments: crossings)
  func roundTrip(crossing: Crossing) throws {
    let lua = try LuaRuntime()
    #expect(try lua.run("return \(crossing.expression)", as: LuaValue.self) == crossing.value)
    try lua.setGlobal("copy", to: crossing.value)
    #expect(try lua.global("copy") == crossing.value)
  }

  static let refusals = [
    Refusal(expression: "print", problem: "a function"),
    Refusal(expression: "{a = {b = {1, print}}}", problem: "a function", path: "a.b[2]"),
    Refusal(expression: "0/0", problem: "NaN"),
    Refusal(expression: "{x = -1/0}", problem: "infinity", path: "x"),
    Refusal(
      expression: "{1, x = 2}", problem: "a table with both a list and named keys", path: "x"),
    Refusal(
      expression: "{x = 1, w = 1, [5] = 2}", problem: "a table with both a list and named keys",
      path: "w"),
    Refusal(expression: "{1, nil, 3}", problem: "a list with holes"),
    Refusal(expression: "{[2] = 1}", problem: "a list with holes"),
    Refusal(expression: "{1, nil, 3, [10] = 4}", problem: "a list with holes"),
    Refusal(
      expression: "(function() local t = {} for i = 0, 40 do t[1 << i] = i end return t end)()",
      problem: "a list with holes"),
    Refusal(
      expression: "{[true] = 1}", problem: "a key that is neither a string nor a list's index"),
    Refusal(
      expression: "(function() local t = {} t.a = {t} return t end)()", problem: "a cycle",
      path: "a[1]"),
    Refusal(
      expression: "(function() local t = {x = 1} return {t, {t, {y = t, z = {}}}, print} end)()",
      problem: "a function", path: "[3]"),
    Refusal(
      expression: "(function() local t = {a = {b = {}}} t.a.b.c = {t.a} return {t} end)()",
      problem: "a cycle", path: "[1].a.b.c[1]"),
    Refusal(
      expression: "(function() local t = {} setmetatable(t, {__data = t}) return {v = t} end)()",
      problem: "a table nested more than 64 levels deep", path: "v"),
    Refusal(expression: "coroutine.create(print)", problem: "a coroutine"),
    Refusal(expression: "{['a b'] = print}", problem: "a function", path: "[\"a b\"]"),
  ]

  @Test("A value without a counterpart is reported with its path", arguments: refusals)
  func refuse(refusal: Refusal) throws {
    let lua = try LuaRuntime()
    let error = #expect(throws: LuaError.self) {
      try lua.run("return \(refusal.expression)", as: LuaValue.self)
    }
    guard case .conversion(let conversion) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(conversion.problem == refusal.problem)
    #expect(conversion.path == refusal.path)
  }

  @Test("Depth 64 converts, 65 doesn't, and a shared table isn't a cycle")
  func depth() throws {
    let lua = try LuaRuntime()
    let nest = "local function nest(n) if n == 0 then return 1 end return {nest(n - 1)} end "
    _ = try lua.run(nest + "return nest(64)", as: LuaValue.self)
    #expect(throws: LuaError.self) { try lua.run(nest + "return nest(65)", as: LuaValue.self) }
    let shared = try lua.run("local s = {1} return {s, s}", as: [[Int]].self)
    #expect(shared == [[1], [1]])
  }
}
