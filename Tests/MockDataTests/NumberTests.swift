import Foundation
import MockData
import TestSupport
import Testing

@Suite("Numbers with many digits")
struct NumberTests {
  private func decode<T: Decodable>(_ type: T.Type, _ json: String) throws -> T {
    try AnyCodableValueDecoder().decode(type, from: try JSONParser().parse(json))
  }

  @Test(
    "A number that neither an integer nor a double can represent keeps its digits",
    arguments: [
      ("9223372036854775808", "9223372036854775808", 0x1p63),
      ("-9223372036854775809", "-9223372036854775809", -0x1p63),
      ("18446744073709551615", "18446744073709551615", 0x1p64),
      ("99999999999999999999999", "99999999999999999999999", 1e23),
      ("100000000000000000000", "100000000000000000000", 1e20),
      ("123456789012345678.5", "123456789012345678.5", 123_456_789_012_345_678.5),
      ("9007199254740993.0", "9007199254740993.0", 9_007_199_254_740_992),
      ("1234567890123456.70", "1234567890123456.7", 1_234_567_890_123_456.75),
      ("-0.1234567890123456789", "-0.1234567890123456789", -0.1234567890123456789),
      ("12345678901234567890e-30", "1.234567890123456789e-11", 1.234567890123456789e-11),
      ("0.10000000000000001", "0.10000000000000001", 0.1),
    ])
  func kept(json: String, text: String, double: Double) throws {
    let value = try JSONParser().parse(json)
    guard case .number(let number) = value else {
      Issue.record("\(value)")
      return
    }
    #expect(number.text == text && "\(number)" == text && number.double == double)
    #expect(try JSONWriter(style: .compact).string(from: value) == text)
    #expect(try JSONParser().parse(text) == value)
    #expect(value.kind == (json.contains { ".e".contains($0) } ? .double : .int))
    #expect(try decode(Double.self, json) == double)
    #expect(try decode(Float.self, json) == Float(double))
    #expect(try decode(Decimal.self, json) == Decimal(string: text))
  }

  @Test(
    "A number that a double can represent is a double",
    arguments: [
      "0.30000000000000004", "1e300", "1.0e+300", "2.5E-7", "5e-324", "0.12345678901234568",
      "1767225600.123456", "-1.7976931348623157e308", "123456789012345.6",
    ])
  func held(json: String) throws {
    #expect(try JSONParser().parse(json) == .double(try #require(Double(json))))
  }

