import MockData
import TestSupport
import Testing

@Suite struct JSONParserTests {
  @Test(
    "Valid text is parsed, with the kind of each number",
    arguments: [
      ("null", .null),
      (" true\r\n\t", .bool(true)),
      ("false", .bool(false)),
      ("0", .int(0)),
      ("-0", .int(0)),
      ("-12", .int(-12)),
      ("9223372036854775807", .int(.max)),
      ("-9223372036854775808", .int(.min)),
      ("1.0", .double(1)),
      ("-0.0", .double(-0.0)),
      ("1e2", .double(100)),
      ("1E+2", .double(100)),
      ("25e-1", .double(2.5)),
      ("0.1", .double(0.1)),
      ("19.99", .double(19.99)),
      ("0.00000000000000000000001", .double(1e-23)),
      ("1.7976931348623157e308", .double(.greatestFiniteMagnitude)),
      ("5e-324", .double(.leastNonzeroMagnitude)),
      ("1e-999", .double(0)),
      ("\"\"", .string("")),
      ("\"a/b\"", .string("a/b")),
      (#""\"\\\/\b\f\n\r\t""#, .string("\"\\/\u{8}\u{c}\n\r\t")),
      (#""\u00e9\u20AC""#, .string("\u{e9}\u{20AC}")),
      (#""x\ud83d\ude00y""#, .string("x\u{1F600}y")),
      (#""\u0000""#, .string("\0")),
      (
        "\"\u{1F468}\u{200D}\u{1F469} \u{2028}\u{7f}\"",
        .string("\u{1F468}\u{200D}\u{1F469} \u{2028}\u{7f}")
      ),
      ("[]", .array([])),
      ("[ ]", .array([])),
      ("[1,[2, [ ]],{}]", .array([1, [2, []], [:]])),
      ("{}", .dictionary([:])),
      (#"{ "a" : {"b":[null]} , "":1}"#, .dictionary(["a": ["b": [.null]], "": 1])),
      (#"{"\u0061":1}"#, .dictionary(["a": 1])),
    ] as [(String, AnyCodableValue)])
  func accepts(text: String, value: AnyCodableValue) throws {
    #expect(try JSONParser().parse(text) == value)
    #expect(try JSONParser().parse(utf8: Array(text.utf8)) == value)
  }

  @Test("An error is reported with its location and a suggestion", arguments: JSONErrorCase.table)
  func rejects(row: JSONErrorCase) throws {
    let error = try #require(throws: JSONParseError.self) {
      try JSONParser().parse(utf8: row.bytes)
    }
    #expect(error.description == row.message)
  }

  @Test("Columns count characters, offsets count bytes, and a line ends at its newline")
  func places() throws {
    let text = "{\r\n  \"\u{1F468}\u{200D}\u{1F469}\u{e9}\": ?\r\n}"
    let error = try #require(throws: JSONParseError.self) { try JSONParser().parse(text) }
    #expect(error.place == ScriptLocation(file: "", line: 2, column: 9))
    #expect(error.offset == 22)
  }

  @Test(
    "Arrays and objects can be nested up to 512 levels deep",
    arguments: [("[", "]"), ("{\"a\":", "}")])
  func depth(opening: String, closing: String) throws {
    func text(_ depth: Int) -> String {
      String(repeating: opening, count: depth) + (opening == "[" ? "" : "1")
        + String(repeating: closing, count: depth)
    }
    let value = try JSONParser().parse(text(512))
    #expect(try JSONWriter(style: .compact).string(from: value) == text(512))
    #expect(value == value)
    #expect(try AnyCodableValueDecoder().decode(AnyCodableValue.self, from: value) == value)
    let error = try #require(throws: JSONParseError.self) { try JSONParser().parse(text(513)) }
    #expect(error.problem == .tooDeep(limit: 512))
    #expect(error.offset == opening.utf8.count * 512)
    #expect(throws: JSONParseError.self) { try JSONParser(maximumDepth: 2).parse("[[[]]]") }
  }

  @Test("A decimal fraction decodes as the nearest double", arguments: 0..<20)
  func fractions(seed: Int) throws {
    var generator = SeededGenerator(state: UInt64(seed))
    for _ in 0..<200 {
      let whole = generator.next() >> UInt64.random(in: 4..<64, using: &generator)
      let digits = Int.random(in: 1..<22, using: &generator)
      let fraction = (0..<digits).map { _ in String(Int.random(in: 0..<10, using: &generator)) }
      let text = "-\(whole).\(fraction.joined())"
      let expected = try #require(Double(text))
      let value = try JSONParser().parse(text)
      #expect(try AnyCodableValueDecoder().decode(Double.self, from: value) == expected, "\(text)")
      #expect(value.isNumericallyEqual(to: .double(expected)), "\(text)")
    }
  }

  @Test("Every prefix of a document is an error and never crashes")
  func prefixes() throws {
    let text = #"{"a": [1.5e3, "x\ud83d\ude00", true, null, {"b": -2}], "c": "\u00e9"}"#
    _ = try JSONParser().parse(text)
    let bytes = Array(text.utf8)
    for length in bytes.indices {
      #expect(throws: JSONParseError.self, "\(length) bytes") {
        try JSONParser().parse(utf8: Array(bytes[..<length]))
      }
    }
  }
}
