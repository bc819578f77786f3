/// The entries of a table on the wire.
struct WireKeyedDecodingContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  private let map: WireMap
  private let path: WirePath

  init(value: WireValue, path: WirePath) {
    map = WireMap(value)
    self.path = path
  }

  var codingPath: [any CodingKey] { path.keys }
  var allKeys: [Key] { map.keys.compactMap { Key(stringValue: $0) } }

  func contains(_ key: Key) -> Bool { map.value(of: key.stringValue) != nil }

  func decodeNil(forKey key: Key) throws -> Bool { try decoder(key).value.isNil }

  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try decoder(key).decode(type) }
  func decode(_ type: String.Type, forKey key: Key) throws -> String {
    try decoder(key).decode(type)
  }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
    try decoder(key).decode(type)
  }
  func decode(_ type: Float.Type, forKey key: Key) throws -> Float {
    try decoder(key).decode(type)
  }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try decoder(key).integer(type) }
  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try decoder(key).integer(type) }
  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 {
    try decoder(key).integer(type)
  }
  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 {
    try decoder(key).integer(type)
  }
  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 {
    try decoder(key).integer(type)
  }
  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try decoder(key).integer(type) }
  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 {
    try decoder(key).integer(type)
  }
  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 {
    try decoder(key).integer(type)
  }
  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 {
    try decoder(key).integer(type)
  }
  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 {
    try decoder(key).integer(type)
  }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    let decoder = try decoder(key)
    return try WireDecoder.decode(type, from: decoder.value, path: decoder.path)
  }

  func nestedContainer<NestedKey: CodingKey>(keyedBy type: NestedKey.Type, forKey key: Key) throws
    -> KeyedDecodingContainer<NestedKey>
  {
    try decoder(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try decoder(key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder { try decoder(named: WireKey.super) }

  func superDecoder(forKey key: Key) throws -> any Decoder { try decoder(key) }

  private func decoder(_ key: Key) throws -> WireDecoder { try decoder(named: key) }

  private func decoder(named key: any CodingKey) throws -> WireDecoder {
    guard let value = map.value(of: key.stringValue) else {
      throw DecodingError.keyNotFound(
        key, .init(codingPath: codingPath, debugDescription: "`\(key.stringValue)` is missing"))
    }
    return WireDecoder(value: value, path: path.appending(key))
  }
}

/// A table's entries, looked up from where the last look-up ended.
///
/// Decoders ask for keys mostly in the order in which they stand, so that a whole table costs one
/// walk; a reference, because containers are values that do not change.
private final class WireMap {
  private let value: WireValue
  private var cursor: WireValue.Entries

  init(_ value: WireValue) {
    self.value = value
    cursor = value.entries
  }

  var keys: [String] { value.entries.map(\.name) }

  func value(of key: String) -> WireValue? {
    var key = key
    return key.withUTF8 { wanted in
      let wanted = UnsafeRawBufferPointer(wanted)
      for _ in 0..<2 {
        while let entry = cursor.next() {
          if entry.key.elementsEqual(wanted) { return entry.value }
        }
        cursor = value.entries
      }
      return nil
    }
  }
}
