import LuaRuntime
import Testing

/// A value beside the Lua expression that makes it.
struct Crossing: CustomTestStringConvertible, Sendable {
  let expression: String
  let value: LuaValue
  var testDescription: String { expression }
}

/// A value that cannot cross, with the words of the refusal.
struct Refusal: CustomTestStringConvertible, Sendable {
  let expression: String
  let problem: String
  var path = ""
  var testDescription: String { expression }
}

@Suite("Values cross the border")
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

  @Test("out of Lua and back in", arguments: crossings)
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
    Refusal(expression: "{1, x = 2}", problem: "a table with both a list and named keys"),
    Refusal(expression: "{x = 1, [5] = 2}", problem: "a table with both a list and named keys"),
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
      problem: "a table nested more than 64 deep", path: "v"),
    Refusal(expression: "coroutine.create(print)", problem: "a coroutine"),
    Refusal(expression: "{['a b'] = print}", problem: "a function", path: "[\"a b\"]"),
  ]

  @Test("what has no form on the other side is refused with its path", arguments: refusals)
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

  @Test("depth 64 crosses, 65 does not, and a shared table is no cycle")
  func depth() throws {
    let lua = try LuaRuntime()
    let nest = "local function nest(n) if n == 0 then return 1 end return {nest(n - 1)} end "
    _ = try lua.run(nest + "return nest(64)", as: LuaValue.self)
    #expect(throws: LuaError.self) { try lua.run(nest + "return nest(65)", as: LuaValue.self) }
    let shared = try lua.run("local s = {1} return {s, s}", as: [[Int]].self)
    #expect(shared == [[1], [1]])
  }

  struct Order: Codable, Equatable {
    struct Item: Codable, Equatable {
      var name: String
      var price: Double
      var tags: [String]
      var note: String?
    }
    enum Status: String, Codable { case open, closed }
    var id: UInt8
    var status: Status
    var items: [Item]
    var totals: [String: Int]
    var parent: [Order]?
  }

  @Test("structs, enums, optionals and dictionaries decode and encode")
  func codable() throws {
    let lua = try LuaRuntime()
    let order = try lua.run(
      """
      return {
        id = 7.0, status = "open", totals = {}, parent = {},
        items = { { name = "tea", price = 2, tags = {} }, { note = "x", tags = {"a"}, name = "cup", price = 0.5 } },
      }
      """, as: Order.self)
    #expect(
      order
        == Order(
          id: 7, status: .open,
          items: [
            .init(name: "tea", price: 2, tags: []),
            .init(name: "cup", price: 0.5, tags: ["a"], note: "x"),
          ], totals: [:], parent: []))
    try lua.setGlobal("order", to: order)
    #expect(try lua.global("order", as: Order.self) == order)
    #expect(try lua.run("return order.items[2].tags[1]", as: String.self) == "a")
  }

  static let mismatches: [(String, String)] = [
    (
      "{ id = 'x', status = 'open', items = {}, totals = {} }",
      "id: expected an integer, found a string"
    ),
    ("{ id = 300, status = 'open', items = {}, totals = {} }", "id: 300 does not fit in UInt8"),
    ("{ id = 1, status = 'open', totals = {} }", ": `items` is missing"),
    (
      "{ id = 1, status = 'open', items = { { name = 'a', tags = { 1 } } }, totals = {} }",
      "items[1]: `price` is missing"
    ),
    (
      "{ id = 1, status = 'open', items = 5, totals = {} }",
      "items: expected a list, found a number"
    ),
  ]

  @Test("a value of another shape names its path", arguments: mismatches)
  func mismatch(expression: String, expected: String) throws {
    let lua = try LuaRuntime()
    let error = #expect(throws: LuaError.self) {
      try lua.run("return \(expression)", as: Order.self)
    }
    guard case .conversion(let conversion) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect("\(conversion.path): \(conversion.problem)" == expected)
  }

  /// Leaves a nested container and a super encoder open while the parent goes on.
  struct Interleaved: Encodable {
    enum Keys: CodingKey { case nested, list, after, a, b }
    func encode(to encoder: any Encoder) throws {
      var parent = encoder.container(keyedBy: Keys.self)
      var nested = parent.nestedContainer(keyedBy: Keys.self, forKey: .nested)
      var list = parent.nestedUnkeyedContainer(forKey: .list)
      try nested.encode(1, forKey: .a)
      try parent.encode("end", forKey: .after)
      try list.encode(true)
      try nested.encode([2, 3], forKey: .b)
      try list.encode(Int?.none)
    }
  }

  @Test("containers that stay open keep their place")
  func interleaved() throws {
    let lua = try LuaRuntime()
    try lua.setGlobal("value", to: Interleaved())
    #expect(
      try lua.global("value", as: LuaValue.self)
        == .table([
          "nested": .table(["a": .integer(1), "b": .array([.integer(2), .integer(3)])]),
          "list": .array([.bool(true), .null]), "after": .string("end"),
        ]))
  }

  /// Asks for its keys against the order of the alphabet, and for one of them twice.
  struct Wide: Decodable {
    struct Key: CodingKey {
      let stringValue: String
      var intValue: Int? { nil }
      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }
    var values: [Int] = []
    var isThere: [Bool] = []

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      for number in (1...200).reversed() {
        let key = Key(stringValue: "k\(number)")
        values.append(try container.decode(Int.self, forKey: key))
        isThere.append(container.contains(key) && !container.contains(Key(stringValue: "K1")))
      }
    }
  }

  @Test("a wide table is read in any order")
  func wide() throws {
    let lua = try LuaRuntime()
    let source = "local t = {} for i = 1, 200 do t['k' .. i] = i end return t"
    let value = try lua.run(source, as: Wide.self)
    #expect(value.values == Array((1...200).reversed()))
    #expect(value.isThere.allSatisfy { $0 })
    let all = try lua.run(source, as: [String: Int].self)
    #expect(all.count == 200 && all.allSatisfy { $0.key == "k\($0.value)" })
  }

  /// Fails while a nested container is open.
  struct Failing: Encodable {
    enum Keys: CodingKey { case nested, list, value }
    var number: Double
    func encode(to encoder: any Encoder) throws {
      var parent = encoder.container(keyedBy: Keys.self)
      var nested = parent.nestedContainer(keyedBy: Keys.self, forKey: .nested)
      var list = nested.nestedUnkeyedContainer(forKey: .list)
      try list.encode(1)
      try list.encode(["x": number])
    }
  }

  @Test("a number without a form names its path on the way in, and the runtime goes on")
  func unwritable() throws {
    let lua = try LuaRuntime()
    let values: [(any Encodable, String)] = [
      (Double.nan, ""), ([1, Double.infinity], "[2]"), (["a": [Double.nan]], "a[1]"),
      (Failing(number: .nan), "nested.list[2].x"),
      (LuaValue.table(["a": .array([.nil, .number(.nan)])]), "a[2]"),
      (["b": LuaValue.array([.number(.infinity)])], "b[1]"),
    ]
    for (value, path) in values {
      let error = #expect(throws: LuaError.self) { try lua.setGlobal("value", to: value) }
      guard case .conversion(let conversion) = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
      #expect(conversion.path == path)
      #expect(conversion.problem.hasSuffix("is no finite number"))
    }
    try lua.setGlobal("value", to: Failing(number: 2))
    #expect(try lua.run("return value.nested.list[2].x", as: Int.self) == 2)
  }

  @Test("nil by itself is nil, within a table it is null")
  func nils() throws {
    struct Wrapper: Encodable {
      var value: Int?
      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(value)
      }
    }
    let lua = try LuaRuntime()
    try lua.setGlobal("value", to: Wrapper(value: nil))
    #expect(try lua.run("return value == nil", as: Bool.self))
    try lua.setGlobal("value", to: [Wrapper(value: nil), Wrapper(value: 1)])
    #expect(try lua.run("return #value == 2 and value[2] == 1", as: Bool.self))
  }
}
