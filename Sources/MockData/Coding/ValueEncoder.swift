/// The encoder of one value.
final class ValueEncoder: Encoder {
  let codingPath: [any CodingKey]
  let userInfo: [CodingUserInfoKey: Any]
  let node = EncodedNode()

  init(codingPath: [any CodingKey], userInfo: [CodingUserInfoKey: Any]) {
    self.codingPath = codingPath
    self.userInfo = userInfo
  }

  func child(_ key: (any CodingKey)?) -> ValueEncoder {
    ValueEncoder(codingPath: path(to: key), userInfo: userInfo)
  }

  func path(to key: (any CodingKey)?) -> [any CodingKey] {
    guard let key else { return codingPath }
    return codingPath + [key]
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    node.form = .object
    return KeyedEncodingContainer(ValueKeyedEncoding(encoder: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    node.form = .array
    return ValueUnkeyedEncoding(encoder: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    self
  }

  /// Encodes a value of any type.
  ///
  /// Foundation types get their usual JSON form.
  func encoded<T: Encodable>(_ value: T, key: (any CodingKey)?) throws -> EncodedItem {
    // Comparing the metatypes first is faster. The conditional cast then only runs if it succeeds.
    if T.self == AnyCodableValue.self, let value = value as? AnyCodableValue {
      return .finished(value)
    }
    if T.self == String.self, let text = value as? String { return .finished(.string(text)) }
    if T.self == Int.self, let number = value as? Int { return .finished(.int(number)) }
    if T.self == Double.self, let number = value as? Double { return .finished(.double(number)) }
    if T.self == Bool.self, let flag = value as? Bool { return .finished(.bool(flag)) }
    if FoundationForm.isKnown(T.self), let form = try foundationForm(of: value, key: key) {
      return .finished(form)
    }
    let encoder = child(key)
    try value.encode(to: encoder)
    if case .array = encoder.node.form, let type = T.self as? any UnorderedList.Type {
      let elements = encoder.node.elements.map { $0.finish() }
      return .finished(.array(elements.inElementOrder(groupedBy: type.groupWidth)))
    }
    return .open(encoder.node)
  }

  private func foundationForm<T: Encodable>(
    of value: T, key: (any CodingKey)?
  ) throws -> AnyCodableValue? {
    do throws(FormProblem) {
      return try FoundationForm.form(of: value)
    } catch {
      guard case .invalid(let problem) = error else { return nil }
      throw EncodingError.invalidValue(
        value, EncodingError.Context(codingPath: path(to: key), debugDescription: problem))
    }
  }
}
