/// A container that writes the elements of an array.
struct ValueUnkeyedEncoding: UnkeyedEncodingContainer {
  let encoder: ValueEncoder

  var codingPath: [any CodingKey] { encoder.codingPath }
  var count: Int { encoder.node.elements.count }

  private var key: DataKey { .index(count) }

  func encodeNil() throws { encoder.node.elements.append(.finished(.null)) }

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
