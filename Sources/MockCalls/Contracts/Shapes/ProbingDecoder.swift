/// A decoder that returns samples and records what the top-level type requests.
///
/// The decoder has no data. The requests show what a type reads. Rejecting a request shows whether the type can do
/// without the value.
struct ProbingDecoder: Decoder {
  /// The run that records the requests, or `nil` for nested values.
  let run: ProbeRun?
  let settings: ProbeSettings
  let depth: Int

  init(_ run: ProbeRun) {
    (self.run, settings, depth) = (run, run.settings, 0)
  }

  init(_ settings: ProbeSettings, depth: Int) {
    (run, self.settings, self.depth) = (nil, settings, depth)
  }

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  /// The decoder of a nested value.
  var inner: ProbingDecoder { ProbingDecoder(settings, depth: depth + 1) }

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
  let decoder: ProbingDecoder
  var codingPath: [any CodingKey] { [] }

  private var samples: ProbeSamples { ProbeSamples(decoder.settings, depth: decoder.depth) }

  var allKeys: [Key] {
    if let run = decoder.run { return run.found(Key.self) }
    let all = EnumCases.all(of: Key.self) ?? []
    // At greater depths, select another case each time, so that a recursive enum eventually ends.
    let deeper = max(0, decoder.depth - ProbeSamples.emptyDepth)
    return all.isEmpty ? [] : [all[(decoder.settings.variant + deeper) % all.count]]
  }

  func contains(_ key: Key) -> Bool {
    try? decoder.run?.ask(key, nil, isOptional: true)
    return decoder.settings.isPresent
  }

  func decodeNil(forKey key: Key) throws -> Bool {
    try decoder.run?.ask(key, nil, isOptional: true)
    return !decoder.settings.isPresent
  }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try decoder.run?.ask(key, type, isOptional: false)
    return try samples.sample(type)
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
    return try ProbingDecoder(inner).container(keyedBy: type)
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

  private func optional<Value: Decodable>(_ type: Value.Type, _ key: Key) throws -> Value? {
    try decoder.run?.ask(key, type, isOptional: true)
    return try samples.optional(type)
  }

  // The default implementations first check whether there is a value, which synthesized code doesn't.
  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
    try optional(type, key)
  }
  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
    try optional(type, key)
  }
  func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
    try optional(type, key)
  }
  func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? {
    try optional(type, key)
  }
  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { try optional(type, key) }
  func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? {
    try optional(type, key)
  }
  func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? {
    try optional(type, key)
  }
  func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? {
    try optional(type, key)
  }
  func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? {
    try optional(type, key)
  }
  func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? {
    try optional(type, key)
  }
  func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? {
    try optional(type, key)
  }
  func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? {
    try optional(type, key)
  }
  func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? {
    try optional(type, key)
  }
  func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? {
    try optional(type, key)
  }
  func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
    try optional(type, key)
  }
}

/// An imaginary value, decoded as a whole.
private struct ProbedValue: SingleValueDecodingContainer {
  let decoder: ProbingDecoder
  var codingPath: [any CodingKey] { [] }

  func decodeNil() -> Bool {
    decoder.run?.note("it checks for null first")
    return !decoder.settings.isPresent
  }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try decoder.run?.ask(whole: type)
    return try ProbeSamples(decoder.settings, depth: decoder.depth).sample(type)
  }
}

/// The elements of an imaginary list: one, or none if optional values are absent.
private struct ProbedElements: UnkeyedDecodingContainer {
  private let decoder: ProbingDecoder
  private(set) var currentIndex = 0

  init(_ decoder: ProbingDecoder) { self.decoder = decoder }

  var codingPath: [any CodingKey] { [] }
  var count: Int? { decoder.settings.isPresent && decoder.depth < ProbeSamples.emptyDepth ? 1 : 0 }
  var isAtEnd: Bool { currentIndex >= (count ?? 0) }

  mutating func decodeNil() throws -> Bool { false }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    currentIndex += 1
    return try ProbeSamples(decoder.settings, depth: decoder.depth).sample(type)
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
