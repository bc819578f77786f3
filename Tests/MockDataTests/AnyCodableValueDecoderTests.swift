import Foundation
import MockData
import Testing

private enum Status: Int, Codable {
  case idle = 0
  case active = 3
}
private enum Event: Codable, Equatable {
  case failed(Int, reason: String)
  case done
}

private struct Order: Codable, Equatable {
  struct Item: Codable, Equatable {
    var name: String
    var price: Double
  }
  var id: Int
  var items: [Item]
  var note: String?
  var tags: Set<String>
  var byCount: [Int: String]
  var raw: AnyCodableValue
}

private class Animal: Codable {
  var name: String
  init(name: String) { self.name = name }
}

private final class Dog: Animal {
  var age = 0
  private enum CodingKeys: String, CodingKey { case age }
  init(name: String, age: Int) {
    self.age = age
    super.init(name: name)
  }
  required init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    age = try container.decode(Int.self, forKey: .age)
    try super.init(from: try container.superDecoder())
  }
  override func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(age, forKey: .age)
    try super.encode(to: container.superEncoder())
  }
}

private struct Nested: Codable, Equatable {
  var x: Int
  var list: [Int]
  private enum Outer: String, CodingKey { case inner, list }
  private enum Inner: String, CodingKey { case x }
  init(x: Int, list: [Int]) {
    self.x = x
    self.list = list
  }
  init(from decoder: any Decoder) throws {
    let outer = try decoder.container(keyedBy: Outer.self)
    x = try outer.nestedContainer(keyedBy: Inner.self, forKey: .inner).decode(Int.self, forKey: .x)
    var elements = try outer.nestedUnkeyedContainer(forKey: .list)
    list = []
    while !elements.isAtEnd { list.append(try elements.decode(Int.self)) }
  }
  func encode(to encoder: any Encoder) throws {
    var outer = encoder.container(keyedBy: Outer.self)
    var inner = outer.nestedContainer(keyedBy: Inner.self, forKey: .inner)
    try inner.encode(x, forKey: .x)
    var elements = outer.nestedUnkeyedContainer(forKey: .list)
    for element in list { try elements.encode(element) }
  }
}

@Suite struct AnyCodableValueDecoderTests {
  private func decode<T: Decodable>(_ type: T.Type, _ value: AnyCodableValue) throws -> T {
    try AnyCodableValueDecoder().decode(type, from: value)
  }

