/// A container that writes the members of an object.
struct ValueKeyedEncoding<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let encoder: ValueEncoder

  var codingPath: [any CodingKey] { encoder.codingPath }

  func encodeNil(forKey key: Key) throws {
    encoder.node.members[key.stringValue] = .finished(.null)
  }

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

  func superEncoder() -> any Encoder { nested(DataKey.super) }
  func superEncoder(forKey key: Key) -> any Encoder { nested(key) }

  private func nested(_ key: any CodingKey) -> ValueEncoder {
    let child = encoder.child(key)
    encoder.node.members[key.stringValue] = .open(child.node)
    return child
  }
}
