/// The entries of a table on the wire.
struct WireKeyedDecodingContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  private let entries: WireValue.Entries
  /// For large tables only: a small one is searched from its start faster than an object is made.
  private let map: WireMap?
  private let path: WirePath

  init(value: WireValue, path: WirePath) {
    entries = value.entries
    map = value.count > 12 ? WireMap(entries) : nil
    self.path = path
  }

  var codingPath: [any CodingKey] { path.keys }
  var allKeys: [Key] { entries.compactMap { $0.name.flatMap { Key(stringValue: $0) } } }

  func contains(_ key: Key) -> Bool { find(key.stringValue) != nil }

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
    guard let value = find(WireKey.super.stringValue) else { throw missing(WireKey.super) }
    return decoder(value, WireKey.super)
  }

  func superDecoder(forKey key: Key) throws -> any Decoder { decoder(try value(key), key) }

  @inline(__always)
  private func value(_ key: Key) throws -> WireValue {
    guard let value = find(key.stringValue) else { throw missing(key) }
    return value
  }

  private func find(_ key: String) -> WireValue? {
    guard let map else {
      var (key, entries) = (key, entries)
      return entries.find(&key)
    }
    return map.value(of: key)
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
  private let entries: WireValue.Entries
  private var cursor: WireValue.Entries

  init(_ entries: WireValue.Entries) {
    self.entries = entries
    cursor = entries
  }

  func value(of key: String) -> WireValue? {
    var key = key
    if let found = cursor.find(&key) { return found }
    cursor = entries
    return cursor.find(&key)
  }
}

extension WireValue.Entries {
  /// The value of a key among the entries that are left; they are left behind.
  fileprivate mutating func find(_ key: inout String) -> WireValue? {
    key.withUTF8 { wanted in
      let wanted = UnsafeRawBufferPointer(wanted)
      while let entry = next() {
        if entry.key.hasSameBytes(as: wanted) { return entry.value }
      }
      return nil
    }
  }
}
