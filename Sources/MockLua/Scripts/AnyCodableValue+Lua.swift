package import LuaRuntime
package import MockData

extension WireDecoder: AnyCodableValueSource {
  package func anyCodableValue() throws -> AnyCodableValue {
    try AnyCodableValue(checking: value, path: codingPath)
  }
}

extension AnyCodableValue {
  /// Reads a value from the wire format.
  ///
  /// An empty table is an object unless it is marked as a list. Paths in errors start with `path`.
  ///
  /// - Throws: `DecodingError` for a function, or for a string that isn't UTF-8.
  init(
    checking value: WireValue, path: @autoclosure () -> [any CodingKey] = []
  ) throws {
    do throws(Refusal) {
      self = try Self.read(value)
    } catch {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: path() + value.path(to: error.address), debugDescription: error.problem))
    }
  }

  /// The error for a value that can't be data.
  ///
  /// It contains the address of the value. If the value is a key, it contains the address of the table.
  private struct Refusal: Error {
    let address: UInt
    let problem: String

    init(_ value: WireValue, _ problem: String = "a string that is not UTF-8") {
      address = UInt(bitPattern: value.start)
      self.problem = problem
    }
  }

  private static func read(_ value: WireValue) throws(Refusal) -> AnyCodableValue {
    switch value.kind {
    case .nil, .null: return .null
    case .false: return .bool(false)
    case .true: return .bool(true)
    case .integer: return .int(Int(value.integer ?? 0))
    case .number: return .double(value.number ?? 0)
    case .exact: return value.exact.map { .number($0) } ?? .null
    case .string:
      guard let string = value.string else { throw Refusal(value) }
      return .string(string)
    case .empty: return .dictionary([:])
    case .array:
      var elements: [AnyCodableValue] = []
      elements.reserveCapacity(value.count)
      for element in value.elements { elements.append(try read(element)) }
      return .array(elements)
    case .map:
      var entries = [String: AnyCodableValue](minimumCapacity: value.count)
      for entry in value.entries {
        guard let name = entry.name else { throw Refusal(value) }
        entries[name] = try read(entry.value)
      }
      return .dictionary(entries)
    case .function, .packed: throw Refusal(value, value.kind.description)
    }
  }

  /// Reads a value that was checked when it was packed.
  init(_ value: WireValue) {
    self = (try? AnyCodableValue(checking: value)) ?? .null
  }

  /// Reads a value in the language's packed form, or returns nil for any other form.
  ///
  /// A script can create another form by forging a field.
  init?(packed value: WireValue?) {
    guard let content = value?.packed else { return nil }
    self.init(content)
  }

  /// Writes the value in the wire format.
  ///
  /// A whole number beyond 64 bits keeps its digits. A fraction with many digits is rounded, like a number literal in
  /// Lua. If `omitsNull` is true, members that are null are omitted, so that scripts read them as nil.
  func write(to writer: WireWriter, omitsNull: Bool = false) {
    switch self {
    case .null: writer.writeNull()
    case .bool(let value): writer.write(value)
    case .int(let value): writer.write(Int64(value))
    case .double(let value): writer.write(value)
    case .number(let value): writer.write(value)
    case .string(let value): writer.write(value)
    case .array(let elements):
      let start = writer.openArray()
      for element in elements { element.write(to: writer, omitsNull: omitsNull) }
      writer.close(start, count: elements.count)
    case .dictionary(let entries):
      let start = writer.openMap()
      var count = 0
      for (key, value) in entries where !omitsNull || value != .null {
        writer.writeKey(key)
        value.write(to: writer, omitsNull: omitsNull)
        count += 1
      }
      writer.close(start, count: count)
    }
  }
}
