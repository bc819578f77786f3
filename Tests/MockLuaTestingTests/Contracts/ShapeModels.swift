import Foundation

// Types with custom decoding, for the tests of shapes.

struct Small: Codable {
  var a: Int8
  var b: UInt16?
  var c: Float
  var d: Set<Int>
  var e: [[String]]?
}

/// Continues if a value can't be decoded.
struct Lenient: Codable {
  enum CodingKeys: CodingKey { case id, count }

  var id: Int
  var count: Int

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    id = try container.decode(Int.self, forKey: .id)
    count = (try? container.decode(Int.self, forKey: .count)) ?? 0
  }
}

/// Decodes the keys of another type along with its own.
struct Flat: Decodable {
  enum CodingKeys: CodingKey { case id }

  var id: Int
  var money: Money

  init(from decoder: any Decoder) throws {
    id = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .id)
    money = try Money(from: decoder)
  }
}

struct Wrapped: Codable {
  struct Key: Codable, RawRepresentable { var rawValue: String }

  var key: Key
  var others: [Key]
}

/// Decodes different keys depending on the version.
struct Versioned: Decodable {
  enum CodingKeys: CodingKey { case version, name, title }

  var title: String

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let version = try container.decode(Int.self, forKey: .version)
    title = try container.decode(String.self, forKey: version < 2 ? .name : .title)
  }
}

indirect enum Tree: Codable {
  case leaf(Int)
  case node(left: Tree, right: Tree?)
}

/// Rejects most values of its shape.
struct Checked: Decodable {
  var code: String

  init(from decoder: any Decoder) throws {
    code = try decoder.singleValueContainer().decode(String.self)
    guard code.count == 6 else {
      throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "six letters"))
    }
  }
}

struct Constant: Codable {
  let type = "constant"
  var name: String

  enum CodingKeys: CodingKey {
    case type, name
  }
}

/// Decodes arbitrary keys.
struct OwnKeys: Decodable {
  struct Key: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  var names: [String]

  init(from decoder: any Decoder) throws {
    names = try decoder.container(keyedBy: Key.self).allKeys.map(\.stringValue)
  }
}

/// Decoded from a list of two numbers.
struct Point: Codable {
  var x: Double
  var y: Double

  init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    x = try container.decode(Double.self)
    y = try container.decode(Double.self)
  }
}

class Base: Codable { var id: Int }

final class Derived: Base {
  enum CodingKeys: CodingKey { case name }

  var name: String

  required init(from decoder: any Decoder) throws {
    name = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .name)
    try super.init(from: decoder)
  }
}

/// Chosen by one of its keys, whose values aren't listed.
enum Figure: Decodable {
  enum CodingKeys: CodingKey { case kind, radius, width, height }
  enum Kind: String, Decodable { case circle, square, oblong }

  case circle(Double)
  case square(Double)
  case oblong(Double, Double)

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    switch try container.decode(Kind.self, forKey: .kind) {
    case .circle: self = .circle(try container.decode(Double.self, forKey: .radius))
    case .square: self = .square(try container.decode(Double.self, forKey: .width))
    case .oblong:
      self = .oblong(
        try container.decode(Double.self, forKey: .width),
        try container.decode(Double.self, forKey: .height))
    }
  }
}

/// Decodes a nested object by hand.
struct NestedKeys: Decodable {
  enum CodingKeys: CodingKey { case id, data }
  enum DataKeys: CodingKey { case name }

  var name: String

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    _ = try container.decode(Int.self, forKey: .id)
    let data = try container.nestedContainer(keyedBy: DataKeys.self, forKey: .data)
    name = try data.decode(String.self, forKey: .name)
  }
}

/// Decoded from a string or an object.
struct TextOrObject: Decodable {
  enum CodingKeys: CodingKey { case id }

  var id: String

  init(from decoder: any Decoder) throws {
    if let container = try? decoder.container(keyedBy: CodingKeys.self) {
      id = try container.decode(String.self, forKey: .id)
    } else {
      id = try decoder.singleValueContainer().decode(String.self)
    }
  }
}

/// Has default values for missing keys.
struct Defaulted: Decodable {
  enum CodingKeys: CodingKey { case name, count, flag }

  var name: String
  var count: Int
  var flag: Bool

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    name = try container.decodeIfPresent(String.self, forKey: .name) ?? ""
    count = container.contains(.count) ? try container.decode(Int.self, forKey: .count) : 1
    do {
      flag = try container.decode(Bool.self, forKey: .flag)
    } catch DecodingError.keyNotFound {
      flag = false
    }
  }
}

/// Decoded as one of two types.
enum Either: Decodable {
  case money(Money)
  case account(Account)

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let money = try? container.decode(Money.self) {
      self = .money(money)
    } else {
      self = .account(try container.decode(Account.self))
    }
  }
}

/// Decodes an old key if the new one is missing.
struct Renamed: Decodable {
  enum CodingKeys: CodingKey { case name, title }

  var title: String

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    title =
      try container.decodeIfPresent(String.self, forKey: .title)
      ?? container.decode(String.self, forKey: .name)
  }
}

/// Has a kind with a single case.
struct Place: Codable {
  enum Kind: String, Codable { case place }
  enum CodingKeys: CodingKey { case kind, name }

  var name: String

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    _ = try container.decode(Kind.self, forKey: .kind)
    name = try container.decode(String.self, forKey: .name)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(Kind.place, forKey: .kind)
    try container.encode(name, forKey: .name)
  }
}

/// Chosen by a string, with one meaning for most values.
enum Block: Decodable {
  enum CodingKeys: CodingKey { case kind, content }

  case number(Int)
  case text(String)

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    switch try container.decode(String.self, forKey: .kind) {
    case "number": self = .number(try container.decode(Int.self, forKey: .content))
    default: self = .text(try container.decode(String.self, forKey: .content))
    }
  }
}

/// Contains a type chosen by a string.
struct Parcel: Decodable {
  enum Content {
    case number(Int)
    case text(String)
  }
  enum CodingKeys: CodingKey { case kind, content }

  var kind: String
  var content: Content

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    kind = try container.decode(String.self, forKey: .kind)
    if kind == "number" {
      content = .number(try container.decode(Int.self, forKey: .content))
    } else {
      content = .text(try container.decode(String.self, forKey: .content))
    }
  }
}

struct Purchase: Codable {
  var note: String
  var payment: PaymentMethod
  var refund: PaymentMethod?
  var count: Int
}

/// Only accepts dates with fractional seconds.
struct Entry: Decodable {
  enum CodingKeys: CodingKey { case stamp, id }

  var stamp: Date
  var id: Int

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let text = try container.decode(String.self, forKey: .stamp)
    guard text.contains("."), let date = try? Date(text, strategy: Self.style) else {
      throw DecodingError.dataCorruptedError(
        forKey: .stamp, in: container, debugDescription: "no date")
    }
    stamp = date
    id = try container.decode(Int.self, forKey: .id)
  }

  private static let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
}

struct Search: Codable {
  var link: URLComponents
  var limit: Int
}

struct Tint: Codable { var red: Float }
