import MockPlatform
import Testing

@testable import MockCalls
@testable import MockConfiguration
@testable import MockData

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct DecodedValueTests {
  struct Plain: Decodable, Sendable, Equatable {
    enum Level: String, Decodable { case low, high }
    var id: Int
    var name: String
    var level: Level
    var tags: [String: [Double]]
    var note: String?
  }

  /// Counts its decodings, and those that happen while one of its mock's locks is held.
  struct Counted: Decodable, Sendable {
    static let count = Locked(0)
    static let countUnderLocks = Locked(0)
    var id: Int
    init(from decoder: any Decoder) throws {
      Self.count.withLock { $0 += 1 }
      if RankedLock.isAnyHeld { Self.countUnderLocks.withLock { $0 += 1 } }
      id = try decoder.singleValueContainer().decode(Int.self)
    }
  }

  final class Reference: Decodable, Sendable { let id: Int }

  struct Holder: Decodable, Sendable { var reference: Reference }

  struct Identified: Decodable, Sendable {
    let uuid = UUID()
    var id: Int
    enum CodingKeys: String, CodingKey { case id }
  }

  struct Whole: Decodable, Equatable {
    enum Choice: Decodable, Equatable {
      case first(Int)
      case second(String)
    }
    enum CodingKeys: CodingKey {
      case day, bytes, link, parts, id, price, text, size, isOn, note, tags, counts, level, choice
      case data, count
    }

    var day = Date(timeIntervalSince1970: 0)
    var bytes = Data()
    var link = URL(string: "about:blank")
    var parts = URLComponents()
    var id = UUID(uuidString: "00000000-0000-0000-0000-000000000000")
    var price = Decimal(0)
    var text = ""
    var size: UInt8 = 0
    var isOn = false
    var note: String?
    var tags: [String] = []
    var counts: [String: Int] = [:]
    var level = Plain.Level.low
    var choice = Choice.first(0)
    var data = AnyCodableValue.null
    /// A custom type can ask for a key before it decodes it.
    var count = 0

    init() {}

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      day = try container.decode(Date.self, forKey: .day)
      bytes = try container.decode(Data.self, forKey: .bytes)
      link = try container.decode(URL.self, forKey: .link)
      parts = try container.decode(URLComponents.self, forKey: .parts)
      id = try container.decode(UUID.self, forKey: .id)
      price = try container.decode(Decimal.self, forKey: .price)
      text = try container.decode(String.self, forKey: .text)
      size = try container.decode(UInt8.self, forKey: .size)
      isOn = try container.decode(Bool.self, forKey: .isOn)
      note = try container.decodeIfPresent(String.self, forKey: .note)
      tags = try container.decode([String].self, forKey: .tags)
      counts = try container.decode([String: Int].self, forKey: .counts)
      level = try container.decode(Plain.Level.self, forKey: .level)
      choice = try container.decode(Choice.self, forKey: .choice)
      data = try container.decode(AnyCodableValue.self, forKey: .data)
      count = container.contains(.count) ? try container.decode(Int.self, forKey: .count) : 7
    }
  }

  @Test("All parts of a placeholder are empty")
  func placeholder() { #expect(MockPlaceholder.make(Whole.self) == Whole()) }

  private func sequencer(_ value: AnyCodableValue) -> MockCallSequencer {
    MockCallSequencer(
      methods: ["m": MockMethodConfig(responses: [MockResponse(result: .success, value: value)])])
  }

  @Test("A plain value is the same on every call, and is decoded once per call outside all locks")
  func plain() async throws {
    let service = sequencer([
      "id": 1, "name": "a long name that lies on the heap", "level": "high", "tags": ["a": [1, 2]],
    ])
    for _ in 0..<6 {
      #expect(
        try await service.nextDecodedValue(for: "m", as: Plain.self)
          == Plain(
            id: 1, name: "a long name that lies on the heap", level: .high, tags: ["a": [1, 2]]))
    }
    let counted = sequencer(7)
    for _ in 0..<5 {
      #expect(try await counted.nextDecodedValue(for: "m", as: Counted.self).id == 7)
      let now = { try counted.nextDecodedValue(for: "m", as: Counted.self) }
      #expect(try now().id == 7)
    }
    #expect(Counted.count.withLock { $0 } == 10)
    #expect(Counted.countUnderLocks.withLock { $0 } == 0)
  }

  @Test("The same response can be decoded as any type")
  func types() async throws {
    let service = sequencer(3)
    for _ in 0..<4 {
      #expect(try await service.nextDecodedValue(for: "m", as: Int.self) == 3)
      #expect(try await service.nextDecodedValue(for: "m", as: Double.self) == 3)
      #expect(try await service.nextDecodedValue(for: "m", as: Int?.self) == 3)
    }
  }

  @Test("Objects are never shared, at the top level or nested")
  func references() async throws {
    let top = sequencer(["id": 1])
    let inside = sequencer(["reference": ["id": 1]])
    var seen: [Reference] = []
    for _ in 0..<5 {
      seen.append(try await top.nextDecodedValue(for: "m", as: Reference.self))
      seen.append(try await inside.nextDecodedValue(for: "m", as: Holder.self).reference)
    }
    #expect(Set(seen.map(ObjectIdentifier.init)).count == 10)
  }

  @Test("A type that generates its own identifier gets a new one on every call")
  func identifiers() async throws {
    let service = sequencer(["id": 1])
    var seen: Set<UUID> = []
    for _ in 0..<5 {
      seen.insert(try await service.nextDecodedValue(for: "m", as: Identified.self).uuid)
    }
    #expect(seen.count == 5)
  }
}
