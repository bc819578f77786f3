import LuaRuntime
import Testing

@Suite("Converting Codable types")
struct CodableTests {
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

  @Test("Structs, enums, optionals, and dictionaries decode and encode")
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

  @Test("A value of the wrong shape is reported with its path", arguments: mismatches)
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

  /// Leaves a nested container and a super encoder open while the parent continues.
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

  @Test("Open containers keep their position")
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

  /// Decodes its keys in reverse alphabetical order, and one of them twice.
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

  @Test("The keys of a wide table can be read in any order")
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

  @Test("An unsupported number is reported with its path, and the runtime still works")
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
      #expect(conversion.problem.hasSuffix("is not a finite number"))
    }
    try lua.setGlobal("value", to: Failing(number: 2))
    #expect(try lua.run("return value.nested.list[2].x", as: Int.self) == 2)
  }

  @Test("`nil` on its own becomes nil, and null within a table")
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

  @Test("Empty lists can be decoded in many runtimes at once")
  func emptyLists() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          let lua = try LuaRuntime()
          try lua.run("function identity(...) return ... end")
          let identity = try lua.function("identity")
          for _ in 0..<500 { #expect(try identity.call([Int](), as: [Int].self) == []) }
        }
      }
      try await group.waitForAll()
    }
  }
}
