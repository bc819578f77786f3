/// The elements of a list in the wire format.
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

  /// Advances only if decoding the element succeeds, as the protocol requires.
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
