internal import MockData

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The sample values from which a type is decoded.
struct Samples {
  /// Zero, empty strings and lists, absent values, and the first case of each enum.
  static let placeholder = Samples(isPresent: false, isPlaceholder: true)
  /// The depth at which optional values become absent and lists become empty, because a type may contain itself.
  private static let emptyDepth = 4
  /// The depth at which decoding fails, for types that always contain themselves.
  private static let depthLimit = 24

  var variant = 0
  /// Whether optional values are present.
  var isPresent = true
  /// Whether strings and other scalar values are empty.
  var isPlaceholder = false
  private(set) var depth = 0

  /// The samples for a value inside this one.
  var inner: Samples {
    var inner = self
    inner.depth += 1
    return inner
  }

  /// Whether optional values are absent and lists are empty at this depth.
  var isEmpty: Bool { !isPresent || depth >= Self.emptyDepth }

  /// The string for each variant.
  ///
  /// Some strings have formats that apps often parse.
  private static let texts = [
    "1", "2026-01-31T09:30:00Z", "https://example.com/a", "",
    "6F9619FF-8B86-4D01-B42D-00CF4FC964FF", "2026-01-31", "#ff8800", "en", "USD", "true",
    "2026-01-31T09:30:00.000Z", "Sat, 31 Jan 2026 09:30:00 +0000",
  ]

  /// The number of variants that have different strings.
  static let variantCount = texts.count

  /// Returns the key of one case, for an enum with associated values.
  ///
  /// At greater depths, each depth uses a different case, so that a recursive enum eventually ends.
  func key<Key: CodingKey>(among all: [Key]) -> [Key] {
    all.isEmpty ? [] : [all[(variant + max(0, depth - Self.emptyDepth)) % all.count]]
  }

  /// Throws the error of a type that rejects the samples.
  func sample<Value: Decodable>(_ type: Value.Type) throws -> Value {
    if let known = scalar(type) as? Value { return known }
    if isEmpty, type is any OptionalValue.Type, let absent = Any?.none as? Value { return absent }
    if isPlaceholder, let first = EnumCases.first(of: type) { return first }
    if type is any RawRepresentable.Type || type is any CaseIterable.Type,
      let cases = EnumCases.all(of: type), !cases.isEmpty
    {
      return cases[variant % cases.count]
    }
    guard depth < Self.depthLimit else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: [], debugDescription: "\(type) holds itself"))
    }
    return try Value(from: SampleDecoder(inner))
  }

  private func scalar(_ type: any Any.Type) -> Any? {
    let number = variant % 100
    if let type = type as? any FixedWidthInteger.Type {
      return type.init(truncatingIfNeeded: number)
    }
    switch type {
    case is Bool.Type: return variant % 2 == 1
    case is String.Type: return isPlaceholder ? "" : Self.texts[variant % Self.texts.count]
    case is Double.Type: return Double(number)
    case is Float.Type: return Float(number)
    case is Date.Type: return Date(timeIntervalSince1970: Double(number))
    case is Data.Type: return isPlaceholder ? Data() : Data([UInt8(number)])
    case is URL.Type:
      return URL(string: isPlaceholder ? "about:blank" : "https://example.com/\(number)")
    case is URLComponents.Type:
      return isPlaceholder
        ? URLComponents() : URLComponents(string: "https://example.com/\(number)")
    case is UUID.Type:
      return UUID(
        uuidString: isPlaceholder
          ? "00000000-0000-0000-0000-000000000000" : "6F9619FF-8B86-4D01-B42D-00CF4FC964FF")
    case is Decimal.Type: return Decimal(number)
    case is AnyCodableValue.Type:
      return isPlaceholder ? AnyCodableValue.null : AnyCodableValue.int(number)
    default: return nil
    }
  }
}

/// A decoder that returns sample values, and records the requests of the top-level type.
///
/// The requests show what the type reads. If a request is rejected, the type's reaction shows whether it requires the
/// value.
struct SampleDecoder: Decoder {
  /// The run that records the requests, or `nil` for nested values and placeholders.
  let run: ProbeRun?
  let samples: Samples

  init(_ run: ProbeRun) {
    (self.run, samples) = (run, run.settings.samples)
  }

