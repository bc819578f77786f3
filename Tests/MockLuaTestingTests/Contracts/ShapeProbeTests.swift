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

  @Test("The shape of a synthesized type is completely known")
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

  @Test("Custom decoding is unknown, with the reason")
  func custom() {
    #expect(
      shape(Flexible.self).types["Flexible"]
        == .unknown("it has a custom `init(from:)` that tries several forms in turn"))
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
    ("Place", { ShapeTrial(Place.self) }), ("Block", { ShapeTrial(Block.self) }),
    ("Parcel", { ShapeTrial(Parcel.self) }), ("Entry", { ShapeTrial(Entry.self) }),
    ("Search", { ShapeTrial(Search.self) }), ("Tint", { ShapeTrial(Tint.self) }),
  ]

  @Test("The decoder agrees with the shape", arguments: trials.indices)
  func agrees(_ index: Int) {
    let trial = Self.trials[index].run()
    #expect(
      trial.contradictions.prefix(3) == [],
      "\(Self.trials[index].name): \(trial.shape) \(trial.types)")
  }

  @Test("An enum with one raw value is known, and so are the values decoded after it")
  func oneCase() {
    let (_, types) = shape(Place.self)
    #expect(types["Place.Kind"] == .values(["place"], isOpen: false))
    #expect(
      types["Place"]
        == .object(ObjectShape(["kind": .type("Place.Kind"), "name": .scalar(.string)])))
  }

  @Test("A type chosen by a string is unknown")
  func chosen() throws {
    try expectNothing(of: Block.self)
    try expectNothing(of: Parcel.self)
  }

  private func expectNothing<T: Decodable>(of type: T.Type) throws {
    let (shape, types) = shape(type)
    let value: AnyCodableValue = ["kind": "number", "content": 5]
    _ = try AnyCodableValueDecoder().decode(type, from: value)
    #expect(ShapeCheck.problems(of: value, shape, types: types) == [])
    let nameless: AnyCodableValue = ["content": 5]
    #expect(ShapeCheck.problems(of: nameless, shape, types: types).count == 1)
  }

  @Test("A property with an enum with associated values doesn't make a synthesized type unknown")
  func propertyWithValues() {
    let (_, types) = shape(Purchase.self)
    #expect(
      types["Purchase"]
        == .object(
          ObjectShape([
            "note": .scalar(.string), "payment": .type("PaymentMethod"),
            "refund": .optional(.type("PaymentMethod")), "count": .scalar(.int),
          ])))
  }

  @Test("Keys decoded after a date in a custom format are known", arguments: ["stamp", "id"])
  func ownDates(_ key: String) {
    let (shape, types) = shape(Entry.self)
    var members: [String: AnyCodableValue] = ["stamp": "2026-01-31T09:30:00.000Z", "id": 1]
    #expect(ShapeCheck.problems(of: .dictionary(members), shape, types: types) == [])
    members[key] = true
    #expect(ShapeCheck.problems(of: .dictionary(members), shape, types: types).count == 1)
  }

  @Test("The parts of a URL aren't probed, because decoding them traps")
  func partsOfURLs() {
    let (_, types) = shape(Search.self)
    guard case .object(let object)? = types["Search"] else {
      Issue.record("\(types)")
      return
    }
    #expect(object.keys["limit"] == .scalar(.int))
    guard case .unknown? = object.keys["link"] else {
      Issue.record("\(object)")
      return
    }
  }

  @Test("A number outside the range of its type is rejected")
  func largeFloat() {
    let (shape, types) = shape(Tint.self)
    #expect(ShapeCheck.problems(of: ["red": 0.5], shape, types: types) == [])
    #expect(ShapeCheck.problems(of: ["red": 1e300], shape, types: types).count == 1)
  }

  @Test("Many unknown keys don't hide a rejected value")
  func manyKeys() {
    let (shape, types) = shape(Tint.self)
    var members: [String: AnyCodableValue] = ["red": "much"]
    for number in 10..<40 { members["a\(number)"] = 1 }
    let problems = ShapeCheck.problems(of: .dictionary(members), shape, types: types)
    #expect(
      problems.contains { if case .refused = $0.kind { $0.path == [.key("red")] } else { false } })
  }

  @Test("Every part of a type without custom code is known")
  func certainty() {
    for trial in [
      ShapeTrial(Order.self, rounds: 1), ShapeTrial(Page<Product>.self, rounds: 1),
      ShapeTrial(Account.self, rounds: 1), ShapeTrial(Small.self, rounds: 1),
      ShapeTrial(Tree.self, rounds: 1), ShapeTrial(Wrapped.self, rounds: 1),
    ] { #expect(!trial.isVague, "\(trial.types)") }
  }
}
