import Foundation
import MockData
import Testing

@Suite struct AnyCodableValueTests {
  @Test("Literals create values of their kind, and nil is null")
  func literals() {
    let value: AnyCodableValue = [
      "string": "a", "interpolated": "\(1)b", "int": 1, "double": 1.0, "bool": true, "null": nil,
      "array": [1, "b"],
    ]
    let expected = AnyCodableValue.dictionary([
      "string": .string("a"), "interpolated": .string("1b"), "int": .int(1), "double": .double(1),
      "bool": .bool(true), "null": .null, "array": .array([.int(1), .string("b")]),
    ])
    #expect(value == expected)
  }

  @Test(
    "Strings and keys that differ only in their Unicode normalization aren't equal",
    arguments: [
      ("\u{E9}", "e\u{301}"), ("\u{212B}", "\u{C5}"),
      ("a\u{323}\u{307}", "a\u{307}\u{323}"),
    ])
  func normalization(one: String, other: String) {
    #expect(one == other)
    for (value, counterpart) in [
      (AnyCodableValue.string(one), AnyCodableValue.string(other)),
      (.array([.string(one)]), .array([.string(other)])),
      (.dictionary([one: 1]), .dictionary([other: 1])),
    ] {
      #expect(value != counterpart && !value.isNumericallyEqual(to: counterpart))
      #expect(value == value && value.isNumericallyEqual(to: value))
    }
    #expect(AnyCodableValue.dictionary([one: 1]).member(at: [other]) == nil)
    #expect(AnyCodableValue.dictionary([one: ["a": 1]]).member(at: [one, "a"]) == 1)
  }

  @Test(
    "Each value's kind has the name used by patterns",
    arguments: [
      (.null, "null"), (.bool(false), "bool"), (.int(1), "int"), (.double(1), "double"),
      (.string(""), "string"), (.array([]), "array"), (.dictionary([:]), "object"),
    ] as [(AnyCodableValue, String)])
  func kinds(value: AnyCodableValue, name: String) {
    #expect(value.kind.rawValue == name)
  }

  @Test(
    "Numbers are equal by mathematical value, at any depth",
    arguments: [
      (1, 1.0, true), (1, 1.5, false), (-0.0, 0, true), (0.0, -0.0, true),
      (9_007_199_254_740_993, 9_007_199_254_740_992.0, false),
      (9_007_199_254_740_992, 9_007_199_254_740_992.0, true),
      (.int(.max), .double(9_223_372_036_854_775_808), false),
      (.int(.min), .double(-9_223_372_036_854_775_808), true),
      (1, .double(.nan), false), (.double(.nan), .double(.nan), false),
      (1, .double(.infinity), false), (1, "1", false), (1, true, false), (nil, 0, false),
      ([1, [2.0]], [1.0, [2]], true), ([1, 2], [1], false), ([1, 2], [2, 1], false),
      (["a": 1, "b": [1]], ["a": 1.0, "b": [1.0]], true),
      (["a": 1], ["b": 1], false), (["a": 1], ["a": 1, "b": 2], false),
    ] as [(AnyCodableValue, AnyCodableValue, Bool)])
  func numericEquality(first: AnyCodableValue, second: AnyCodableValue, isEqual: Bool) {
    #expect(first.isNumericallyEqual(to: second) == isEqual)
    #expect(second.isNumericallyEqual(to: first) == isEqual)
  }

  @Test("Equality distinguishes an integer from a double")
  func structuralEquality() {
    #expect(AnyCodableValue.int(1) != .double(1))
    #expect(Set<AnyCodableValue>([1, 1.0, 1]).count == 2)
  }

  @Test("Foundation's encoders and decoders support it too")
  func foundation() throws {
    let value: AnyCodableValue = [
      "s": "a", "i": 1, "d": 1.5, "t": true, "n": nil, "a": [1, [], [:], nil, "x"],
      "snake_case": ["b": false],
    ]
    let data = try JSONEncoder().encode(value)
    #expect(try JSONDecoder().decode(AnyCodableValue.self, from: data) == value)
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    #expect(try decoder.decode(AnyCodableValue.self, from: data) == value)
  }
}
