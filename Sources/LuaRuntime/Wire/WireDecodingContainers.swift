internal import MockData

struct WireKeyedDecodingContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let table: WireDecoder

  var codingPath: [any CodingKey] { table.codingPath }
  var allKeys: [Key] { table.value.entries.compactMap { $0.name.flatMap { Key(stringValue: $0) } } }

  func contains(_ key: Key) -> Bool { table.value.find(key.stringValue) != nil }

  func decodeNil(forKey key: Key) throws -> Bool { try decoder(key).decodeNil() }

  @inline(__always)
  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    try decoder(key).decode(type)
  }

  func nestedContainer<NestedKey: CodingKey>(keyedBy type: NestedKey.Type, forKey key: Key) throws
    -> KeyedDecodingContainer<NestedKey>
  {
    try decoder(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try decoder(key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder {
    guard let value = table.value.find(DataKey.super.stringValue) else {
      throw missing(DataKey.super)
    }
    return table.member(value)
  }

  func superDecoder(forKey key: Key) throws -> any Decoder { try decoder(key) }

  @inline(__always)
  private func decoder(_ key: Key) throws -> WireDecoder {
    guard let value = table.value.find(key.stringValue) else { throw missing(key) }
    return table.member(value)
  }

  private func missing(_ key: any CodingKey) -> DecodingError {
    .keyNotFound(
      key,
      .init(codingPath: codingPath, debugDescription: "`\(key.stringValue.escaped)` is missing"))
  }
}

struct WireUnkeyedDecodingContainer: UnkeyedDecodingContainer {
  private let decoder: WireDecoder
  /// The offset of the next element from the start of the list.
  private var offset: Int
  private(set) var currentIndex = 0

  init(decoder: WireDecoder) {
    self.decoder = decoder
    offset = WireValue.elementsOffset
  }

  var codingPath: [any CodingKey] { decoder.codingPath }
  var count: Int? { decoder.value.count }
  var isAtEnd: Bool { currentIndex >= decoder.value.count }

  mutating func decodeNil() throws -> Bool {
    guard let element = next else { throw pastTheEnd(Any?.self) }
    guard element.isNil else { return false }
    step(over: element)
    return true
  }

  @inline(__always)
  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
    try next(type) { try $0.decode(type) }
  }

  mutating func nestedContainer<NestedKey: CodingKey>(keyedBy type: NestedKey.Type) throws
    -> KeyedDecodingContainer<NestedKey>
  {
    try next(type) { try $0.container(keyedBy: type) }
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try next([Any].self) { try $0.unkeyedContainer() }
  }

  mutating func superDecoder() throws -> any Decoder { try next((any Decoder).self) { $0 } }

  private var next: WireValue? {
    let list = decoder.value
    return currentIndex < list.count ? WireValue(at: list.start + offset) : nil
  }

  private mutating func step(over element: WireValue) {
    offset += element.end - element.start
    currentIndex += 1
  }

  /// Advances only if decoding succeeds, as the protocol requires.
  @inline(__always)
  private mutating func next<T>(_ type: Any.Type, _ decode: (WireDecoder) throws -> T) throws -> T {
    guard let element = next else { throw pastTheEnd(type) }
    let result = try decode(decoder.member(element))
    step(over: element)
    return result
  }

  private func pastTheEnd(_ type: Any.Type) -> DecodingError {
    .valueNotFound(
      type, .init(codingPath: codingPath, debugDescription: "the list ends after \(currentIndex)"))
  }
}

/// A collection that decodes itself from a list.
protocol WireList: Decodable {
  static func elements(of decoder: WireDecoder) throws -> Self
}

/// An array that decodes its elements into memory of the correct size.
///
/// The standard library's implementation uses an existential container, and grows the array step by step.
extension Array: WireList where Element: Decodable {
  static func elements(of decoder: WireDecoder) throws -> [Element] {
    var elements = decoder.value.elements
    // Creating an empty array this way would write to the empty array storage that all threads share.
    guard elements.remaining > 0 else { return [] }
    // Checked only once for all elements.
    let isPlain =
      Element.self != LuaValue.self && !(Element.self is any WireList.Type)
      && !FoundationForm.isKnown(Element.self)
    return try Array(unsafeUninitializedCapacity: elements.remaining) { buffer, count in
      guard var place = buffer.baseAddress else { return }
      while let value = elements.next() {
        let member = decoder.member(value)
        place.initialize(to: try isPlain ? Element(from: member) : member.decode(Element.self))
        place += 1
        count += 1
      }
    }
  }
}

/// A dictionary with integer keys, which a Lua list fills starting at 1.
extension Dictionary: WireList where Key == Int, Value: Decodable {
  static func elements(of decoder: WireDecoder) throws -> [Int: Value] {
    var result = [Int: Value](minimumCapacity: decoder.value.count)
    for (index, element) in decoder.value.elements.enumerated() {
      result[index + 1] = try decoder.member(element).decode(Value.self)
    }
    return result
  }
}

extension WireDecoder {
  func list<List: WireList, T>(_ list: List.Type, as type: T.Type) throws -> T {
    unsafeBitCast(try List.elements(of: self), to: type)
  }
}
