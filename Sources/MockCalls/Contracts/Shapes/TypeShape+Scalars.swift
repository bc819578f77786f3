internal import MockData

extension TypeShape.Scalar {
  /// Returns why a decoder would reject a value of this kind, or `nil` if it wouldn't.
  func problem(of value: AnyCodableValue) -> String? {
    // The most common values, without a decoder.
    switch (self, value) {
    case (.bool, .bool), (.string, .string), (.int, .int), (.number, .int), (.number, .double):
      return nil
    default: break
    }
    do {
      try check(value)
      return nil
    } catch {
      guard let error = error as? DecodingError else { return "\(error)" }
      switch error {
      case .typeMismatch(_, let context), .valueNotFound(_, let context),
        .keyNotFound(_, let context), .dataCorrupted(let context):
        return context.debugDescription + suggestion(for: value)
      @unknown default: return "\(error)"
      }
    }
  }

  /// Decodes the value as the actual type, so that the result is the same as in the app.
  private func check(_ value: AnyCodableValue) throws {
    let decoder = AnyCodableValueDecoder()
    switch self {
    case .bool: _ = try decoder.decode(Bool.self, from: value)
    case .string: _ = try decoder.decode(String.self, from: value)
    case .number: _ = try decoder.decode(Double.self, from: value)
    case .float: _ = try decoder.decode(Float.self, from: value)
    case .int: _ = try decoder.decode(Int.self, from: value)
    case .int8: _ = try decoder.decode(Int8.self, from: value)
    case .int16: _ = try decoder.decode(Int16.self, from: value)
    case .int32: _ = try decoder.decode(Int32.self, from: value)
    case .int64: _ = try decoder.decode(Int64.self, from: value)
    case .uint: _ = try decoder.decode(UInt.self, from: value)
    case .uint8: _ = try decoder.decode(UInt8.self, from: value)
    case .uint16: _ = try decoder.decode(UInt16.self, from: value)
    case .uint32: _ = try decoder.decode(UInt32.self, from: value)
    case .uint64: _ = try decoder.decode(UInt64.self, from: value)
    case .decimal, .date, .url, .data, .uuid: try FoundationScalar.check(self, value)
    }
  }

  private func suggestion(for value: AnyCodableValue) -> String {
    switch (self, value) {
    case (.string, .int), (.string, .double), (.string, .number):
      "; write it in quotes: `\"\(value.shortText)\"`"
    case (_, .string(let text)) where isNumber && Double(text) != nil:
      "; write it without quotes: `\(text.escaped)`"
    case (.bool, .string("true")), (.bool, .string("false")): "; write it without quotes"
    case (.bool, .int): "; write `true` or `false`"
    default: "; write \(phrase)"
    }
  }

  private var isNumber: Bool {
    switch self {
    case .bool, .string, .date, .url, .data, .uuid: false
    default: true
    }
  }

  /// The kind of value, with an article.
  var phrase: String {
    switch self {
    case .bool: "a bool"
    case .string: "a string"
    case .number, .float, .decimal: "a number"
    case .date: "a date, such as `\"2026-01-31T09:30:00Z\"`"
    case .url: "a URL, such as `\"https://example.com\"`"
    case .data: "base64 as a string"
    case .uuid: "a UUID, such as `uuid()`"
    default: "a whole number"
    }
  }
}
