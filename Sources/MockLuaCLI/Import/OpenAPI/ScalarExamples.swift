import MockConfiguration
import MockData

/// A text that a schema of strings accepts, as far as its format, its lengths and its pattern are understood.
enum StringExample {
  /// No text is made longer than this, in characters.
  private static let longest = 1000

  static func text(
    of schema: DocumentNode, _ shortcomings: inout [String]
  ) throws(CommandFailure) -> String {
    let format = try schema["format"]?.text() ?? ""
    var text = formats[format] ?? "string"
    let least = min(try schema["minLength"]?.integer() ?? 0, longest)
    if text.count < least { text += String(repeating: "g", count: least - text.count) }
    if let most = try schema["maxLength"]?.integer(), most >= 0 { text = String(text.prefix(most)) }
    guard let pattern = try schema["pattern"]?.string() else { return text }
    if let fitting = fitting(pattern, [text], least) { return fitting }
    shortcomings.append("no text was found for the pattern \(pattern.escaped)")
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

  /// A text among some usual ones that a pattern accepts.
  private static func fitting(_ pattern: String, _ first: [String], _ least: Int) -> String? {
    guard let match = try? MatchPattern(["$regex": .string(pattern)]) else { return nil }
    let lengths = Set([1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 24, 32, 36, 40, 64, least])
    var candidates = first + Array(formats.values).sorted() + usual
    for length in lengths.sorted() {
      for letter in ["1", "a", "A", "f"] {
        candidates.append(String(repeating: letter, count: length))
      }
    }
    return candidates.first { $0.count >= least && (try? match.matches(.string($0))) == true }
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

/// A number between a schema's bounds.
enum NumberExample {
  static func value(of schema: DocumentNode, isInteger: Bool) throws(CommandFailure)
    -> AnyCodableValue
  {
    let least = bound(schema, "minimum", "exclusiveMinimum")
    let most = bound(schema, "maximum", "exclusiveMaximum")
    let step = number(schema["multipleOf"]) ?? (isInteger ? 1 : 0.5)
    var value = isInteger ? 1 : 1.5
    if let least, value < least.value || value == least.value && least.isExclusive {
      value = least.isExclusive ? least.value + step : least.value
    }
    if let most, value > most.value || value == most.value && most.isExclusive {
      value = most.isExclusive ? most.value - step : most.value
      // A narrow range has no room for a whole step.
      if let least, value <= least.value { value = (least.value + most.value) / 2 }
    }
    if schema["multipleOf"] != nil, step > 0 { value = (value / step).rounded(.up) * step }
    if isInteger, let whole = Int(exactly: value.rounded()) { return .int(whole) }
    return .double(value)
  }

  /// OpenAPI 3.0 has `exclusiveMinimum: true` beside `minimum`, 3.1 a number of its own.
  private static func bound(
    _ schema: DocumentNode, _ name: String, _ exclusive: String
  ) -> (value: Double, isExclusive: Bool)? {
    if let value = number(schema[exclusive]) { return (value, true) }
    return number(schema[name]).map { ($0, schema[exclusive]?.data == true) }
  }

  private static func number(_ node: DocumentNode?) -> Double? {
    switch node?.data {
    case .int(let number)?: Double(number)
    case .double(let number)?: number
    default: nil
    }
  }
}
