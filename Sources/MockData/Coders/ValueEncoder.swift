/// An encoder that encodes any `Encodable` value as an ``AnyCodableValue``, without intermediate text.
///
/// ``AnyCodableValueDecoder`` can decode the result. `Data` becomes base64, `URL` a string, `Decimal` a number, and
/// `Date` a double of seconds since 2001-01-01T00:00:00Z, as `JSONEncoder` writes it by default. Nil members are
/// omitted, as in synthesized code.
///
/// The elements of a set, and the pairs of a dictionary whose keys aren't strings, are sorted. Otherwise, equal values
/// could become different data in different processes.
public struct AnyCodableValueEncoder: Sendable {
  /// Information for the values being encoded; empty by default.
  package var userInfo: [CodingUserInfoKey: any Sendable]

  /// Creates an encoder; `userInfo` is empty by default.
  public init(userInfo: [CodingUserInfoKey: any Sendable] = [:]) {
    self.userInfo = userInfo
  }

  /// Encodes a value.
  ///
  /// - Throws: `EncodingError` for a `Decimal` that isn't a number, or the error that the value throws.
  public func encode<T: Encodable>(_ value: T) throws -> AnyCodableValue {
    try ValueEncoder(codingPath: [], userInfo: userInfo).encoded(value, key: nil).finish()
  }
}

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

  /// Foundation types get their usual JSON form.
  func encoded<T: Encodable>(_ value: T, key: (any CodingKey)?) throws -> EncodedItem {
    // Comparing the metatypes first is faster. The conditional cast then runs only if they are equal.
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

extension ValueEncoder: SingleValueEncodingContainer {
  private func put(_ value: AnyCodableValue) {
    node.form = .single(.finished(value))
  }

  func encodeNil() throws { put(.null) }
  func encode(_ value: Bool) throws { put(.bool(value)) }
  func encode(_ value: String) throws { put(.string(value)) }
  func encode(_ value: Double) throws { put(.double(value)) }
  func encode(_ value: Float) throws { put(.double(value.shortestDouble)) }
  func encode<T: FixedWidthInteger & Encodable>(_ value: T) throws {
    put(AnyCodableValue(exactly: value))
  }

  func encode<T: Encodable>(_ value: T) throws {
    node.form = .single(try encoded(value, key: nil))
  }
}

/// Either finished or still open in a container.
enum EncodedItem {
  case finished(AnyCodableValue)
  case open(EncodedNode)

  func finish() -> AnyCodableValue {
    switch self {
    case .finished(let value): value
    case .open(let node): node.finish()
    }
  }
}

/// A value that several containers of an encoder can share.
final class EncodedNode {
  /// The elements and members are stored outside of the enum, so that they can grow in place.
  var elements: [EncodedItem] = []
  var members: [String: EncodedItem] = [:]
  var form = Form.empty

  enum Form {
    case empty
    case single(EncodedItem)
    case array
    case object
  }

  /// Returns the value, which is an empty object if nothing was encoded.
  func finish() -> AnyCodableValue {
    switch form {
    case .empty: .dictionary([:])
    case .single(let item): item.finish()
    case .array: .array(elements.map { $0.finish() })
    case .object: .dictionary(members.mapValues { $0.finish() })
    }
  }
}

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
