internal import MockData

/// Decodes directly from the wire format to a `Decodable` type, without a tree in between.
///
/// An empty table can be decoded as an empty array or an empty object. A number with an integral value can be decoded
/// as an integer. Nil and null are decoded as nil.
package struct WireDecoder: Decoder {
  private let place: WireValue
  private let session: WireSession

  init(at place: WireValue, session: WireSession) {
    self.place = place
    self.session = session
  }

  /// The value, or Lua's nil if the decoder was kept beyond its session.
  @inline(__always)
  package var value: WireValue { session.isOpen ? place : .none }

  package var codingPath: [any CodingKey] { session.isOpen ? session.root.path(to: place) : [] }
  package var userInfo: [CodingUserInfoKey: Any] { [:] }

  /// Decodes a value.
  ///
  /// Throws the errors of the type, or `DecodingError` if the value has another shape.
  package static func decode<T: Decodable>(_ type: T.Type, from value: WireValue) throws -> T {
    let session = WireSession(root: value)
    defer { session.isOpen = false }
    return try WireDecoder(at: value, session: session).decode(type)
  }

  /// Decodes the first value of a list, or nil if the list is empty.
  static func decode<T: Decodable>(_ type: T.Type, fromFirstOf list: WireValue) throws -> T {
    var elements = list.elements
    return try decode(type, from: elements.next() ?? .none)
  }

  @inline(__always)
  func member(_ value: WireValue) -> WireDecoder { WireDecoder(at: value, session: session) }

  package func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<
    Key
  > {
    let kind = value.kind
    guard kind == .map || kind == .empty else { throw mismatch([String: Any].self) }
    return KeyedDecodingContainer(WireKeyedDecodingContainer<Key>(table: self))
  }

  package func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard value.kind == .array || value.kind == .empty else { throw mismatch([Any].self) }
    return WireUnkeyedDecodingContainer(decoder: self)
  }

  package func singleValueContainer() throws -> any SingleValueDecodingContainer { self }

  /// `expected` is the required type with an article.
  func mismatch(_ type: Any.Type, expected: String? = nil) -> DecodingError {
    let context = DecodingError.Context(
      codingPath: codingPath,
      debugDescription:
        "expected \(expected ?? WireDecoder.name(of: type)), found \(value.kind.description)")
    return value.isNil ? .valueNotFound(type, context) : .typeMismatch(type, context)
  }

  func corrupted(_ problem: String) -> DecodingError {
    .dataCorrupted(.init(codingPath: codingPath, debugDescription: problem))
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

/// The decoding of one value.
///
/// A decoder that is kept beyond its session finds no value, instead of reading memory that now has other contents.
final class WireSession {
  /// The value that is decoded, at which coding paths start.
  let root: WireValue
  fileprivate(set) var isOpen = true

  init(root: WireValue) { self.root = root }
}

extension WireDecoder: SingleValueDecodingContainer {
  package func decodeNil() -> Bool { value.isNil }

  package func decode(_ type: Bool.Type) throws -> Bool {
    guard let result = value.bool else { throw mismatch(type) }
    return result
  }

  package func decode(_ type: String.Type) throws -> String {
    if let result = value.string { return result }
    guard value.kind == .string else { throw mismatch(type) }
    throw corrupted("the string is not UTF-8")
  }

  package func decode(_ type: Double.Type) throws -> Double {
    guard let result = value.number else { throw mismatch(type) }
    return result
  }

  package func decode(_ type: Float.Type) throws -> Float {
    let number = try decode(Double.self)
    guard let result = Float(rounding: number) else { throw outOfRange(number, for: type) }
    return result
  }

  @inline(__always)
  package func decode<T: FixedWidthInteger & Decodable>(_ type: T.Type) throws -> T {
    guard let integer = value.integer else { return try largeInteger(type) }
    guard let result = T(exactly: integer) else { throw outOfRange(integer, for: type) }
    return result
  }

  package func decode<T: Decodable>(_ type: T.Type) throws -> T {
    // Fast paths for the most common types, which would otherwise go through a container.
    if T.self == String.self { return unsafeBitCast(try decode(String.self), to: type) }
    if T.self == Int.self { return unsafeBitCast(try decode(Int.self), to: type) }
    if T.self == Double.self { return unsafeBitCast(try decode(Double.self), to: type) }
    if T.self == Bool.self { return unsafeBitCast(try decode(Bool.self), to: type) }
    if T.self == LuaValue.self { return unsafeBitCast(LuaValue(value), to: type) }
    if T.self == [UInt8].self, let bytes = value.bytes {
      return unsafeBitCast(Array(bytes), to: type)
    }
    if value.kind == .array, let list = T.self as? any WireList.Type {
      return try self.list(list, as: type)
    }
    if let result = try foundationValue(type) { return result }
    return try T(from: self)
  }

  /// Decodes a whole number beyond the range of Lua's integers, which Lua stores as a floating-point number.
  @inline(never)
  private func largeInteger<T: FixedWidthInteger>(_ type: T.Type) throws -> T {
    if let exact = value.exact {
      guard let result = T(exact.text) else { throw outOfRange(exact, for: type) }
      return result
    }
    guard let number = value.number, number == number.rounded() else { throw mismatch(type) }
    guard let result = T(exactly: number) else { throw outOfRange(number, for: type) }
    return result
  }

  private func outOfRange(_ number: some CustomStringConvertible, for type: Any.Type)
    -> DecodingError
  {
    corrupted("\(number) does not fit in \(type)")
  }
}

extension WireValue.Kind {
  /// The kind with an article, for messages.
  package var description: String {
    switch self {
    case .nil: "nil"
    case .null: "null"
    case .false, .true: "a boolean"
    case .integer, .number, .exact: "a number"
    case .string: "a string"
    case .array: "a list"
    case .map: "a table with named keys"
    case .empty: "an empty table"
    case .function: "a function"
    case .packed: "packed data"
    }
  }
}

extension WireDecoder {
  /// Decodes one of the Foundation types whose `Codable` form isn't the form that data usually has; nil for any other
  /// type.
  @inline(__always)
  func foundationValue<T: Decodable>(_ type: T.Type) throws -> T? {
    guard FoundationForm.isKnown(type) else { return nil }
    return try readFoundationValue(type)
  }

  /// Decodes a Foundation type, or returns nil for a list, which can contain the bytes of a `Data` in its `Codable`
  /// form.
  @inline(never)
  private func readFoundationValue<T: Decodable>(_ type: T.Type) throws -> T? {
    guard value.kind != .array else { return nil }
    do throws(FormProblem) {
      return try FoundationForm.read(type, from: try data())
    } catch {
      switch error {
      case .otherKind(let expected): throw mismatch(type, expected: expected)
      case .invalid(let problem): throw corrupted(problem)
      }
    }
  }

  /// Returns the value as plain data if it is a number or a string, and otherwise nil.
  private func data() throws(FormProblem) -> AnyCodableValue? {
    switch value.kind {
    case .integer: return value.integer.map { .int(Int($0)) }
    case .exact: return value.exact.map { .number($0) }
    case .number: return value.number.map { .double($0) }
    case .string:
      guard let string = value.string else { throw .invalid("the string is not UTF-8") }
      return .string(string)
    default: return nil
    }
  }
}

extension FormProblem {
  func encodingError(of value: Any, at path: [any CodingKey]) -> EncodingError {
    let problem =
      switch self {
      case .otherKind(let text), .invalid(let text): text
      }
    return .invalidValue(value, .init(codingPath: path, debugDescription: problem))
  }
}
