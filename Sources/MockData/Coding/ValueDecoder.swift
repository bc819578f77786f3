/// A decoder for one value.
///
/// It stores its parent instead of its path, because only errors need the path.
package final class ValueDecoder: Decoder {
  let value: AnyCodableValue
  package let userInfo: [CodingUserInfoKey: Any]
  private let parent: ValueDecoder?
  private let key: (any CodingKey)?
  /// Records which members of the value are read; nil if nothing needs that.
  let watch: KeyWatch?
  /// The type that the value is decoded as; nil if a type decodes its nested objects itself.
  var type: (any Any.Type)?

  package init(
    value: AnyCodableValue, parent: ValueDecoder?, key: (any CodingKey)?,
    userInfo: [CodingUserInfoKey: Any] = [:], watch: KeyWatch? = nil
  ) {
    self.value = value
    self.parent = parent
    self.key = key
    self.userInfo = userInfo
    self.watch = watch
  }

  package var codingPath: [any CodingKey] {
    var path = parent?.codingPath ?? []
    if let key { path.append(key) }
    return path
  }

  /// Returns the coding path of a member or an element of this value.
  ///
  /// Without a key, it is the path of the value itself.
  func path(to key: (any CodingKey)?) -> [any CodingKey] {
    var path = codingPath
    if let key { path.append(key) }
    return path
  }

  func child(_ value: AnyCodableValue, key: (any CodingKey)?) -> ValueDecoder {
    guard let key else { return self }
    return ValueDecoder(
      value: value, parent: self, key: key, userInfo: userInfo, watch: watch?.child(key))
  }

  package func container<Key: CodingKey>(
    keyedBy type: Key.Type
  ) throws -> KeyedDecodingContainer<Key> {
    guard case .dictionary(let members) = value else {
      throw noObject(keyedBy: type)
    }
    watch?.open(members)
    return KeyedDecodingContainer(ValueKeyedContainer(decoder: self, members: members))
  }

  package func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    switch value {
    case .array(let elements):
      return ValueUnkeyedContainer(decoder: self, elements: elements)
    case .dictionary(let members) where members.isEmpty:
      return ValueUnkeyedContainer(decoder: self, elements: [])
    default:
      throw mismatch(value, expected: "an array", type: [AnyCodableValue].self, key: nil)
    }
  }

  package func singleValueContainer() throws -> any SingleValueDecodingContainer {
    self
  }

  func mismatch(
    _ value: AnyCodableValue, expected: String, type: Any.Type, key: (any CodingKey)?
  ) -> DecodingError {
    let context = DecodingError.Context(
      codingPath: path(to: key),
      debugDescription: "expected \(expected), found \(value.kind.phrase)")
    return value == .null ? .valueNotFound(type, context) : .typeMismatch(type, context)
  }

  func corrupted(_ problem: String, key: (any CodingKey)?) -> DecodingError {
    .dataCorrupted(
      DecodingError.Context(codingPath: path(to: key), debugDescription: problem))
  }
}
