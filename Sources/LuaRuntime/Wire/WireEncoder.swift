/// Encodes an `Encodable` value directly to the wire format.
///
/// The containers of a value write in place. Nested containers and super encoders may stay open while their parent
/// continues, so each has a separate writer, which is inserted when the parent is finished.
final class WireEncoder: Encoder {
  private enum Shape {
    case undecided
    case value
    case array(start: Int)
    case map(start: Int)
  }

  let writer: WireWriter
  /// The position of the value; nil for the outermost one.
  private let place: Place?
  private var shape = Shape.undecided
  private(set) var count = 0
  /// The encoders for containers that are written later; nil until there is one, because most values don't have any.
  private var detached: [(offset: Int, encoder: WireEncoder)]?

  /// The encoder of the enclosing value, and the key within it; nil if it is the same value.
  private final class Place {
    let parent: WireEncoder
    let key: (any CodingKey)?

    init(in parent: WireEncoder, at key: (any CodingKey)?) {
      self.parent = parent
      self.key = key
    }
  }

  private init(writer: WireWriter, place: Place? = nil) {
    self.writer = writer
    self.place = place
  }

  /// Whether the value isn't in a table.
  var isRoot: Bool { place.map { $0.key == nil && $0.parent.isRoot } ?? true }

  var userInfo: [CodingUserInfoKey: Any] { [:] }

  var codingPath: [any CodingKey] {
    var path: [any CodingKey] = []
    var place = place
    while let step = place {
      if let key = step.key { path.append(key) }
      place = step.parent.place
    }
    return path.reversed()
  }

  static func encode(_ value: some Encodable, to writer: WireWriter) throws {
    if try writer.writeDirectly(value, path: []) { return }
    try WireEncoder(writer: writer).run(value)
  }

  /// Appends a value within this one, or this value itself if `key` is nil.
  func encode(_ value: some Encodable, at key: (any CodingKey)?) throws {
    try WireEncoder(writer: writer, place: Place(in: self, at: key)).run(value)
  }

  func path(to key: any CodingKey) -> [any CodingKey] { codingPath + [key] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    openMap()
    return KeyedEncodingContainer(WireKeyedEncodingContainer<Key>(encoder: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    openArray()
    return WireUnkeyedEncodingContainer(encoder: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    WireSingleValueEncodingContainer(encoder: self)
  }

  func openMap() {
    if case .undecided = shape { shape = .map(start: writer.openMap()) }
  }

  func openArray() {
    if case .undecided = shape { shape = .array(start: writer.openArray()) }
  }

  /// Records that a single value was written, and not a container.
  func markValue() { shape = .value }

  func key(_ key: String) {
    writer.writeKey(key)
    count += 1
  }

  func element() { count += 1 }

  /// Returns an encoder for a value in this position, whose bytes are inserted when this encoder is finished.
  func detach(_ key: any CodingKey) -> WireEncoder {
    let encoder = WireEncoder(writer: WireWriter(), place: Place(in: self, at: key))
    if detached == nil { detached = [] }
    detached?.append((writer.count, encoder))
    return encoder
  }

  private func run(_ value: some Encodable) throws {
    defer { if detached != nil { dropDetached() } }
    try value.encode(to: self)
    finish()
  }

  private func dropDetached() {
    for (_, encoder) in detached ?? [] { encoder.dropDetached() }
    detached = nil
  }

  /// Writes the counts.
  ///
  /// The last detached value is inserted first, so that the other offsets stay valid.
  private func finish() {
    for (offset, encoder) in (detached ?? []).reversed() {
      encoder.finish()
      writer.insert(encoder.writer, at: offset)
    }
    switch shape {
    case .undecided: writer.close(writer.openMap(), count: 0)
    case .value: break
    case .array(let start), .map(let start): writer.close(start, count: count)
    }
  }
}
