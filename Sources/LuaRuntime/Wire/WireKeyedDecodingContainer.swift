internal import MockData

/// The entries of a table in the wire format.
struct WireKeyedDecodingContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let table: WireDecoder
  /// The cached names of the keys; nil if `stringValue` is used each time.
  let names: WireKeyNames?

  var codingPath: [any CodingKey] { table.codingPath }
  var allKeys: [Key] { table.value.entries.compactMap { $0.name.flatMap { Key(stringValue: $0) } } }

  func contains(_ key: Key) -> Bool { find(key, in: table.value) != nil }

  func decodeNil(forKey key: Key) throws -> Bool { try decoder(key).decodeNil() }

  @inline(__always)
  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    try decoder(key).decode(type)
  }

  func nestedContainer<NestedKey: CodingKey>(keyedBy type: NestedKey.Type, forKey key: Key) throws
    -> KeyedDecodingContainer<NestedKey>
  {
    try decoder(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try decoder(key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder {
    guard let value = table.value.find(DataKey.super.stringValue) else {
      throw missing(DataKey.super)
    }
    return table.member(value)
  }

  func superDecoder(forKey key: Key) throws -> any Decoder { try decoder(key) }

  @inline(__always)
  private func decoder(_ key: Key) throws -> WireDecoder {
    guard let value = find(key, in: table.value) else { throw missing(key) }
    return table.member(value)
  }

  @inline(__always)
  private func find(_ key: Key, in table: WireValue) -> WireValue? {
    if let names { return table.find(names.name(of: key)) }
    return table.find(key.stringValue)
  }

  private func missing(_ key: any CodingKey) -> DecodingError {
    .keyNotFound(
      key,
      .init(codingPath: codingPath, debugDescription: "`\(key.stringValue.escaped)` is missing"))
  }
}
