#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

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

  /// Encodes a value of any type; those that Foundation writes in a form of its own become plain JSON.
  func encoded<T: Encodable>(_ value: T, key: (any CodingKey)?) throws -> EncodedItem {
    // Comparing metatypes is cheaper than a conditional cast, which then only runs where it succeeds.
    if T.self == AnyCodableValue.self, let value = value as? AnyCodableValue {
      return .finished(value)
    }
    if T.self == Date.self, let date = value as? Date {
      return .finished(.double(date.timeIntervalSinceReferenceDate))
    }
    if T.self == Data.self, let data = value as? Data {
      return .finished(.string(data.base64EncodedString()))
    }
    if T.self == URL.self, let url = value as? URL {
      return .finished(.string(url.absoluteString))
    }
    if T.self == Decimal.self, let decimal = value as? Decimal {
      let text = decimal.description
      return .finished(Int(text).map { .int($0) } ?? .double(Double(text) ?? .nan))
    }
    let encoder = child(key)
    try value.encode(to: encoder)
    return .open(encoder.node)
  }

  func encoded<I: FixedWidthInteger>(
    integer: I, key: (any CodingKey)?
  ) throws -> EncodedItem {
    guard let exact = Int(exactly: integer) else {
      throw EncodingError.invalidValue(
        integer,
        EncodingError.Context(
          codingPath: path(to: key),
          debugDescription: "the integer \(integer) does not fit into \(Int.bitWidth) bits"))
    }
    return .finished(.int(exact))
  }

  /// A float by its shortest digits: 0.1 stays 0.1 and does not become 0.10000000149011612.
  static func double(_ float: Float) -> AnyCodableValue {
    .double(Double(float.description) ?? Double(float))
  }
}
