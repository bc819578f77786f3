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

  func decodeNil(forKey key: Key) throws -> Bool { try value(key).isNil }

  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
    let value = try value(key)
    if let result = value.bool { return result }
    throw decoder(value, key).mismatch(type)
  }

  func decode(_ type: String.Type, forKey key: Key) throws -> String {
    let value = try value(key)
    if let result = value.string { return result }
    return try decoder(value, key).decode(type)
  }

  func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
    let value = try value(key)
    if let result = value.number { return result }
    throw decoder(value, key).mismatch(type)
  }

  func decode(_ type: Float.Type, forKey key: Key) throws -> Float {
    Float(try decode(Double.self, forKey: key))
  }

  func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try integer(type, key) }
  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try integer(type, key) }
  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try integer(type, key) }
  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try integer(type, key) }
  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try integer(type, key) }
  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try integer(type, key) }
  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try integer(type, key) }
  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try integer(type, key) }
  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try integer(type, key) }
  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try integer(type, key) }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    let value = try value(key)
    return try WireDecoder.decode(type, from: value, path: path.appending(key))
  }

  /// A way to a value costs memory; scalars make one for their errors only.
  @inline(__always)
  private func integer<T: FixedWidthInteger>(_ type: T.Type, _ key: Key) throws -> T {
    let value = try value(key)
    if let integer = value.integer, let result = T(exactly: integer) { return result }
    return try decoder(value, key).integer(type)
  }

  func nestedContainer<NestedKey: CodingKey>(keyedBy type: NestedKey.Type, forKey key: Key) throws
    -> KeyedDecodingContainer<NestedKey>
  {
    try decoder(try value(key), key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try decoder(try value(key), key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder {
    guard let value = map.value(of: WireKey.super.stringValue) else { throw missing(WireKey.super) }
    return decoder(value, WireKey.super)
  }

  func superDecoder(forKey key: Key) throws -> any Decoder { decoder(try value(key), key) }

  @inline(__always)
  private func value(_ key: Key) throws -> WireValue {
    guard let value = map.value(of: key.stringValue) else { throw missing(key) }
    return value
  }

  private func missing(_ key: any CodingKey) -> DecodingError {
    .keyNotFound(
      key, .init(codingPath: codingPath, debugDescription: "`\(key.stringValue)` is missing"))
  }

  private func decoder(_ value: WireValue, _ key: any CodingKey) -> WireDecoder {
    WireDecoder(value: value, path: path.appending(key))
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

  var keys: [String] { value.entries.compactMap(\.name) }

  func value(of key: String) -> WireValue? {
    var key = key
    return key.withUTF8 { wanted in
      let wanted = UnsafeRawBufferPointer(wanted)
      for _ in 0..<2 {
        while let entry = cursor.next() {
          if entry.key.hasSameBytes(as: wanted) { return entry.value }
        }
        cursor = value.entries
      }
      return nil
    }
  }
}
