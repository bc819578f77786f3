package import LuaRuntime
package import MockServices

extension WireDecoder: AnyCodableValueSource {
  package func anyCodableValue() throws -> AnyCodableValue {
    try AnyCodableValue(checking: value, path: path)
  }
}

extension AnyCodableValue {
  /// Reads a value off the wire; an empty table is an object unless it is marked as a list.
  ///
  /// - Throws: `DecodingError` for a string that is not UTF-8, and for a function.
  init(checking value: WireValue, path: WirePath = .root) throws {
    if let scalar = Self.scalar(value) {
      self = scalar
      return
    }
    switch value.kind {
    case .array:
      var elements: [AnyCodableValue] = []
      elements.reserveCapacity(value.count)
      let list = path.list
      for element in value.elements {
        let scalar = Self.scalar(element)
        elements.append(
          try scalar ?? AnyCodableValue(checking: element, path: list.element(elements.count)))
      }
      self = .array(elements)
    case .map:
      var entries: [String: AnyCodableValue] = [:]
      entries.reserveCapacity(value.count)
      for entry in value.entries {
        guard let name = entry.name else { throw Self.refusal(of: path) }
        let scalar = Self.scalar(entry.value)
        entries[name] =
          try scalar ?? AnyCodableValue(checking: entry.value, path: path.appending(name: name))
      }
      self = .dictionary(entries)
    case .function: throw Self.refusal(of: path, "a function")
    default: throw Self.refusal(of: path)
    }
  }

  /// The value where it needs no way to it; nil for tables, and for what is refused.
  private static func scalar(_ value: WireValue) -> AnyCodableValue? {
    switch value.kind {
    case .nil, .null: .null
    case .false: .bool(false)
    case .true: .bool(true)
    case .integer: .int(Int(value.integer ?? 0))
    case .number: .double(value.number ?? 0)
    case .string: value.string.map { .string($0) }
    case .empty: .dictionary([:])
    case .array, .map, .function: nil
    }
  }

  private static func refusal(
    of path: WirePath, _ problem: String = "a string that is not UTF-8"
  ) -> DecodingError {
    .dataCorrupted(.init(codingPath: path.keys, debugDescription: problem))
  }

  /// Reads a value that was checked when it was packed.
  init(_ value: WireValue) {
    self = (try? AnyCodableValue(checking: value)) ?? .null
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

  /// Writes arguments for a function: null members are left out, so that they read as nil.
  func writeWithoutNulls(to writer: inout WireWriter) {
    switch self {
    case .dictionary(let entries):
      let start = writer.openMap()
      var count = 0
      for (key, value) in entries where value != .null {
        writer.writeKey(key)
        value.writeWithoutNulls(to: &writer)
        count += 1
      }
      writer.close(start, count: count)
    case .array(let elements):
      let start = writer.openArray()
      for element in elements { element.writeWithoutNulls(to: &writer) }
      writer.close(start, count: elements.count)
    default: write(to: &writer)
    }
  }
}
