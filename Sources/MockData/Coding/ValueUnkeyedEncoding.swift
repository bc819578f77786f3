/// Writes the elements of an array.
struct ValueUnkeyedEncoding: UnkeyedEncodingContainer {
  let encoder: ValueEncoder

  var codingPath: [any CodingKey] { encoder.codingPath }
  var count: Int { encoder.node.elements.count }

  private var key: DataKey { .index(count) }

  private func put(_ value: AnyCodableValue) {
    encoder.node.elements.append(.finished(value))
  }

  private func put<I: FixedWidthInteger>(integer: I) throws {
    encoder.node.elements.append(try encoder.encoded(integer: integer, key: key))
  }

  func encodeNil() throws { put(.null) }
  func encode(_ value: Bool) throws { put(.bool(value)) }
  func encode(_ value: String) throws { put(.string(value)) }
  func encode(_ value: Double) throws { put(.double(value)) }
  func encode(_ value: Float) throws { put(ValueEncoder.double(value)) }
  func encode(_ value: Int) throws { try put(integer: value) }
  func encode(_ value: Int8) throws { try put(integer: value) }
  func encode(_ value: Int16) throws { try put(integer: value) }
  func encode(_ value: Int32) throws { try put(integer: value) }
  func encode(_ value: Int64) throws { try put(integer: value) }
  func encode(_ value: UInt) throws { try put(integer: value) }
  func encode(_ value: UInt8) throws { try put(integer: value) }
  func encode(_ value: UInt16) throws { try put(integer: value) }
  func encode(_ value: UInt32) throws { try put(integer: value) }
  func encode(_ value: UInt64) throws { try put(integer: value) }

  func encode<T: Encodable>(_ value: T) throws {
    encoder.node.elements.append(try encoder.encoded(value, key: key))
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy keyType: NestedKey.Type
  ) -> KeyedEncodingContainer<NestedKey> {
    nested().container(keyedBy: keyType)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { nested().unkeyedContainer() }

  func superEncoder() -> any Encoder { nested() }

  private func nested() -> ValueEncoder {
    let child = encoder.child(key)
    encoder.node.elements.append(.open(child.node))
    return child
  }
}
