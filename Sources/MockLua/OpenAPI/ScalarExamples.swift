internal import MockConfiguration
internal import MockData

/// A string that matches a schema's format, lengths, and pattern, if these are supported.
enum StringExample {
  /// The maximum length of a generated string, in characters.
  private static let lengthLimit = 1000

  static func text(
    of schema: DocumentNode, _ shortcomings: inout [String]
  ) throws(MockConfigurationError) -> String {
    let format = try schema["format"]?.text() ?? ""
    var text = formats[format] ?? "string"
    let least = max(0, min(try schema["minLength"]?.integer() ?? 0, lengthLimit))
    if text.count < least { text += String(repeating: "g", count: least - text.count) }
    let most = max(least, try schema["maxLength"]?.integer() ?? .max)
    text = String(text.prefix(most))
    if let whole = formats[format], whole != text, !anyText.contains(format) {
      shortcomings.append(
        "its string of format \(format) is invalid, because the length is limited")
    }
    guard let pattern = try schema["pattern"]?.string() else { return text }
    if let fitting = fitting(pattern, [text], least...most) { return fitting }
    shortcomings.append("no string was found for the pattern \(pattern.escaped)")
    return text
  }

  private static let formats = [
    "date-time": "2026-01-31T09:30:00Z", "date": "2026-01-31", "time": "09:30:00Z",
    "duration": "PT1H", "uuid": "3fa85f64-5717-4562-b3fc-2c963f66afa6",
    "email": "ada@example.com", "idn-email": "ada@example.com", "uri": "https://example.com/",
    "url": "https://example.com/", "uri-reference": "/path", "iri": "https://example.com/",
    "hostname": "example.com", "idn-hostname": "example.com", "ipv4": "192.0.2.1",
    "ipv6": "2001:db8::1", "byte": "aGVsbG8=", "binary": "", "password": "password",
    "regex": "^a+$", "json-pointer": "/a", "int64": "1", "int32": "1", "decimal": "1.5",
  ]

  /// The formats that accept any text.
  private static let anyText: Set = ["binary", "password"]

  /// Returns the first of some common strings that matches a pattern, or otherwise a string made for the pattern.
  private static func fitting(
    _ pattern: String, _ first: [String], _ lengths: ClosedRange<Int>
  ) -> String? {
    guard let match = try? MatchPattern(["$regex": .string(pattern)]) else { return nil }
    let candidates = first + Array(formats.values).sorted() + usual
    return candidates.first {
      lengths.contains($0.count) && (try? match.matches(.string($0))) == true
    }
      ?? LinearRegex.example(
        of: pattern, minimum: lengths.lowerBound, limit: min(lengths.upperBound, lengthLimit))
  }

  private static let usual = [
    "1.0.0", "v1", "v1.0.0", "en", "en-US", "EUR", "+15551234567", "#a1b2c3", "abc123", "a-b",
    "a_b",
    "A1", "1.5", "10:30", "12:34:56", "12345-6789", "/path", "image/png", "abc.def", "ABC-123",
    "user-1",
    "00:1a:2b:3c:4d:5e", "2026-01", "$1.00", "1,000", "arn:aws:s3:::name",
    "sha256:" + String(repeating: "a", count: 64),
  ]
}

/// A number within a schema's bounds.
enum NumberExample {
  static func value(
    of schema: DocumentNode, isInteger: Bool, _ shortcomings: inout [String]
  ) throws(MockConfigurationError) -> AnyCodableValue {
    let least = bound(schema, "minimum", "exclusiveMinimum")
    let most = bound(schema, "maximum", "exclusiveMaximum")
    let step = number(schema["multipleOf"]) ?? (isInteger ? 1 : 0.5)
    var candidates: [AnyCodableValue] = [isInteger ? 1 : 1.5]
    if let least { candidates += [least.value, least.value.sum(step)] }
    if let most { candidates += [most.value, most.value.sum(step, isMinus: true)] }
    // A narrow range can be smaller than a step.
    if let low = least?.value.asDouble, let high = most?.value.asDouble {
      candidates.append(.double((low + high) / 2))
    }
    if schema["multipleOf"] != nil {
      candidates = candidates.flatMap { $0.multiples(of: step) }
    } else if isInteger {
      candidates = candidates.flatMap { $0.multiples(of: 1) }
    }
    // Patterns compare numbers exactly, even if a double can't represent them.
    let conditions = [
      least.map { AnyCodableValue.dictionary([$0.isExclusive ? "$gt" : "$gte": $0.value]) },
      most.map { AnyCodableValue.dictionary([$0.isExclusive ? "$lt" : "$lte": $0.value]) },
    ].compactMap(\.self)
    guard let match = try? MatchPattern(["$and": .array(conditions)]) else { return candidates[0] }
    if let fitting = candidates.first(where: { (try? match.matches($0)) == true }) {
      return fitting
    }
    shortcomings.append("no number was found between the bounds")
    return candidates[0]
  }

  /// In OpenAPI 3.0, `exclusiveMinimum: true` is written next to `minimum`.
  ///
  /// In 3.1, `exclusiveMinimum` is itself a number.
  private static func bound(
    _ schema: DocumentNode, _ name: String, _ exclusive: String
  ) -> (value: AnyCodableValue, isExclusive: Bool)? {
    if let value = number(schema[exclusive]) { return (value, true) }
    return number(schema[name]).map { ($0, schema[exclusive]?.data == true) }
  }

  private static func number(_ node: DocumentNode?) -> AnyCodableValue? {
    guard let data = node?.data, data.asDouble != nil else { return Optional.none }
    return data
  }
}

extension AnyCodableValue {
  /// Returns the sum or difference of two numbers.
  ///
  /// A result that overflows doesn't satisfy any bound.
  fileprivate func sum(_ other: AnyCodableValue, isMinus: Bool = false) -> AnyCodableValue {
    if case .int(let own) = self, case .int(let other) = other {
      return .int(isMinus ? own &- other : own &+ other)
    }
    let (own, other) = (asDouble ?? 0, other.asDouble ?? 0)
    return .double(isMinus ? own - other : own + other)
  }

  /// Returns the nearest multiples of a step, the larger one first.
  ///
  /// Returns the number itself if it is a multiple, or if it can't be converted.
  fileprivate func multiples(of step: AnyCodableValue) -> [AnyCodableValue] {
    switch (self, step) {
    case (.number, _): return [self]
    case (.int(let own), .int(let step)) where step > 0:
      let rest = own % step
      if rest == 0 { return [self] }
      let below = rest > 0 ? own - rest : own - rest &- step
      return [.int(below &+ step), .int(below)]
    default:
      guard let own = asDouble, let size = step.asDouble, size > 0 else { return [self] }
      return [FloatingPointRoundingRule.up, .down].map { rule in
        let multiple = (own / size).rounded(rule) * size
        if case .int = step, let whole = Int(exactly: multiple) { return .int(whole) }
        return .double(multiple)
      }
    }
  }
}
