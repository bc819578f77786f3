/// Writes the members of an object.
struct ValueKeyedEncoding<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let encoder: ValueEncoder

  var codingPath: [any CodingKey] { encoder.codingPath }

  private func put(_ value: AnyCodableValue, _ key: Key) {
    encoder.node.members[key.stringValue] = .finished(value)
  }

  private func put<I: FixedWidthInteger>(integer: I, _ key: Key) throws {
    encoder.node.members[key.stringValue] = try encoder.encoded(integer: integer, key: key)
  }

  func encodeNil(forKey key: Key) throws { put(.null, key) }
  func encode(_ value: Bool, forKey key: Key) throws { put(.bool(value), key) }
  func encode(_ value: String, forKey key: Key) throws { put(.string(value), key) }
  func encode(_ value: Double, forKey key: Key) throws { put(.double(value), key) }
  func encode(_ value: Float, forKey key: Key) throws { put(ValueEncoder.double(value), key) }
  func encode(_ value: Int, forKey key: Key) throws { try put(integer: value, key) }
  func encode(_ value: Int8, forKey key: Key) throws { try put(integer: value, key) }
  func encode(_ value: Int16, forKey key: Key) throws { try put(integer: value, key) }
  func encode(_ value: Int32, forKey key: Key) throws { try put(integer: value, key) }
  func encode(_ value: Int64, forKey key: Key) throws { try put(integer: value, key) }
  func encode(_ value: UInt, forKey key: Key) throws { try put(integer: value, key) }
  func encode(_ value: UInt8, forKey key: Key) throws { try put(integer: value, key) }
  func encode(_ value: UInt16, forKey key: Key) throws { try put(integer: value, key) }
  func encode(_ value: UInt32, forKey key: Key) throws { try put(integer: value, key) }
  func encode(_ value: UInt64, forKey key: Key) throws { try put(integer: value, key) }

  func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
    encoder.node.members[key.stringValue] = try encoder.encoded(value, key: key)
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy keyType: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    nested(key).container(keyedBy: keyType)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    nested(key).unkeyedContainer()
  }

  func superEncoder() -> any Encoder { nested(DataKey.name("super")) }
  func superEncoder(forKey key: Key) -> any Encoder { nested(key) }

  private func nested(_ key: any CodingKey) -> ValueEncoder {
    let child = encoder.child(key)
    encoder.node.members[key.stringValue] = .open(child.node)
    return child
  }
}
