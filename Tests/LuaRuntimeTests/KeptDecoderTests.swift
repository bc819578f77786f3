import LuaRuntime
import Testing

@Suite("Unusual uses of decoders")
struct KeptDecoderTests {
  /// Keeps its decoder and its containers.
  struct Keeping: Decodable {
    enum Keys: CodingKey { case id, rest, list }
    let id: Int
    let rest: [Keeping]
    let decoder: any Decoder
    let container: KeyedDecodingContainer<Keys>
    let list: any UnkeyedDecodingContainer

    init(from decoder: any Decoder) throws {
      self.decoder = decoder
      container = try decoder.container(keyedBy: Keys.self)
      list = try container.nestedUnkeyedContainer(forKey: .list)
      rest = try container.decode([Keeping].self, forKey: .rest)
      id = try container.decode(Int.self, forKey: .id)
    }
  }

  /// Reads its elements' kept containers while the value is still being decoded.
  struct Looking: Decodable {
    let ids: [Int]
    let all: [Keeping]

    init(from decoder: any Decoder) throws {
      all = try [Keeping](from: decoder)
      ids = try all.flatMap {
        var list = $0.list
        let again = try $0.decoder.container(keyedBy: Keeping.Keys.self)
        return [
          try $0.container.decode(Int.self, forKey: .id), try again.decode(Int.self, forKey: .id),
          try list.decode(Int.self),
        ]
      }
    }
  }

  @Test("A kept decoder isn't reused, and is empty after the value is decoded")
  func kept() throws {
    let lua = try LuaRuntime()
    let source = """
      local function row(id, rest) return { id = id, rest = rest or {}, list = { id } } end
      return { row(1, { row(2), row(3, { row(4) }) }), row(5), row(6) }
      """
    let value = try lua.run(source, as: Looking.self)
    #expect(value.ids == [1, 1, 1, 5, 5, 5, 6, 6, 6])
    #expect(value.all[0].rest.map(\.id) == [2, 3] && value.all[0].rest[1].rest[0].id == 4)
    for _ in 0..<3 { _ = try lua.run(source, as: Looking.self) }
    for element in value.all {
      var list = element.list
      #expect(throws: DecodingError.self) { try element.container.decode(Int.self, forKey: .id) }
      #expect(throws: DecodingError.self) {
        try element.decoder.container(keyedBy: Keeping.Keys.self)
      }
      #expect(throws: DecodingError.self) { try list.decode(Int.self) }
      #expect(
        list.isAtEnd && element.container.allKeys.isEmpty && element.decoder.codingPath.isEmpty)
    }
  }

  /// `@unchecked Sendable`: only used by the test's task.
  final class Current: @unchecked Sendable {
    @TaskLocal static var current: Current?
    let lua: LuaRuntime

    init(_ lua: LuaRuntime) { self.lua = lua }
  }

  /// Calls its runtime repeatedly while it is decoded, with large results.
  struct Recalling: Decodable {
    let before: String
    let inner: [[Int]]
    let after: String
    enum Keys: CodingKey { case before, after }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Keys.self)
      before = try container.decode(String.self, forKey: .before)
      let source = "local t = {} for i = 1, 5000 do t[i] = i end return t"
      let lua = Current.current?.lua
      inner = try (0..<3).map { _ in try lua?.run(source, as: [Int].self) ?? [] }
      after = try container.decode(String.self, forKey: .after)
    }
  }

  @Test("Calling the same runtime while decoding a value doesn't corrupt the value")
  func recalling() throws {
    let lua = try LuaRuntime()
    let value = try Current.$current.withValue(Current(lua)) {
      try lua.run("return { before = 'b', after = 'a' }", as: Recalling.self)
    }
    #expect(value.before == "b" && value.after == "a")
    #expect(value.inner.allSatisfy { $0 == Array(1...5000) })
    #expect(try lua.run("return 1", as: Int.self) == 1)
  }

  /// Calls Lua while it is decoded.
  struct Calling: Decodable {
    let before: Int
    let inner: [Item]
    let after: Int
    struct Item: Decodable, Equatable { var x: Int }
    enum Keys: CodingKey { case before, after }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Keys.self)
      before = try container.decode(Int.self, forKey: .before)
      inner = try LuaRuntime().run("return { {x = 1}, {x = 2} }", as: [Item].self)
      after = try container.decode(Int.self, forKey: .after)
    }
  }

  @Test("Decoding can nest")
  func nested() throws {
    let value = try LuaRuntime().run("return { before = 1, after = 2 }", as: Calling.self)
    #expect(value.before == 1 && value.after == 2 && value.inner == [.init(x: 1), .init(x: 2)])
  }
}
