/// Decodes straight from the wire into a `Decodable`, with no tree in between.
///
/// An empty table decodes as an empty array or an empty object, as the type asks. A number with an
/// integral value decodes as an integer. Nil and null decode as nil.
package struct WireDecoder: Decoder {
  package let value: WireValue
  package let path: WirePath

  package var codingPath: [any CodingKey] { path.keys }
  package var userInfo: [CodingUserInfoKey: Any] { [:] }

  static func decode<T: Decodable>(_ type: T.Type, from value: WireValue) throws -> T {
    try decode(type, from: value, path: .root)
  }

  static func decode<T: Decodable>(_ type: T.Type, from value: WireValue, path: WirePath) throws
    -> T
  {
    if type == LuaValue.self, let result = LuaValue(value) as? T { return result }
    if type == [UInt8].self, let bytes = value.bytes, let result = Array(bytes) as? T {
      return result
    }
    return try T(from: WireDecoder(value: value, path: path))
  }

  package func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<
    Key
  > {
    guard value.kind == .map || value.kind == .empty else { throw mismatch([String: Any].self) }
    return KeyedDecodingContainer(WireKeyedDecodingContainer<Key>(value: value, path: path))
  }

  package func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard value.kind == .array || value.kind == .empty else { throw mismatch([Any].self) }
    return WireUnkeyedDecodingContainer(value: value, path: path)
  }

  package func singleValueContainer() throws -> any SingleValueDecodingContainer { self }

  func mismatch(_ type: Any.Type) -> DecodingError {
    let context = DecodingError.Context(
      codingPath: codingPath,
      debugDescription: "expected \(WireDecoder.name(of: type)), found \(value.kind.description)")
    return value.isNil ? .valueNotFound(type, context) : .typeMismatch(type, context)
  }

  private static func name(of type: Any.Type) -> String {
    switch type {
    case is Bool.Type: "a boolean"
    case is String.Type: "a string"
    case is Double.Type, is Float.Type: "a number"
    case is any FixedWidthInteger.Type: "an integer"
    case is [Any].Type: "a list"
    case is [String: Any].Type: "a table with named keys"
    default: "\(type)"
    }
  }
}

extension WireDecoder: SingleValueDecodingContainer {
  package func decodeNil() -> Bool { value.isNil }

  package func decode(_ type: Bool.Type) throws -> Bool {
    guard let result = value.bool else { throw mismatch(type) }
    return result
  }

  package func decode(_ type: String.Type) throws -> String {
    guard let bytes = value.bytes else { throw mismatch(type) }
    guard let result = String(validating: bytes, as: UTF8.self) else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: codingPath, debugDescription: "the string is not UTF-8"))
    }
    return result
  }

  package func decode(_ type: Double.Type) throws -> Double {
    guard let result = value.number else { throw mismatch(type) }
    return result
  }

  package func decode(_ type: Float.Type) throws -> Float {
    guard let result = value.number else { throw mismatch(type) }
    return Float(result)
  }

  package func decode(_ type: Int.Type) throws -> Int { try integer(type) }
  package func decode(_ type: Int8.Type) throws -> Int8 { try integer(type) }
  package func decode(_ type: Int16.Type) throws -> Int16 { try integer(type) }
  package func decode(_ type: Int32.Type) throws -> Int32 { try integer(type) }
  package func decode(_ type: Int64.Type) throws -> Int64 { try integer(type) }
  package func decode(_ type: UInt.Type) throws -> UInt { try integer(type) }
  package func decode(_ type: UInt8.Type) throws -> UInt8 { try integer(type) }
  package func decode(_ type: UInt16.Type) throws -> UInt16 { try integer(type) }
  package func decode(_ type: UInt32.Type) throws -> UInt32 { try integer(type) }
  package func decode(_ type: UInt64.Type) throws -> UInt64 { try integer(type) }

  package func decode<T: Decodable>(_ type: T.Type) throws -> T {
    try WireDecoder.decode(type, from: value, path: path)
  }

  @inline(__always)
  func integer<T: FixedWidthInteger>(_ type: T.Type) throws -> T {
    guard let integer = value.integer else { throw mismatch(type) }
    guard let result = T(exactly: integer) else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: codingPath, debugDescription: "\(integer) does not fit in \(type)"))
    }
    return result
  }
}

extension WireValue.Kind {
  /// The kind in words, for messages.
  package var description: String {
    switch self {
    case .nil: "nil"
    case .null: "null"
    case .false, .true: "a boolean"
    case .integer, .number: "a number"
    case .string: "a string"
    case .array: "a list"
    case .map: "a table with named keys"
    case .empty: "an empty table"
    case .function: "a function"
    }
  }
}
