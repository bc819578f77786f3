import Foundation
import MockServices
import Testing

@testable import MockCalls

@Suite("The shapes of types")
struct ShapeProbeTests {
  private func shape(_ type: any Any.Type) -> (shape: TypeShape, types: [String: TypeShape]) {
    let probe = ShapeProbe()
    return (probe.shape(of: type), probe.types)
  }

  @Test("Synthesised types are known as a whole")
  func synthesised() {
    let (whole, types) = shape(Order.self)
    #expect(whole == .type("Order"))
    #expect(
      types["Order"]
        == .object(
          ObjectShape([
            "id": .scalar(.uuid), "status": .type("Order.Status"), "placedAt": .scalar(.date),
            "lines": .list(.type("Order.Line")), "payment": .optional(.type("PaymentMethod")),
            "parent": .optional(.list(.type("Order"))),
          ])))
    #expect(
      types["Order.Line"]
        == .object(
          ObjectShape([
            "product": .type("Product"), "count": .scalar(.int),
            "gift_note": .optional(.scalar(.string)),
          ])))
    #expect(
      types["Order.Status"] == .values(["open", "paid", "shipped", "cancelled"], isOpen: false))
    #expect(
      types["PaymentMethod"]
        == .choice([
          "card": .object(ObjectShape(["number": .scalar(.string), "month": .scalar(.int)])),
          "invoice": .object(ObjectShape(["iban": .scalar(.string)])),
          "voucher": .object(ObjectShape(["_0": .scalar(.string)])),
          "cash": .object(ObjectShape([:])),
        ]))
    #expect(shape(Level.self).types["Level"] == .values([0, 1, 2], isOpen: false))
    #expect(shape([String: Money?].self).shape == .map(keys: .string, .optional(.type("Money"))))
  }

  @Test("What a type does on its own is unknown, with the reason")
  func custom() {
    #expect(
      shape(Flexible.self).types["Flexible"]
        == .unknown("its `init(from:)` is one of its own: it tries one form after the other"))
    #expect(
      shape(Feature.self).types["Feature"]
        == .values(["search", "wishlist", "other"], isOpen: true))
    guard
      case .refined(.object(let banner))? = shape(Banner.self).types["Banner"]
        ?? shape(Banner.self).types["Banner"]
    else {
      guard case .object(let banner)? = shape(Banner.self).types["Banner"] else {
        Issue.record("\(shape(Banner.self))")
        return
      }
      #expect(banner.keys["kind"] == .scalar(.string))
      #expect(banner.keys["title"]?.mayBeAbsent == true)
      return
    }
    #expect(banner.keys["kind"] == .scalar(.string))
    #expect(banner.keys["title"]?.mayBeAbsent == true)
    #expect(banner.keys["image"]?.mayBeAbsent == true)
  }

  private static let trials: [(name: String, run: @Sendable () -> ShapeTrial)] = [
    ("Order", { ShapeTrial(Order.self) }), ("Product", { ShapeTrial(Product.self) }),
    ("Page", { ShapeTrial(Page<Product>.self) }), ("Account", { ShapeTrial(Account.self) }),
    ("PaymentMethod", { ShapeTrial(PaymentMethod.self) }), ("Filter", { ShapeTrial(Filter.self) }),
    ("Banner", { ShapeTrial(Banner.self) }), ("Feature", { ShapeTrial(Feature.self) }),
    ("Flexible", { ShapeTrial(Flexible.self) }), ("Money", { ShapeTrial(Money.self) }),
    ("names", { ShapeTrial([Int: [Level?]].self) }), ("Small", { ShapeTrial(Small.self) }),
    ("Lenient", { ShapeTrial(Lenient.self) }), ("Flat", { ShapeTrial(Flat.self) }),
    ("Wrapped", { ShapeTrial(Wrapped.self) }), ("Versioned", { ShapeTrial(Versioned.self) }),
    ("Tree", { ShapeTrial(Tree.self) }), ("Checked", { ShapeTrial(Checked.self) }),
    ("Constant", { ShapeTrial(Constant.self) }), ("Own keys", { ShapeTrial(OwnKeys.self) }),
    ("Point", { ShapeTrial(Point.self) }), ("Derived", { ShapeTrial(Derived.self) }),
    ("Shape", { ShapeTrial(Figure.self) }), ("Nested", { ShapeTrial(NestedKeys.self) }),
    ("Text or object", { ShapeTrial(TextOrObject.self) }),
    ("Defaulted", { ShapeTrial(Defaulted.self) }),
    ("Either", { ShapeTrial(Either.self) }), ("Renamed", { ShapeTrial(Renamed.self) }),
  ]

  @Test("The decoder agrees with the shape", arguments: trials.indices)
  func agrees(_ index: Int) {
    let trial = Self.trials[index].run()
    #expect(
      trial.contradictions.prefix(3) == [],
      "\(Self.trials[index].name): \(trial.shape) \(trial.types)")
  }

  @Test("Types without code of their own are known in all their parts")
  func certainty() {
    for trial in [
      ShapeTrial(Order.self, rounds: 1), ShapeTrial(Page<Product>.self, rounds: 1),
      ShapeTrial(Account.self, rounds: 1), ShapeTrial(Small.self, rounds: 1),
      ShapeTrial(Tree.self, rounds: 1), ShapeTrial(Wrapped.self, rounds: 1),
    ] { #expect(!trial.isVague, "\(trial.types)") }
  }
}

struct Small: Codable {
  var a: Int8
  var b: UInt16?
  var c: Float
  var d: Set<Int>
  var e: [[String]]?
}

/// Goes on where a value does not fit.
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

/// Reads the keys of another type beside its own.
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

/// Reads different keys by version.
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

/// Refuses most of what it could hold.
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

/// Reads whatever keys there are.
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

/// A list of two numbers.
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

/// Chosen by one of its keys, whose values it lists nowhere.
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

/// Reads an object within itself by hand.
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

/// A text stands for an object.
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

/// Has values for what is missing.
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

/// One of two types.
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

/// Reads an old name where the new one is missing.
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
