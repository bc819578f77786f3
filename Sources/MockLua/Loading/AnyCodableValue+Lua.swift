internal import LuaRuntime
internal import MockServices

extension AnyCodableValue {
  /// Reads a value off the wire; an empty table is an object unless it is marked as a list.
  init(_ value: WireValue) {
    switch value.kind {
    case .nil, .null, .function: self = .null
    case .false: self = .bool(false)
    case .true: self = .bool(true)
    case .integer: self = .int(Int(value.integer ?? 0))
    case .number: self = .double(value.number ?? 0)
    case .string:
      self = .string(String(decoding: value.bytes ?? .init(start: nil, count: 0), as: UTF8.self))
    case .array:
      var elements: [AnyCodableValue] = []
      elements.reserveCapacity(value.count)
      for element in value.elements { elements.append(AnyCodableValue(element)) }
      self = .array(elements)
    case .map:
      var entries: [String: AnyCodableValue] = [:]
      entries.reserveCapacity(value.count)
      for entry in value.entries { entries[entry.name] = AnyCodableValue(entry.value) }
      self = .dictionary(entries)
    case .empty: self = .dictionary([:])
    }
  }

  /// Reads the packed form: one value on the wire.
  init(packed bytes: [UInt8]) {
    self = bytes.withUnsafeBytes { buffer in
      guard let start = buffer.baseAddress else { return .null }
      return AnyCodableValue(WireValue(at: start))
    }
  }

  /// Reads the packed form where it lies on the wire itself, as a string.
  init?(packed value: WireValue?) {
    guard let start = value?.bytes?.baseAddress else { return nil }
    self.init(WireValue(at: start))
  }

  /// Writes the value onto the wire; null stays null.
  func write(to writer: inout WireWriter) {
    switch self {
    case .null: writer.writeNull()
    case .bool(let value): writer.write(value)
    case .int(let value): writer.write(Int64(value))
    case .double(let value): writer.write(value)
    case .string(let value): writer.write(value)
    case .array(let elements):
      let start = writer.openArray()
      for element in elements { element.write(to: &writer) }
      writer.close(start, count: elements.count)
    case .dictionary(let entries):
      let start = writer.openMap()
      for (key, value) in entries {
        writer.writeKey(key)
        value.write(to: &writer)
      }
      writer.close(start, count: entries.count)
    }
  }
}
