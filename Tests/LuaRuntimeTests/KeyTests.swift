import LuaRuntime
import Testing

@Suite("Keys of decoded tables")
struct KeyTests {
  /// A one-byte key with a handwritten `CodingKey` conformance.
  struct Letter: CodingKey {
    let code: UInt8
    var stringValue: String { String(Character(Unicode.Scalar(code))) }
    var intValue: Int? { nil }
    init(code: UInt8) { self.code = code }
    init?(stringValue: String) {
      guard stringValue.utf8.count == 1, let code = stringValue.utf8.first else { return nil }
      self.init(code: code)
    }
    init?(intValue: Int) { nil }
  }

  /// Reads all 26 letters, from the last to the first.
  struct Letters: Decodable {
    let values: [Int]
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Letter.self)
      values = try (97..<123).reversed().map {
        try container.decode(Int.self, forKey: Letter(code: $0))
      }
    }
  }

  /// Accepts any string as a key.
  struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  struct Named: Decodable {
    let values: [String: Int]
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Name.self)
      values = try Dictionary(
        uniqueKeysWithValues: container.allKeys.map {
          ($0.stringValue, try container.decode(Int.self, forKey: $0))
        })
    }
  }

  struct Lengths: Decodable, Equatable {
    enum CodingKeys: String, CodingKey, CaseIterable {
      case none = ""
      case a, b, ab, ba, abc, abd, xbc, abcd, abce, xbcd, abcdefg, abcdefx, abxdefg
      case abcdefgh, abcdefgx, abcdefghi, abcdefghx, xbcdefghi
      case sixteenLettersA = "sixteen lettersA"
      case sixteenLettersB = "sixteen lettersB"
      case seventeen = "seventeen letters"
      case nonASCII = "Schlüssel"
    }
    let values: [Int]
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      values = try CodingKeys.allCases.map { try container.decode(Int.self, forKey: $0) }
    }
  }

  @Test("Keys of all lengths are distinguished, in any order")
  func lengths() throws {
    let lua = try LuaRuntime()
    let names = Lengths.CodingKeys.allCases.map(\.stringValue)
    try lua.setGlobal("names", to: names)
    try lua.run(
      """
      function numbered(names)
        local result = {}
        for i, name in ipairs(names) do result[name] = i end
        return result
      end
      """)
    let numbered = try lua.function("numbered")
    for shift in 0..<names.count {
      let order = Array(names[shift...] + names[..<shift])
      let expected = (0..<names.count).map { ($0 - shift + names.count) % names.count + 1 }
      #expect(try numbered.call(order, as: Lengths.self).values == expected)
    }
  }

  @Test("One-byte, empty, and other keys are each read by name")
  func kinds() throws {
    struct Single: Decodable {
      let only: Int
    }
    let lua = try LuaRuntime()
    for _ in 0..<3 {
      let letters = try lua.run(
        """
        local result = {}
        for code = 97, 122 do result[string.char(code)] = code end
        return result
        """, as: Letters.self)
      #expect(letters.values == Array((97..<123).reversed()))
      #expect(try lua.run("return { only = 5 }", as: Single.self).only == 5)
      #expect(try lua.run("return { a = 1, b = 2 }", as: Named.self).values == ["a": 1, "b": 2])
    }
  }

  /// Keys whose names depend on a generic parameter.
  struct Typed<Tag>: Decodable {
    struct Key: CodingKey {
      let code: UInt8
      var stringValue: String { "\(Tag.self) \(code)" }
      var intValue: Int? { nil }
      init(code: UInt8) { self.code = code }
      init?(stringValue: String) { nil }
      init?(intValue: Int) { nil }
    }
    let sum: Int
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      sum = try (0..<3).reduce(0) { try $0 + container.decode(Int.self, forKey: Key(code: $1)) }
    }
  }

  @Test("Keys of more types than a runtime caches containers for are read by name")
  func manyTypes() throws {
    let lua = try LuaRuntime()
    try lua.run(
      """
      function row(name)
        return { [name .. ' 0'] = 1, [name .. ' 1'] = #name, [name .. ' 2'] = 2 }
      end
      """)
    let row = try lua.function("row")
    func check<Tag>(_ tag: Tag.Type, depth: Int) throws {
      for _ in 0..<2 {
        let name = "\(tag)"
        #expect(try row.call(name, as: Typed<Tag>.self).sum == 3 + name.utf8.count)
      }
      if depth > 0 { try check(Tag?.self, depth: depth - 1) }
    }
    for _ in 0..<2 { try check(Int.self, depth: 40) }
  }

  @Test("A key missing from one table is found in the next")
  func missing() throws {
    struct Row: Decodable, Equatable {
      let first: Int?
      let second: Int?
    }
    let lua = try LuaRuntime()
    let rows = try lua.run(
      "return { { first = 1 }, { second = 2 }, {}, { second = 4, first = 3 } }", as: [Row].self)
    let expected = [
      Row(first: 1, second: nil), Row(first: nil, second: 2), Row(first: nil, second: nil),
      Row(first: 3, second: 4),
    ]
    #expect(rows == expected)
  }
}
