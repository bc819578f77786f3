internal import MockData

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Creates sample values for probes.
struct ProbeSamples {
  /// The depth at which optional values become absent and lists empty, because a type may contain itself.
  static let emptyDepth = 4
  /// The depth at which decoding fails, for types that always contain themselves.
  private static let depthLimit = 24

  let settings: ProbeSettings
  let depth: Int

  init(_ settings: ProbeSettings, depth: Int) { (self.settings, self.depth) = (settings, depth) }

  /// The strings by variant, including formats that apps often parse.
  private static let texts = [
    "1", "2026-01-31T09:30:00Z", "https://example.com/a", "",
    "6F9619FF-8B86-4D01-B42D-00CF4FC964FF", "2026-01-31", "#ff8800", "en", "USD", "true",
    "2026-01-31T09:30:00.000Z", "Sat, 31 Jan 2026 09:30:00 +0000",
  ]

  /// The number of variants with different strings.
  static let variantCount = texts.count

  func optional<Value: Decodable>(_ type: Value.Type) throws -> Value? {
    guard settings.isPresent, depth < Self.emptyDepth else { return nil }
    return try sample(type)
  }

  /// Returns a value of a type.
  ///
  /// - Throws: The error of a type that rejects the samples.
  func sample<Value: Decodable>(_ type: Value.Type) throws -> Value {
    if let known = scalar(type) as? Value { return known }
    if type is any OptionalValue.Type, !settings.isPresent || depth >= Self.emptyDepth,
      let absent = Any?.none as? Value
    {
      return absent
    }
    if type is any RawRepresentable.Type || type is any CaseIterable.Type,
      let cases = EnumCases.all(of: type), !cases.isEmpty
    {
      return cases[settings.variant % cases.count]
    }
    guard depth < Self.depthLimit else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: [], debugDescription: "\(type) holds itself"))
    }
    return try Value(from: ProbingDecoder(settings, depth: depth + 1))
  }

  private func scalar(_ type: any Any.Type) -> Any? {
    let number = settings.variant % 100
    switch type {
    case is Bool.Type: return settings.variant % 2 == 1
    case is String.Type: return Self.texts[settings.variant % Self.texts.count]
    case is Double.Type: return Double(number)
    case is Float.Type: return Float(number)
    case is Int.Type: return number
    case is Int8.Type: return Int8(number)
    case is Int16.Type: return Int16(number)
    case is Int32.Type: return Int32(number)
    case is Int64.Type: return Int64(number)
    case is UInt.Type: return UInt(number)
    case is UInt8.Type: return UInt8(number)
    case is UInt16.Type: return UInt16(number)
    case is UInt32.Type: return UInt32(number)
    case is UInt64.Type: return UInt64(number)
    case is Date.Type: return Date(timeIntervalSince1970: Double(number))
    case is Data.Type: return Data([UInt8(number)])
    case is URL.Type: return URL(string: "https://example.com/\(number)")
    case is URLComponents.Type: return URLComponents(string: "https://example.com/\(number)")
    case is UUID.Type: return UUID(uuidString: "6F9619FF-8B86-4D01-B42D-00CF4FC964FF")
    case is Decimal.Type: return Decimal(number)
    case is AnyCodableValue.Type: return AnyCodableValue.int(number)
    default: return nil
    }
  }
}
