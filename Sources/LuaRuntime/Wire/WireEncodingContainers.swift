internal import MockData

struct WireKeyedEncodingContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let encoder: WireEncoder
  var codingPath: [any CodingKey] { encoder.codingPath }

  mutating func encodeNil(forKey key: Key) throws {
    encoder.key(key.stringValue)
    encoder.writer.writeNull()
  }

  mutating func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
    encoder.key(key.stringValue)
    if try encoder.writer.writeDirectly(value, path: encoder.path(to: key)) { return }
    try encoder.encode(value, at: key)
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy keyType: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    encoder.key(key.stringValue)
    return encoder.detach(key).container(keyedBy: keyType)
  }

  mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    encoder.key(key.stringValue)
    return encoder.detach(key).unkeyedContainer()
  }

  mutating func superEncoder() -> any Encoder {
    encoder.key(DataKey.super.stringValue)
    return encoder.detach(DataKey.super)
  }

  mutating func superEncoder(forKey key: Key) -> any Encoder {
    encoder.key(key.stringValue)
    return encoder.detach(key)
  }
}

struct WireUnkeyedEncodingContainer: UnkeyedEncodingContainer {
  let encoder: WireEncoder
  var codingPath: [any CodingKey] { encoder.codingPath }
  var count: Int { encoder.count }
  private var key: DataKey { DataKey.index(count) }

  init(encoder: WireEncoder) { self.encoder = encoder }

  mutating func encodeNil() throws {
    encoder.element()
    encoder.writer.writeNull()
  }

  mutating func encode<T: Encodable>(_ value: T) throws {
    let index = encoder.count
    encoder.element()
    let writer = encoder.writer
    if try writer.writeDirectly(value, path: encoder.path(to: DataKey.index(index))) { return }
    try encoder.encode(value, at: DataKey.index(index))
  }

  mutating func nestedContainer<NestedKey: CodingKey>(keyedBy keyType: NestedKey.Type)
    -> KeyedEncodingContainer<NestedKey>
  {
    detachNext().container(keyedBy: keyType)
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    detachNext().unkeyedContainer()
  }

  mutating func superEncoder() -> any Encoder { detachNext() }

  private func detachNext() -> WireEncoder {
    let key = key
    encoder.element()
    return encoder.detach(key)
  }
}

struct WireSingleValueEncodingContainer: SingleValueEncodingContainer {
  let encoder: WireEncoder
  var codingPath: [any CodingKey] { encoder.codingPath }

  /// Writes Lua's nil at the top level, and null within a table, because a table can't contain nil.
  mutating func encodeNil() throws {
    encoder.markValue()
    if encoder.isRoot {
      encoder.writer.writeNil()
    } else {
      encoder.writer.writeNull()
    }
  }

  mutating func encode(_ value: Bool) throws { write { $0.write(value) } }
  mutating func encode(_ value: String) throws { write { $0.write(value) } }
  mutating func encode(_ value: Double) throws {
    encoder.markValue()
    try encoder.writer.write(finite: value, path: encoder.codingPath)
  }
  mutating func encode(_ value: Float) throws { try encode(value.shortestDouble) }

  /// An integer beyond Lua's range keeps its digits.
  mutating func encode<T: FixedWidthInteger & Encodable>(_ value: T) throws {
    if let integer = Int64(exactly: value) {
      write { $0.write(integer) }
    } else if let number = JSONNumber(whole: "\(value)") {
      write { $0.write(number) }
    }
  }

  mutating func encode<T: Encodable>(_ value: T) throws {
    encoder.markValue()
    if try encoder.writer.writeDirectly(value, path: encoder.codingPath) { return }
    try encoder.encode(value, at: nil)
  }

  private func write(_ body: (WireWriter) -> Void) {
    encoder.markValue()
    body(encoder.writer)
  }
}
