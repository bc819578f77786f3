/// The members of an object, decoded by key.
struct ValueKeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let decoder: ValueDecoder
  let members: [String: AnyCodableValue]

  var codingPath: [any CodingKey] { decoder.codingPath }

  /// The keys of all members.
  ///
  /// All of them count as read, because a type such as a dictionary reads all members.
  var allKeys: [Key] {
    let keys = members.keys.compactMap { Key(stringValue: $0) }
    // If there are fewer keys than members, the type is an enum, which only reads the keys of its cases.
    if keys.count == members.count, let watch = decoder.watch {
      watch.noteAll(asDictionary: Key(stringValue: "\u{0}") != nil)
    }
    return keys
  }

  func contains(_ key: Key) -> Bool { member(key) != nil }

  private func member(_ key: any CodingKey) -> AnyCodableValue? {
    decoder.watch?.note(key.stringValue)
    return members[key.stringValue]
  }

  private func value(_ key: Key) throws -> AnyCodableValue {
    guard let value = member(key) else {
      throw DecodingError.keyNotFound(
        key,
        DecodingError.Context(
          codingPath: codingPath, debugDescription: missing(key),
          underlyingError: isUnlabelled(key)
            ? EnumCaseProblem(name: codingPath.last?.stringValue) : nil))
    }
    return value
  }

  /// Returns the message for an absent member, with the type that requires it and the unknown member with the most
  /// similar name.
  private func missing(_ key: Key) -> String {
    let owner = decoder.type.map { " of \($0)" } ?? ""
    let problem = "the key `\(key.stringValue.escaped)`\(owner) is missing"
    let unknown = members.keys.filter { Key(stringValue: $0) == nil }
    let nearest = NearestName.nearest(to: key.stringValue, candidates: unknown)
    return nearest.map { "\(problem); did you misspell it as `\($0.escaped)`?" } ?? problem
  }

  /// Returns the value, or nil if it is absent or null.
  private func present(_ key: Key) -> AnyCodableValue? {
    guard let value = member(key) else { return nil }
    if case .null = value { return nil }
    return value
  }

  func decodeNil(forKey key: Key) throws -> Bool { try value(key) == .null }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    if let value = member(key) { return try decoder.decode(value, as: type, key: key) }
    let absent = type is any OptionalValue.Type ? AnyCodableValue.null : try value(key)
    return try decoder.decode(absent, as: type, key: key)
  }

  // The most common types don't need a type check at run time.
  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
    try decoder.bool(try value(key), key: key)
  }
  func decode(_ type: String.Type, forKey key: Key) throws -> String {
    try decoder.string(try value(key), key: key)
  }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int {
    try decoder.integer(try value(key), as: type, key: key)
  }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
    try decoder.double(try value(key), key: key)
  }

  // The default implementations would look up the key three times.
  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
    try present(key).map { try decoder.bool($0, key: key) }
  }
  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
    try present(key).map { try decoder.string($0, key: key) }
  }
  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
    try present(key).map { try decoder.integer($0, as: type, key: key) }
  }
  func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
    try present(key).map { try decoder.double($0, key: key) }
  }
  func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
    try present(key).map { try decoder.decode($0, as: type, key: key) }
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    let child = decoder.child(try value(key), key: key)
    do {
      return try child.container(keyedBy: type)
    } catch {
      guard isCase(key, with: type) else { throw error }
      let problem = "expected the values of the case as an object, found \(child.value.kind.phrase)"
      throw DecodingError.typeMismatch(
        [String: AnyCodableValue].self,
        DecodingError.Context(
          codingPath: child.codingPath, debugDescription: problem,
          underlyingError: EnumCaseProblem(name: key.stringValue)))
    }
  }

  /// Returns whether the key represents an unlabeled value of an enum case: `_0`, `_1`, and so on.
  private func isUnlabelled(_ key: Key) -> Bool {
    key.stringValue.first == "_" && Int(key.stringValue.dropFirst()) != nil
  }

  /// Returns whether the key is an enum case whose associated values have the keys of the other type, as in synthesized
  /// code.
  private func isCase(_ key: Key, with other: any CodingKey.Type) -> Bool {
    let name = key.stringValue
    return "\(other)" == "\(name.prefix(1).uppercased())\(name.dropFirst())CodingKeys"
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try decoder.child(try value(key), key: key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder {
    decoder.child(member(DataKey.super) ?? .null, key: DataKey.super)
  }

  func superDecoder(forKey key: Key) throws -> any Decoder {
    decoder.child(member(key) ?? .null, key: key)
  }
}

/// A protocol that only `Optional` conforms to, so that members of optional types may be absent.
package protocol OptionalValue {
  /// No value.
  static var absent: Self { get }
  /// The value, if there is one.
  var wrapped: Any? { get }
}

extension Optional: OptionalValue {
  package static var absent: Wrapped? { nil }
  package var wrapped: Any? { self }
}
