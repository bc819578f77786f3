#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The forms of Foundation types in data.
///
/// These forms are common in JSON, and differ from the types' own `Codable` forms. The coders for Lua values and for
/// JSON both use this type, so that only this file depends on Foundation.
package enum FoundationForm {
  /// Returns whether a type is one of the Foundation types.
  package static func isKnown(_ type: Any.Type) -> Bool {
    type == Date.self || type == Data.self || type == URL.self || type == Decimal.self
  }

  /// Returns nil if the type isn't one of the Foundation types.
  ///
  /// `value` can be nil if it is neither a number nor a string.
  package static func read<T>(
    _ type: T.Type, from value: AnyCodableValue?
  ) throws(FormProblem) -> T? {
    if type == Date.self { return try date(value) as? T }
    if type == Data.self { return try data(value) as? T }
    if type == URL.self { return try url(value) as? T }
    if type == Decimal.self { return try decimal(value) as? T }
    return nil
  }

  /// Returns the form of a value, or nil if its type isn't one of the Foundation types.
  package static func form<T>(of value: T) throws(FormProblem) -> AnyCodableValue? {
    // Comparing the metatypes first is faster. The conditional cast then runs only if they are equal.
    if T.self == Date.self, let date = value as? Date {
      return .double(date.timeIntervalSinceReferenceDate)
    }
    if T.self == Data.self, let data = value as? Data { return .string(data.base64EncodedString()) }
    if T.self == URL.self, let url = value as? URL { return .string(url.absoluteString) }
    if T.self == Decimal.self, let decimal = value as? Decimal {
      guard let digits = DecimalDigits(decimal.description) else {
        throw .invalid("data cannot represent the number \(decimal)")
      }
      return AnyCodableValue(digits, isInteger: digits.isWhole)
    }
    return nil
  }

  // Creating the style takes longer than reading a date with it.
  private static let wholeStyle = Date.ISO8601FormatStyle()
  private static let fractionalStyle = Date.ISO8601FormatStyle(includingFractionalSeconds: true)

  private static func date(_ value: AnyCodableValue?) throws(FormProblem) -> Date {
    switch value {
    case .int(let seconds): return Date(timeIntervalSinceReferenceDate: Double(seconds))
    case .double(let seconds): return Date(timeIntervalSinceReferenceDate: seconds)
    case .number(let seconds): return Date(timeIntervalSinceReferenceDate: seconds.double)
    case .string(let text):
      let style = text.contains(".") ? fractionalStyle : wholeStyle
      guard hasCalendarFields(text), let date = try? Date(text, strategy: style) else {
        throw .invalid("`\(text.escaped)` is not an ISO 8601 date such as 2026-01-31T09:30:00Z")
      }
      return date
    default: throw .otherKind(expected: "a date (an ISO 8601 string or seconds since 2001)")
    }
  }

  /// Returns whether the first six numbers of a date, from the year to the second, exist.
  ///
  /// Foundation's parser accepts February 30 and the hour 25, and returns a later date.
  private static func hasCalendarFields(_ text: String) -> Bool {
    let fields = text.split(maxSplits: 6, whereSeparator: { !$0.isASCII || !$0.isNumber }).map {
      Int($0) ?? -1
    }
    guard fields.count >= 6 else { return true }
    let (year, month) = (fields[0], fields[1])
    guard (1...12).contains(month) else { return false }
    let isLeapYear =
      year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
    let days = [31, isLeapYear ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
    return (1...days).contains(fields[2]) && (0...23).contains(fields[3])
      && (0...59).contains(fields[4]) && (0...60).contains(Int(fields[5]))
  }

  private static func data(_ value: AnyCodableValue?) throws(FormProblem) -> Data {
    guard case .string(let text) = value else { throw .otherKind(expected: "a base64 string") }
    guard let data = Data(base64Encoded: text) else { throw .invalid("the string is not base64") }
    return data
  }

  private static func url(_ value: AnyCodableValue?) throws(FormProblem) -> URL {
    guard case .string(let text) = value else { throw .otherKind(expected: "a URL string") }
    guard let url = URL(string: text) else { throw .invalid("`\(text.escaped)` is not a URL") }
    return url
  }

  private static func decimal(_ value: AnyCodableValue?) throws(FormProblem) -> Decimal {
    switch value {
    case .int(let integer): return Decimal(integer)
    // Uses the shortest digits, because `Decimal(19.99)` is 19.98999999999999488.
    case .double(let number): return try decimal(DecimalDigits("\(number)"), "\(number)")
    case .number(let number): return try decimal(number.digits, "\(number.digits)")
    case .string(let text): return try decimal(DecimalDigits(text), text)
    default: throw .otherKind(expected: "a number")
    }
  }

  /// The largest significand, 2^128 - 1.
  private static let largestSignificand = "340282366920938463463374607431768211455"

  /// Returns the nearest decimal.
  ///
  /// A decimal has up to 38 digits, or 39 if the number that they form is less than 2^128. The exponent of the last
  /// digit ranges from -128 to 127.
  private static func decimal(
    _ digits: DecimalDigits?, _ text: String
  ) throws(FormProblem) -> Decimal {
    guard let digits else { throw .invalid("`\(text.escaped)` is not a number") }
    for most in [39, 38] {
      let kept = digits.rounded(toDigits: min(most, digits.magnitude + 129))
      guard !kept.digits.isEmpty else { return 0 }
      // Appending zeros to the digits makes a larger power of ten possible.
      let zeros = max(0, kept.exponent - 127)
      guard kept.digits.count + zeros <= most else { break }
      let padded = kept.digits + Array(repeating: 0, count: zeros)
      let significand = String(decoding: padded.map { $0 + UInt8(ascii: "0") }, as: UTF8.self)
      guard significand.count < 39 || significand <= Self.largestSignificand else { continue }
      let sign = kept.isNegative ? "-" : ""
      if let decimal = Decimal(string: "\(sign)\(significand)e\(kept.exponent - zeros)") {
        return decimal
      }
    }
    throw .invalid("the number \(text.escaped) is out of range for Decimal")
  }
}

extension DecimalDigits {
  /// The nearest double, which may be infinite.
  package var double: Double { Double(description) ?? .nan }
}

/// The decoder adds the coding path.
package enum FormProblem: Error, Equatable {
  /// `expected` is the right kind, with an article.
  case otherKind(expected: String)
  /// The value has the right kind, but isn't valid.
  ///
  /// The string gives the reason.
  case invalid(String)
}

extension Float {
  /// Rounds a number to the nearest float, or returns nil if the number is out of range.
  package init?(rounding number: Double) {
    self.init(number)
    if isInfinite, number.isFinite { return nil }
  }

  /// The number with its shortest digits, so that 0.1 stays 0.1 and doesn't become 0.10000000149011612.
  package var shortestDouble: Double { Double(description) ?? Double(self) }
}

extension [UInt8] {
  /// The bytes as base64 (RFC 4648, section 4).
  package var base64: String { Data(self).base64EncodedString() }

  /// Reads base64, or returns nil if it is invalid.
  package init?(base64 text: [UInt8]) {
    guard let data = Data(base64Encoded: Data(text)) else { return nil }
    self.init(data)
  }
}
