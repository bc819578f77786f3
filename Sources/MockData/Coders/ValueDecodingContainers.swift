struct ValueKeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let decoder: ValueDecoder
  let members: [String: AnyCodableValue]

  var codingPath: [any CodingKey] { decoder.codingPath }

  /// All keys count as read, because a type such as a dictionary reads all members.
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
          underlyingError: isUnlabeled(key)
            ? EnumCaseProblem(name: codingPath.last?.stringValue) : nil))
    }
    return value
  }

  /// The message names the type that requires the member, and the unknown member with the most similar name.
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
  private func isUnlabeled(_ key: Key) -> Bool {
    key.stringValue.first == "_" && Int(key.stringValue.dropFirst()) != nil
  }

  /// Returns whether the key is an enum case, and `other` is the type of the keys for its associated values.
  ///
  /// The check relies on the names of the types in synthesized code.
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
  static var absent: Self { get }
  var wrapped: Any? { get }
}

extension Optional: OptionalValue {
  package static var absent: Wrapped? { nil }
  package var wrapped: Any? { self }
}

/// Returns the value inside nested optionals, or nil if they are empty.
package func unwrapped(_ value: Any) -> Any? {
  guard let optional = value as? any OptionalValue else { return value }
  return optional.wrapped.flatMap(unwrapped)
}

struct ValueUnkeyedContainer: UnkeyedDecodingContainer {
  let decoder: ValueDecoder
  let elements: [AnyCodableValue]
  private(set) var currentIndex = 0

  init(decoder: ValueDecoder, elements: [AnyCodableValue]) {
    self.decoder = decoder
    self.elements = elements
  }

  var codingPath: [any CodingKey] { decoder.codingPath }
  var count: Int? { elements.count }
  var isAtEnd: Bool { currentIndex >= elements.count }

  /// Passes the next element to a closure, and advances if the closure succeeds.
  private mutating func next<T>(
    _ type: T.Type, _ body: (ValueDecoder, AnyCodableValue, any CodingKey) throws -> T
  ) throws -> T {
    let key = DataKey.index(currentIndex)
    guard !isAtEnd else {
      throw DecodingError.valueNotFound(
        type,
        DecodingError.Context(
          codingPath: decoder.path(to: key),
          debugDescription: "the array has only \(elements.count) elements"))
    }
    let result = try body(decoder, elements[currentIndex], key)
    currentIndex += 1
    return result
  }

  mutating func decodeNil() throws -> Bool {
    guard !isAtEnd else { return try next(AnyCodableValue?.self) { _, _, _ in nil } == nil }
    guard case .null = elements[currentIndex] else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
    try next(type) { try $0.decode($1, as: type, key: $2) }
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try next(KeyedDecodingContainer<NestedKey>.self) {
      try $0.child($1, key: $2).container(keyedBy: type)
    }
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try next((any UnkeyedDecodingContainer).self) {
      try $0.child($1, key: $2).unkeyedContainer()
    }
  }

  mutating func superDecoder() throws -> any Decoder {
    try next((any Decoder).self) { $0.child($1, key: $2) }
  }
}

/// A coding key for an element of an array, or for a member whose name is data.
package enum DataKey: CodingKey {
  case name(String)
  case index(Int)

  /// The key under which a class encodes its superclass.
  package static let `super` = DataKey.name("super")

  package init(stringValue: String) {
    self = .name(stringValue)
  }

  package init(intValue: Int) {
    self = .index(intValue)
  }

  package var stringValue: String {
    switch self {
    case .name(let name): name
    case .index(let index): "Index \(index)"
    }
  }

  package var intValue: Int? {
    switch self {
    case .name: nil
    case .index(let index): index
    }
  }
}
