#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension ValueDecoder {
  /// Decodes the types whose own `Codable` form is not what JSON commonly holds; nil for all others.
  func foundationValue<T: Decodable>(
    _ value: AnyCodableValue, key: (any CodingKey)?
  ) throws -> T? {
    if T.self == Date.self { return same(try date(value, key: key), as: T.self) }
    if T.self == Data.self { return same(try data(value, key: key), as: T.self) }
    if T.self == URL.self { return same(try url(value, key: key), as: T.self) }
    if T.self == Decimal.self { return same(try decimal(value, key: key), as: T.self) }
    return nil
  }

  private func date(_ value: AnyCodableValue, key: (any CodingKey)?) throws -> Date {
    switch value {
    case .int(let seconds): return Date(timeIntervalSinceReferenceDate: Double(seconds))
    case .double(let seconds): return Date(timeIntervalSinceReferenceDate: seconds)
    case .string(let text):
      let style = Date.ISO8601FormatStyle(includingFractionalSeconds: text.contains("."))
      guard let date = try? Date(text, strategy: style) else {
        throw corrupted(
          "`\(text)` is not an ISO 8601 date such as 2026-01-31T09:30:00Z", key: key)
      }
      return date
    default:
      throw mismatch(
        value, expected: "a date (an ISO 8601 string or seconds since 2001)", type: Date.self,
        key: key)
    }
  }

  private func data(_ value: AnyCodableValue, key: (any CodingKey)?) throws -> Data {
    guard case .string(let text) = value else {
      throw mismatch(value, expected: "a base64 string", type: Data.self, key: key)
    }
    guard let data = Data(base64Encoded: text) else {
      throw corrupted("the string is not base64", key: key)
    }
    return data
  }

  private func url(_ value: AnyCodableValue, key: (any CodingKey)?) throws -> URL {
    guard case .string(let text) = value else {
      throw mismatch(value, expected: "a URL string", type: URL.self, key: key)
    }
    guard let url = URL(string: text) else {
      throw corrupted("`\(text)` is not a URL", key: key)
    }
    return url
  }

  private func decimal(_ value: AnyCodableValue, key: (any CodingKey)?) throws -> Decimal {
    switch value {
    case .int(let integer): return Decimal(integer)
    case .double(let number):
      // By the shortest digits: `Decimal(19.99)` is 19.989999999999995904.
      return Decimal(string: number.description) ?? Decimal(number)
    default: throw mismatch(value, expected: "a number", type: Decimal.self, key: key)
    }
  }
}