  init(_ samples: Samples) {
    (run, self.samples) = (nil, samples)
  }

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  var inner: SampleDecoder { SampleDecoder(samples.inner) }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    try run?.open(type)
    return KeyedDecodingContainer(ProbedKeys(decoder: self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    run?.note("it reads a list in its own way")
    return ProbedElements(inner)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    run?.noteContinuation()
    return ProbedValue(decoder: self)
  }
}

/// The members of an imaginary object.
private struct ProbedKeys<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let decoder: SampleDecoder
  var codingPath: [any CodingKey] { [] }

  var allKeys: [Key] {
    if let run = decoder.run { return run.found(Key.self) }
    return decoder.samples.key(among: EnumCases.all(of: Key.self) ?? [])
  }

  func contains(_ key: Key) -> Bool {
    try? decoder.run?.ask(key, nil, isOptional: true)
    return decoder.samples.isPresent || decoder.samples.isPlaceholder
  }

  func decodeNil(forKey key: Key) throws -> Bool {
    try decoder.run?.ask(key, nil, isOptional: true)
    return !decoder.samples.isPresent
  }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try decoder.run?.ask(key, type, isOptional: false)
    return try decoder.samples.sample(type)
  }

  func nestedContainer<Inner: CodingKey>(
    keyedBy type: Inner.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Inner> {
    guard let run = decoder.run else { return try decoder.inner.container(keyedBy: type) }
    guard run.caseCount != nil else {
      try run.ask(key, nil, isOptional: true)
      return try decoder.inner.container(keyedBy: type)
    }
    var settings = run.settings
    settings.cases = nil
    let inner = ProbeRun(settings)
    run.cases.append((key.stringValue, inner))
    return try SampleDecoder(inner).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try decoder.run?.ask(key, nil, isOptional: true)
    return ProbedElements(decoder.inner)
  }

  func superDecoder() throws -> any Decoder {
    decoder.run?.note("it passes part of its data to its superclass")
    return decoder.inner
  }

  func superDecoder(forKey key: Key) throws -> any Decoder {
    try decoder.run?.ask(key, nil, isOptional: true)
    return decoder.inner
  }

  private func optional<Value: Decodable>(_ key: Key) throws -> Value? {
    try decoder.run?.ask(key, Value.self, isOptional: true)
    return decoder.samples.isEmpty ? nil : try decoder.samples.sample(Value.self)
  }

  // The default implementations first check whether there is a value. Synthesized code doesn't.
  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? { try optional(key) }
  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? { try optional(key) }
  func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? { try optional(key) }
  func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? { try optional(key) }
  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { try optional(key) }
  func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? { try optional(key) }
  func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? { try optional(key) }
  func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? { try optional(key) }
  func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? { try optional(key) }
  func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? { try optional(key) }
  func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? { try optional(key) }
  func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? { try optional(key) }
  func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? { try optional(key) }
  func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? { try optional(key) }
  func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
    try optional(key)
  }
}

/// An imaginary value, decoded as a whole.
private struct ProbedValue: SingleValueDecodingContainer {
  let decoder: SampleDecoder
  var codingPath: [any CodingKey] { [] }

  func decodeNil() -> Bool {
    decoder.run?.note("it checks for null first")
    return !decoder.samples.isPresent
  }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try decoder.run?.ask(whole: type)
    return try decoder.samples.sample(type)
  }
}

/// The elements of an imaginary list: one element, or none if optional values are absent.
private struct ProbedElements: UnkeyedDecodingContainer {
  private let decoder: SampleDecoder
  private(set) var currentIndex = 0

  init(_ decoder: SampleDecoder) { self.decoder = decoder }

  var codingPath: [any CodingKey] { [] }
  var count: Int? { decoder.samples.isEmpty ? 0 : 1 }
  var isAtEnd: Bool { currentIndex >= (count ?? 0) }

  mutating func decodeNil() throws -> Bool { decoder.samples.isPlaceholder }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    currentIndex += 1
    return try decoder.samples.sample(type)
  }

  mutating func nestedContainer<Inner: CodingKey>(
    keyedBy type: Inner.Type
  ) throws -> KeyedDecodingContainer<Inner> {
    currentIndex += 1
    return try decoder.inner.container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    currentIndex += 1
    return ProbedElements(decoder.inner)
  }

  mutating func superDecoder() throws -> any Decoder {
    currentIndex += 1
    return decoder.inner
  }
}