  @Test("A structure decodes and encodes back, without its nil members")
  func structure() throws {
    let value: AnyCodableValue = [
      "id": 7, "items": [["name": "Tea", "price": 2.5]], "tags": ["a"], "byCount": ["3": "c"],
      "raw": ["any": [1, 1.0, nil]],
    ]
    let order = try decode(Order.self, value)
    #expect(
      order
        == Order(
          id: 7, items: [.init(name: "Tea", price: 2.5)], note: nil, tags: ["a"],
          byCount: [3: "c"], raw: ["any": [1, 1.0, nil]]))
    #expect(try AnyCodableValueEncoder().encode(order) == value)
  }

  @Test("Null and missing members are nil for an Optional")
  func optionals() throws {
    struct Answer: Decodable, Equatable {
      var note: String?
      var explicit: Int?
      private enum CodingKeys: String, CodingKey { case note, explicit }
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        note = try container.decodeIfPresent(String.self, forKey: .note)
        explicit = try container.decode(Int?.self, forKey: .explicit)
      }
    }
    for value in [[:], ["note": nil, "explicit": nil]] as [AnyCodableValue] {
      let answer = try decode(Answer.self, value)
      #expect(answer.note == nil)
      #expect(answer.explicit == nil)
    }
    #expect(try decode(Answer.self, ["explicit": 1]).explicit == 1)
    #expect(try decode(Int?.self, .null) == nil)
    #expect(try decode([Int?].self, [1, nil]) == [1, nil])
  }

  @Test("An empty object decodes as an empty array if an array is expected")
  func emptyArray() throws {
    #expect(try decode([Int].self, [:]) == [])
    #expect(try decode(Set<String>.self, [:]) == [])
    #expect(try decode([String: [Int]].self, ["a": [:]]) == ["a": []])
    #expect(throws: DecodingError.self) { try decode([Int].self, ["a": 1]) }
  }

  @Test("Whole doubles decode as integers, and integers as floating-point numbers")
  func numbers() throws {
    #expect(try decode(Int.self, 3.0) == 3)
    #expect(try decode(UInt8.self, 255) == 255)
    #expect(try decode([Int16].self, [1, -2.0]) == [1, -2])
    #expect(try decode(Double.self, 3) == 3)
    #expect(try decode(Float.self, 0.1) == 0.1)
    #expect(try decode(UInt64.self, 1e19) == 10_000_000_000_000_000_000)
    #expect(try decode(Status.self, 3) == .active)
    #expect(try decode(Status.self, 3.0) == .active)
  }

  @Test("Enumerations with values, inheritance, and nested containers work both ways")
  func containers() throws {
    let event: AnyCodableValue = ["failed": ["_0": 3, "reason": "x"]]
    #expect(try decode(Event.self, event) == .failed(3, reason: "x"))
    #expect(try AnyCodableValueEncoder().encode(Event.failed(3, reason: "x")) == event)
    #expect(try decode(Event.self, ["done": [:]]) == .done)
    let dog: AnyCodableValue = ["age": 3, "super": ["name": "Rex"]]
    #expect(try decode(Dog.self, dog).name == "Rex")
    #expect(try AnyCodableValueEncoder().encode(Dog(name: "Rex", age: 3)) == dog)
    let nested: AnyCodableValue = ["inner": ["x": 1], "list": [1, 2]]
    #expect(try decode(Nested.self, nested) == Nested(x: 1, list: [1, 2]))
    #expect(try AnyCodableValueEncoder().encode(Nested(x: 1, list: [1, 2])) == nested)
  }

  @Test("Foundation types use their common JSON forms")
  func foundationTypes() throws {
    let url = try #require(URL(string: "https://example.com/a?b=c"))
    #expect(try decode(URL.self, "https://example.com/a?b=c") == url)
    #expect(try AnyCodableValueEncoder().encode([url]) == ["https://example.com/a?b=c"])
    let id = UUID()
    #expect(try decode(UUID.self, .string(id.uuidString)) == id)
    #expect(try AnyCodableValueEncoder().encode(id) == .string(id.uuidString))
    #expect(try decode(Data.self, "aGk=") == Data("hi".utf8))
    #expect(try AnyCodableValueEncoder().encode(Data("hi".utf8)) == "aGk=")
    #expect(try decode(Decimal.self, 19.99).description == "19.99")
    #expect(try AnyCodableValueEncoder().encode(try decode(Decimal.self, 19.99)) == 19.99)
    #expect(try AnyCodableValueEncoder().encode(Decimal(5)) == 5)
    let date = Date(timeIntervalSinceReferenceDate: 86_400)
    for value in [86_400, 86_400.0, "2001-01-02T00:00:00Z", "2001-01-02T01:00:00+01:00"]
      as [AnyCodableValue]
    {
      #expect(try decode(Date.self, value) == date, "\(value)")
    }
    #expect(
      try decode(Date.self, "2001-01-02T00:00:00.250Z") == date.addingTimeInterval(0.25))
    #expect(try AnyCodableValueEncoder().encode(["at": date]) == ["at": 86_400.0])
    #expect(try AnyCodableValueEncoder().encode(Float(0.1)) == 0.1)
    #expect(try decode([Date?].self, [nil, 86_400]) == [nil, date])
    #expect(try decode([Int: String].self, ["a", "b"]) == [1: "a", 2: "b"])
    #expect(try decode(Data.self, [104, 105]) == Data("hi".utf8))
  }

  @Test(
    "An error names the actual type, the expected type, and the path",
    arguments: [
      (["id": "x"], "id: expected a whole number, found a string"),
      (["id": nil], "id: expected a whole number, found null"),
      (["id": 1.5], "id: the number 1.5 is not whole"),
      (["id": 1e300], "id: the number 1e+300 is out of range for Int"),
      ([:], ": the key `id` of Order is missing"),
      ([1], ": expected an object, found an array"),
      (["id": 1, "items": 3], "items: expected an array, found an int"),
      (
        ["id": 1, "items": [["name": true]]], "items.Index 0.name: expected a string, found a bool"
      ),
      (
        ["id": 1, "items": [["name": "a", "price": "b"]]],
        "items.Index 0.price: expected a number, found a string"
      ),
    ] as [(AnyCodableValue, String)])
  func errors(value: AnyCodableValue, message: String) {
    #expect(self.message { try decode(Order.self, value) } == message)
  }

  @Test("Numbers out of range and malformed strings are errors")
  func ranges() {
    #expect(
      message { try decode(UInt8.self, 256) } == ": the number 256 is out of range for UInt8")
    #expect(message { try decode(UInt.self, -1) } == ": the number -1 is out of range for UInt")
    #expect(
      message { try decode(Float.self, 1e300) } == ": the number 1e+300 is out of range for Float")
    #expect(
      message { try decode([Date].self, ["yesterday"]) }
        == "Index 0: `yesterday` is not an ISO 8601 date such as 2026-01-31T09:30:00Z")
    for text in [
      "2026-02-29T00:00:00Z", "2026-04-31T00:00:00.5Z", "2026-13-01T00:00:00Z",
      "2026-01-31T25:00:00Z", "2026-01-31T09:60:00+01:00",
    ] {
      #expect(
        message { try decode(Date.self, .string(text)) }
          == ": `\(text)` is not an ISO 8601 date such as 2026-01-31T09:30:00Z")
    }
    for text in ["2024-02-29T00:00:00Z", "2000-02-29T23:59:59.25+09:30"] {
      #expect(throws: Never.self) { try decode(Date.self, .string(text)) }
    }
    #expect(
      message { try decode(Date.self, true) }
        == ": expected a date (an ISO 8601 string or seconds since 2001), found a bool")
    #expect(message { try decode(Data.self, "?") } == ": the string is not base64")
    #expect(message { try decode(Data.self, 1) } == ": expected a base64 string, found an int")
    #expect(message { try decode(URL.self, "") } == ": `` is not a URL")
    #expect(message { try decode(URL.self, 1) } == ": expected a URL string, found an int")
    #expect(message { try decode(Decimal.self, "x") } == ": `x` is not a number")
    #expect(message { try decode(Decimal.self, true) } == ": expected a number, found a bool")
    #expect(message { try decode(Bool.self, 1) } == ": expected a bool, found an int")
    #expect(message { try decode(Pair.self, [1]) } == "Index 1: the array has only 1 elements")
  }

  private struct Pair: Decodable {
    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      _ = try container.decode(Int.self)
      _ = try container.decode(Int.self)
    }
  }

  private func message(_ body: () throws -> Any) -> String {
    do {
      return "\(try body())"
    } catch DecodingError.dataCorrupted(let context), DecodingError.typeMismatch(_, let context),
      DecodingError.valueNotFound(_, let context), DecodingError.keyNotFound(_, let context)
    {
      return context.codingPath.map(\.stringValue).joined(separator: ".") + ": "
        + context.debugDescription
    } catch {
      return "\(error)"
    }
  }
}
