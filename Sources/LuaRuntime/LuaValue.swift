internal import MockData

/// A Lua value of any type, for code that doesn't know the type in advance.
///
/// If you know the type, decode to it directly, because that avoids building a tree.
public enum LuaValue: Sendable, Equatable {
  /// Lua's nil, which means no value.
  case `nil`
  /// The `null` marker.
  ///
  /// Unlike nil, the marker can be a value in a table.
  case null
  /// A Boolean.
  case bool(Bool)
  /// A 64-bit integer.
  case integer(Int)
  /// A floating-point number; always finite.
  case number(Double)
  /// A UTF-8 string.
  case string(String)
  /// A list, with keys from 1 to n.
  case array([LuaValue])
  /// A table with string keys, or an empty table that isn't marked as a list.
  case table([String: LuaValue])
}

extension LuaValue {
  /// Replaces bytes that aren't UTF-8 with U+FFFD.
  init(_ value: WireValue) {
    switch value.kind {
    case .nil, .function, .packed: self = .nil
    case .null: self = .null
    case .false: self = .bool(false)
    case .true: self = .bool(true)
    case .integer: self = .integer(Int(value.integer ?? 0))
    case .number, .exact: self = .number(value.number ?? 0)
    case .string:
      self = .string(String(decoding: value.bytes ?? .init(start: nil, count: 0), as: UTF8.self))
    case .array:
      var elements: [LuaValue] = []
      elements.reserveCapacity(value.count)
      for element in value.elements { elements.append(LuaValue(element)) }
      self = .array(elements)
    case .map:
      var entries: [String: LuaValue] = [:]
      entries.reserveCapacity(value.count)
      for entry in value.entries {
        entries[String(decoding: entry.key, as: UTF8.self)] = LuaValue(entry.value)
      }
      self = .table(entries)
    case .empty: self = .table([:])
    }
  }

  /// The first number that the wire format can't represent, with its path; nil if all numbers are finite.
  var unwritable: (number: Double, path: [DataKey])? {
    switch self {
    case .number(let number): return number.isFinite ? nil : (number, [])
    case .array(let elements):
      for (index, element) in elements.enumerated() {
        if let found = element.unwritable { return (found.number, [.index(index)] + found.path) }
      }
    case .table(let entries):
      for (name, value) in entries {
        if let found = value.unwritable { return (found.number, [.name(name)] + found.path) }
      }
    case .nil, .null, .bool, .integer, .string: break
    }
    return nil
  }

  /// Writes the value, which contains only finite numbers.
  func write(to writer: WireWriter) {
    switch self {
    case .nil: writer.writeNil()
    case .null: writer.writeNull()
    case .bool(let value): writer.write(value)
    case .integer(let value): writer.write(Int64(value))
    case .number(let value): writer.write(value)
    case .string(let value): writer.write(value)
    case .array(let elements):
      let start = writer.openArray()
      for element in elements { element.write(to: writer) }
      writer.close(start, count: elements.count)
    case .table(let entries):
      let start = writer.openMap()
      for (key, value) in entries {
        writer.writeKey(key)
        value.write(to: writer)
      }
      writer.close(start, count: entries.count)
    }
  }
}

extension LuaValue: Codable {
  /// Decodes a value from any decoder.
  ///
  /// `LuaRuntime` reads values directly instead.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Int.self) {
      self = .integer(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode([LuaValue].self) {
      self = .array(value)
    } else {
      self = .table(try container.decode([String: LuaValue].self))
    }
  }

  /// Encodes the value to any encoder, with nil as null.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .nil, .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .array(let value): try container.encode(value)
    case .table(let value): try container.encode(value)
    }
  }
}
