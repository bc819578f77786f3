import MockServices

struct Note: Codable, Sendable, Equatable, Identifiable {
  var id: Int
  var text: String
}

@Mocked
protocol NoteStore: Sendable {
  func load(_ id: Int) async throws -> Note
  func load(_ id: Int, limit: Int) async throws -> [Note]
  func load(tagged tag: String) async throws -> [Note]
  func load(tagged tag: Int) async throws -> [Note]
}

@Mocked
protocol Repository: Sendable {
  associatedtype Item: Codable & Identifiable & Sendable where Item.ID: Codable & Sendable
  func item(_ id: Item.ID) async throws -> Item
  func items() async throws -> [Item]
  func find(_ text: String) async throws -> Item?
  func insert(_ item: Item) async throws
}

@Mocked
protocol KeyValueStore: Sendable {
  func value<Value: Decodable>(for key: String, as type: Value.Type) async throws -> Value
  func optional<Value>(for key: String) async throws -> Value? where Value: Codable
  func set<Value: Encodable>(_ value: Value, for key: String) async throws
}

final class Draft {
  var text: String
  init(text: String) { self.text = text }
}

@Mocked
protocol DraftStore {
  func save(_ draft: Draft, counter count: inout Int) async throws
  func save(consumed draft: consuming Draft, `repeat`: Bool, for: Int) async throws -> Int
  func each(_ body: (Note) -> Void, then: @escaping @Sendable () async -> Void) async throws
    -> [Note]
  func all(_ ids: Int...) async throws -> [String: [Note]]
}
