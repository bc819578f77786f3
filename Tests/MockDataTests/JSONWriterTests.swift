import MockData
import TestSupport
import Testing

@Suite struct JSONWriterTests {
  @Test("Pretty-printed text has two spaces, sorted keys, and empty containers on one line")
  func pretty() throws {
    let value: AnyCodableValue = [
      "b": [1, 2.0, "x"], "a": [:], "c": ["d": [], "B": nil, "\u{e9}": true, "z": false],
    ]
    #expect(
      try JSONWriter().string(from: value) == """
        {
          "a": {},
          "b": [
            1,
            2.0,
            "x"
          ],
          "c": {
            "B": null,
            "d": [],
            "z": false,
            "\u{e9}": true
          }
        }
        """)
  }

  @Test("Compact text has no white space")
  func compact() throws {
    let value: AnyCodableValue = ["b": [1, 2.5], "a": ["c": nil]]
    #expect(try JSONWriter(style: .compact).string(from: value) == #"{"a":{"c":null},"b":[1,2.5]}"#)
  }

  @Test(
    "A double has its shortest digits and always a decimal point",
    arguments: [
      (1, "1.0"), (-0.0, "-0.0"), (0.1, "0.1"), (1e16, "1.0e+16"), (1.5e300, "1.5e+300"),
      (1e300, "1.0e+300"), (.leastNonzeroMagnitude, "5.0e-324"), (123_456.789, "123456.789"),
    ] as [(Double, String)])
  func doubles(number: Double, text: String) throws {
    #expect(try JSONWriter().string(from: .double(number)) == text)
    guard case .double(let read) = try JSONParser().parse(text) else {
      Issue.record("\(text) does not read back as a double")
      return
    }
    #expect(read.bitPattern == number.bitPattern)
  }

  @Test("Strings are escaped only where JSON requires it")
  func strings() throws {
    let value = AnyCodableValue.string(
      "\"\\/\u{8}\u{c}\n\r\t\u{1}\u{1f}\u{7f}\u{e9}\u{1F600}\u{2028}")
    #expect(
      try JSONWriter().string(from: value)
        == #""\"\\/\b\f\n\r\t\u0001\u001f"# + "\u{7f}\u{e9}\u{1F600}\u{2028}\"")
  }

  @Test(
    "A number that JSON can't represent is an error with its path",
    arguments: [
      (
        ["items": [1, ["price": .double(.nan)]]],
        "items[1].price: JSON cannot represent the number nan; "
      ),
      ([.double(-.infinity)], "[0]: JSON cannot represent the number -inf; "),
      (
        ["a.b": ["": .double(.infinity)]], "[\"a.b\"][\"\"]: JSON cannot represent the number inf; "
      ),
      (.double(.infinity), "JSON cannot represent the number inf; "),
    ] as [(AnyCodableValue, String)])
  func nonFinite(value: AnyCodableValue, message: String) throws {
    let error = try #require(throws: MockJSONWriteError.self) {
      try JSONWriter().string(from: value)
    }
    #expect(error.description == message + "write a finite number or null")
  }

  @Test("The chunks of long text are short, and together equal the complete text")
  func pieces() throws {
    let value: AnyCodableValue = [
      "escaped": .string(String(repeating: "\u{1}", count: 200_000)),
      "mixed": .string(String(repeating: "\"\u{1F600}\n a", count: 50_000)),
      "plain": .string(String(repeating: "x", count: 1_000_000)),
    ]
    for style in [JSONWriter.Style.pretty, .compact] {
      let writer = JSONWriter(style: style)
      var pieces: [[UInt8]] = []
      try writer.write(.value(value)) { pieces.append($0) }
      #expect(pieces.allSatisfy { $0.count <= 128 << 10 })
      #expect(try Array(pieces.joined()) == writer.utf8(from: value))
    }
  }

  @Test("A value is checked before any of it is written")
  func checking() throws {
    let writer = JSONWriter(style: .compact)
    try writer.check(["a": [1, 2.5, [:], ["b": nil]], "c": "x"])
    let error = #expect(throws: MockJSONWriteError.self) {
      try writer.check(["a": [1, ["b": .double(.nan)], []]])
    }
    #expect(error?.path == "a[1].b")
  }

  @Test("Written values read back the same", arguments: 0..<200)
  func roundTrip(seed: Int) throws {
    var generator = SeededGenerator(state: UInt64(seed))
    let value = AnyCodableValue.random(depth: 5, using: &generator)
    for style in [JSONWriter.Style.pretty, .compact] {
      let text = try JSONWriter(style: style).string(from: value)
      let read = try JSONParser().parse(text)
      #expect(read == value)
      #expect(try JSONWriter(style: style).string(from: read) == text)
    }
    #expect(try AnyCodableValueEncoder().encode(value) == value)
  }
}