  @Test("An integer of any size decodes into a type that can hold it, or is reported")
  func wholeNumbers() throws {
    #expect(try decode(UInt64.self, "18446744073709551615") == .max)
    #expect(try decode(UInt64.self, "9223372036854775808") == 1 << 63)
    #expect(try decode([UInt].self, "[12345678901234567000]") == [12_345_678_901_234_567_000])
    let long = "1" + String(repeating: "0", count: 300)
    #expect(try decode(Double.self, long) == 1e300)
    #expect(
      message { try decode(UInt64.self, "18446744073709551616") }
        == "the number 18446744073709551616 is out of range for UInt64")
    #expect(
      message { try decode(Int.self, "9223372036854775808") }
        == "the number 9223372036854775808 is out of range for Int")
    #expect(
      message { try decode(Int.self, "123456789012345678.5") }
        == "the number 123456789012345678.5 is not whole")
    #expect(message { try decode(UInt64.self, long) }.count < 300)
    let endless = String(repeating: "9", count: 100_000)
    let error = #expect(throws: JSONParseError.self) { try JSONParser().parse(endless) }
    #expect(error?.description.hasPrefix("1:1: the number 99999") == true)
    #expect(error?.description.count ?? 999 < 300)
  }

  @Test("Integers and decimals keep every digit")
  func roundTrip() throws {
    let encoder = AnyCodableValueEncoder()
    for value in [UInt64.max, 1 << 63, 12_345_678_901_234_567_891, 5] {
      let encoded = try encoder.encode(value)
      #expect(try JSONWriter(style: .compact).string(from: encoded) == "\(value)")
      #expect(try AnyCodableValueDecoder().decode(UInt64.self, from: encoded) == value)
    }
    for text in [
      "3.3333333333333333333333333333333333333", "340282366920938463463374607431768211455",
      "-12345678901234567890.123456789", "0.00000000000000000000000000000000000001", "5", "19.99",
    ] {
      let value = try #require(Decimal(string: text))
      let encoded = try encoder.encode(value)
      #expect(try AnyCodableValueDecoder().decode(Decimal.self, from: encoded) == value)
      let json = try JSONWriter(style: .compact).string(from: encoded)
      #expect(try decode(Decimal.self, json) == value)
    }
    #expect(
      try JSONWriter(style: .compact).string(from: encoder.encode(Decimal(string: "5.50"))) == "5.5"
    )
    #expect(
      message { try encoder.encode(Decimal.nan) } == "data cannot represent the number NaN")
  }

  @Test("A decimal out of range is an error that shows it, and never NaN")
  func decimals() throws {
    for json in ["1e308", "1e166", "-9.9e200", #""1e200""#] {
      let text = message { try decode(Decimal.self, json) }
      #expect(text.hasPrefix("the number ") && text.hasSuffix(" is out of range for Decimal"))
    }
    #expect(try decode(Decimal.self, "1e-200") == 0)
    #expect(try decode(Decimal.self, #""0.5""#) == Decimal(0.5))
    #expect(message { try decode(Decimal.self, #""five""#) } == "`five` is not a number")
    #expect(message { try decode(Decimal.self, "[1]") } != "no error")
  }

  @Test("Numbers compare by value")
  func comparisons() throws {
    let parser = JSONParser()
    let values = try [
      "-9223372036854775809", "-9223372036854775808", "1", "9223372036854775807",
      "9223372036854775808", "18446744073709551614", "18446744073709551615",
      "18446744073709551616.0",
      "1e300",
    ].map { try parser.parse($0) }
    for (index, value) in values.enumerated() {
      for (other, operand) in values.enumerated() {
        #expect(value.isNumericallyEqual(to: operand) == (index == other), "\(value) \(operand)")
      }
    }
    for text in ["9007199254740993", "-9223372036854775807", "18446744073709551615"] {
      let (whole, pointed) = try (parser.parse(text), parser.parse(text + ".0"))
      #expect(whole.isNumericallyEqual(to: pointed) && pointed.isNumericallyEqual(to: whole))
      #expect(whole.withPlainNumbers == pointed.withPlainNumbers)
      #expect(try !pointed.isNumericallyEqual(to: parser.parse(text.dropLast() + "0")))
    }
    let fraction = try parser.parse("0.10000000000000001")
    #expect(
      fraction.isNumericallyEqual(to: 0.1) && AnyCodableValue(0.1).isNumericallyEqual(to: fraction))
    #expect(try parser.parse("1.8446744073709552e19").isNumericallyEqual(to: values[7]))
    #expect(!fraction.isNumericallyEqual(to: "0.10000000000000001"))
  }

  @Test("Other encoders and decoders get the types they support")
  func otherCoders() throws {
    let value = try JSONParser().parse("[18446744073709551615, 0.1234567890123456789, 1]")
    let data = try JSONEncoder().encode(value)
    let again = try JSONDecoder().decode(AnyCodableValue.self, from: data)
    #expect(again == [try JSONParser().parse("18446744073709551615"), 0.12345678901234568, 1])
  }

  private func message(_ body: () throws -> Any) -> String {
    do {
      _ = try body()
      return "no error"
    } catch DecodingError.dataCorrupted(let context) {
      return context.debugDescription
    } catch EncodingError.invalidValue(_, let context) {
      return context.debugDescription
    } catch {
      return "\(error)"
    }
  }
}

extension AnyCodableValue {
  fileprivate init(_ number: Double) { self = .double(number) }
}
