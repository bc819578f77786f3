/// Encodes an `Encodable` straight onto the wire.
///
/// All encoders of one value share one output. A value's own containers write where the value
/// stands; nested containers and super encoders, which may stay open while their parent goes on, get
/// an output of their own that is spliced in when the parent is finished.
final class WireEncoder: Encoder {
  /// The bytes of a value and of all that stand within it.
  final class Output {
    var writer = WireWriter()
  }

  private enum Shape {
    case undecided
    case value
    case array(start: Int)
    case map(start: Int)
  }

  let output: Output
  let path: WirePath
  private var shape = Shape.undecided
  private(set) var count = 0
  private var detached: [(offset: Int, encoder: WireEncoder)] = []

  init(output: Output, path: WirePath) {
    self.output = output
    self.path = path
  }

  var codingPath: [any CodingKey] { path.keys }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  /// Appends one value to `writer`.
  static func encode(_ value: some Encodable, to writer: inout WireWriter) throws {
    let output = Output()
    swap(&output.writer, &writer)
    defer { swap(&output.writer, &writer) }
    try encode(value, to: output, path: .root)
  }

  /// The types that are met most often are told by their identity, which costs no dynamic cast.
  static func encode<T: Encodable>(_ value: T, to output: Output, path: WirePath) throws {
    if T.self == String.self {
      output.writer.write(unsafeBitCast(value, to: String.self))
    } else if T.self == Int.self {
      output.writer.write(Int64(unsafeBitCast(value, to: Int.self)))
    } else if T.self == Bool.self {
      output.writer.write(unsafeBitCast(value, to: Bool.self))
    } else if T.self == Double.self {
      try output.writer.write(finite: unsafeBitCast(value, to: Double.self), path: path)
    } else if T.self == LuaFunction.self, let value = value as? LuaFunction {
      output.writer.write(functionReference: value.reference)
    } else if T.self == LuaValue.self, let value = value as? LuaValue {
      try value.write(to: &output.writer, path: path)
    } else {
      let encoder = WireEncoder(output: output, path: path)
      try value.encode(to: encoder)
      encoder.finish()
    }
  }

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
    if case .undecided = shape { shape = .map(start: output.writer.openMap()) }
  }

  func openArray() {
    if case .undecided = shape { shape = .array(start: output.writer.openArray()) }
  }

  /// Says that the value itself was written.
  func markValue() { shape = .value }

  func key(_ key: String) {
    output.writer.writeKey(key)
    count += 1
  }

  func element() { count += 1 }

  /// An encoder whose place is here and whose bytes come when this one is finished.
  func detach(_ key: any CodingKey) -> WireEncoder {
    let encoder = WireEncoder(output: Output(), path: path.appending(key))
    detached.append((output.writer.count, encoder))
    return encoder
  }

  /// Fills in the counts.
  ///
  /// The last detached value goes in first, so that the other offsets hold.
  func finish() {
    for (offset, encoder) in detached.reversed() {
      encoder.finish()
      output.writer.insert(encoder.output.writer.bytes, at: offset)
    }
    switch shape {
    case .undecided: output.writer.close(output.writer.openMap(), count: 0)
    case .value: break
    case .array(let start), .map(let start): output.writer.close(start, count: count)
    }
  }
}

extension WireWriter {
  /// Lua holds NaN and infinities, but data with them has no JSON form: refused in both directions.
  mutating func write(finite value: Double, path: WirePath) throws {
    guard value.isFinite else {
      throw EncodingError.invalidValue(
        value, .init(codingPath: path.keys, debugDescription: "\(value) is no finite number"))
    }
    write(value)
  }
}
