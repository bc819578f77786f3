/// A decoder that decodes any `Decodable` type from an ``AnyCodableValue``, without intermediate text.
///
/// - `null` or an absent member decodes as nil if the type is an `Optional`.
/// - `{}` decodes as an empty array if an array is expected, because an empty Lua table can be either.
/// - A whole double decodes as an integer, and an integer decodes as a `Double` or `Float`.
/// - `Data` is base64, `URL` is a string, and `Decimal` is a number or a string with a number. `Date` is an ISO 8601
///   string or a number of seconds since 2001-01-01T00:00:00Z, as `JSONEncoder` writes it by default.
/// - A list decodes as a dictionary with the keys 1, 2, 3, and so on, if the dictionary's keys are of type `Int`.
///
/// For a table of all rules, see the article "Values" of the module MockLua.
public struct AnyCodableValueDecoder: Sendable {
  /// Information for the types being decoded; empty by default.
  package var userInfo: [CodingUserInfoKey: any Sendable]

  /// Creates a decoder; `userInfo` is empty by default.
  public init(userInfo: [CodingUserInfoKey: any Sendable] = [:]) {
    self.userInfo = userInfo
  }

  /// Decodes a value of the given type.
  ///
  /// - Throws: `DecodingError` with the whole coding path, the actual kind, and the expected kind.
  public func decode<T: Decodable>(
    _ type: T.Type = T.self, from value: AnyCodableValue
  ) throws -> T {
    // Converting a dictionary costs more than decoding a number, even if the dictionary is empty.
    var information: [CodingUserInfoKey: Any] = [:]
    if !userInfo.isEmpty { information = userInfo }
    let decoder = ValueDecoder(value: value, parent: nil, key: nil, userInfo: information)
    return try decoder.decode(value, as: type, key: nil)
  }
}

/// A decoder for one value.
///
/// It stores its parent instead of its path, because only errors need the path.
package final class ValueDecoder: Decoder {
  let value: AnyCodableValue
  package let userInfo: [CodingUserInfoKey: Any]
  private let parent: ValueDecoder?
  private let key: (any CodingKey)?
  /// Records which members of the value are read; nil if the caller doesn't need a record.
  let watch: KeyWatch?
  /// The type that the value is decoded as; nil if a type decodes its nested objects itself.
  var type: (any Any.Type)?

  package init(
    value: AnyCodableValue, parent: ValueDecoder?, key: (any CodingKey)?,
    userInfo: [CodingUserInfoKey: Any] = [:], watch: KeyWatch? = nil
  ) {
    self.value = value
    self.parent = parent
    self.key = key
    self.userInfo = userInfo
    self.watch = watch
  }

  package var codingPath: [any CodingKey] {
    var path = parent?.codingPath ?? []
    if let key { path.append(key) }
    return path
  }

  /// Without a key, it is the path of the value itself.
  func path(to key: (any CodingKey)?) -> [any CodingKey] {
    var path = codingPath
    if let key { path.append(key) }
    return path
  }

  func child(_ value: AnyCodableValue, key: (any CodingKey)?) -> ValueDecoder {
    guard let key else { return self }
    return ValueDecoder(
      value: value, parent: self, key: key, userInfo: userInfo, watch: watch?.child(key))
  }

  package func container<Key: CodingKey>(
    keyedBy type: Key.Type
  ) throws -> KeyedDecodingContainer<Key> {
    guard case .dictionary(let members) = value else {
      throw noObject(keyedBy: type)
    }
    watch?.open(members)
    return KeyedDecodingContainer(ValueKeyedContainer(decoder: self, members: members))
  }

  package func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    switch value {
    case .array(let elements):
      return ValueUnkeyedContainer(decoder: self, elements: elements)
    case .dictionary(let members) where members.isEmpty:
      return ValueUnkeyedContainer(decoder: self, elements: [])
    default:
      throw mismatch(value, expected: "an array", type: [AnyCodableValue].self, key: nil)
    }
  }

  package func singleValueContainer() throws -> any SingleValueDecodingContainer {
    self
  }

  func mismatch(
    _ value: AnyCodableValue, expected: String, type: Any.Type, key: (any CodingKey)?
  ) -> DecodingError {
    let context = DecodingError.Context(
      codingPath: path(to: key),
      debugDescription: "expected \(expected), found \(value.kind.phrase)")
    return value == .null ? .valueNotFound(type, context) : .typeMismatch(type, context)
  }

  func corrupted(_ problem: String, key: (any CodingKey)?) -> DecodingError {
    .dataCorrupted(
      DecodingError.Context(codingPath: path(to: key), debugDescription: problem))
  }
}

extension ValueDecoder: SingleValueDecodingContainer {
  package func decodeNil() -> Bool {
    if case .null = value { true } else { false }
  }

  package func decode(_ type: Bool.Type) throws -> Bool { try bool(value, key: nil) }
  package func decode(_ type: String.Type) throws -> String { try string(value, key: nil) }
  package func decode(_ type: Double.Type) throws -> Double { try double(value, key: nil) }
  package func decode(_ type: Float.Type) throws -> Float { try float(value, key: nil) }
  package func decode<T: FixedWidthInteger & Decodable>(_ type: T.Type) throws -> T {
    try integer(value, as: type, key: nil)
  }

  package func decode<T: Decodable>(_ type: T.Type) throws -> T {
    try decode(value, as: type, key: nil)
  }
}

extension ValueDecoder {
  func bool(_ value: AnyCodableValue, key: (any CodingKey)?) throws -> Bool {
    guard case .bool(let bool) = value else {
      throw mismatch(value, expected: "a bool", type: Bool.self, key: key)
    }
    return bool
  }

  func string(_ value: AnyCodableValue, key: (any CodingKey)?) throws -> String {
    guard case .string(let string) = value else {
      throw mismatch(value, expected: "a string", type: String.self, key: key)
    }
    return string
  }

  func double(_ value: AnyCodableValue, key: (any CodingKey)?) throws -> Double {
    switch value {
    case .double(let number): return number
    case .int(let integer): return Double(integer)
    case .number(let number): return number.double
    default: throw mismatch(value, expected: "a number", type: Double.self, key: key)
    }
  }

  func float(_ value: AnyCodableValue, key: (any CodingKey)?) throws -> Float {
    let number = try double(value, key: key)
    guard let float = Float(rounding: number) else {
      throw corrupted("the number \(number) is out of range for Float", key: key)
    }
    return float
  }

  func integer<Integer: FixedWidthInteger>(
    _ value: AnyCodableValue, as type: Integer.Type, key: (any CodingKey)?
  ) throws -> Integer {
    switch value {
    case .int(let integer):
      if let exact = Integer(exactly: integer) { return exact }
      throw corrupted("the number \(integer) is out of range for \(type)", key: key)
    case .double(let number):
      if let exact = Integer(exactly: number) { return exact }
      let reason = number.rounded() == number ? "is out of range for \(type)" : "is not whole"
      throw corrupted("the number \(number) \(reason)", key: key)
    case .number(let number):
      let digits = number.digits
      if digits.isWhole, let exact = Integer(digits.description) { return exact }
      let reason = digits.isWhole ? "is out of range for \(type)" : "is not whole"
      throw corrupted("the number \(number.text.escaped) \(reason)", key: key)
    default:
      throw mismatch(value, expected: "a whole number", type: type, key: key)
    }
  }

  /// For common types, it doesn't create a decoder and a container.
  func decode<T: Decodable>(
    _ value: AnyCodableValue, as type: T.Type, key: (any CodingKey)?
  ) throws -> T {
    if type == AnyCodableValue.self {
      watch?.child(key).take()
      return same(value, as: type)
    }
    if type == String.self { return same(try string(value, key: key), as: type) }
    if type == Int.self { return same(try integer(value, as: Int.self, key: key), as: type) }
    if type == Double.self { return same(try double(value, key: key), as: type) }
    if type == Bool.self { return same(try bool(value, key: key), as: type) }
    if FoundationForm.isKnown(type), let special: T = try foundationValue(value, key: key) {
      return special
    }
    if case .array(let elements) = value, let list = T.self as? any ListReading.Type,
      let result = try list.read(elements, decoder: child(value, key: key)) as? T
    {
      return result
    }
    let decoder = child(value, key: key)
    decoder.type = type
    do {
      return try T(from: decoder)
    } catch {
      throw (error as? DecodingError).flatMap { decoder.explained($0, type) } ?? error
    }
  }

  /// Returns a value as `Target`, which must be the same type as `Value`.
  ///
  /// A conditional cast would take longer than decoding a number.
  func same<Value, Target>(_ value: Value, as type: Target.Type) -> Target {
    precondition(Value.self == Target.self)
    return withUnsafePointer(to: value) {
      UnsafeRawPointer($0).assumingMemoryBound(to: Target.self).pointee
    }
  }
}

/// A type that can be decoded from a list, although it is usually decoded from an object.
private protocol ListReading {
  static func read(_ elements: [AnyCodableValue], decoder: ValueDecoder) throws -> Self
}

/// A list becomes a dictionary with the keys 1, 2, 3, and so on.
extension Dictionary: ListReading where Key == Int, Value: Decodable {
  fileprivate static func read(
    _ elements: [AnyCodableValue], decoder: ValueDecoder
  ) throws -> [Int: Value] {
    var result = [Int: Value](minimumCapacity: elements.count)
    for (index, element) in elements.enumerated() {
      result[index + 1] = try decoder.decode(element, as: Value.self, key: DataKey.index(index))
    }
    return result
  }
}

extension ValueDecoder {
  /// Decodes a Foundation type whose usual JSON form differs from its own `Codable` form.
  ///
  /// Returns nil for a list, because `Data`'s `Codable` form is a list of bytes.
  func foundationValue<T: Decodable>(
    _ value: AnyCodableValue, key: (any CodingKey)?
  ) throws -> T? {
    if case .array = value { return nil }
    do throws(FormProblem) {
      return try FoundationForm.read(T.self, from: value)
    } catch {
      switch error {
      case .otherKind(let expected):
        throw mismatch(value, expected: expected, type: T.self, key: key)
      case .invalid(let problem): throw corrupted(problem, key: key)
      }
    }
  }
}

/// Clearer messages for errors that Swift's synthesized decoding of enums throws.
extension ValueDecoder {
  /// Returns an error that lists the known cases, or nil if the error isn't about the cases of the type.
  func explained<T>(_ error: DecodingError, _ type: T.Type) -> DecodingError? {
    switch error {
    case .dataCorrupted(let context)
    where context.debugDescription.hasPrefix("Cannot initialize \(type) from invalid"):
      let name = value.string
      return corrupted(
        "\(value.shortText) isn't a raw value of \(type)"
          + CaseNames.known(to: type, nearestTo: name), key: nil)
    case .typeMismatch(let mistaken, let context)
    where mistaken == type && context.debugDescription.hasPrefix("Invalid number of keys found"):
      let name: String? =
        if case .dictionary(let members) = value, members.count == 1 { members.keys.first } else {
          nil
        }
      let problem =
        name.map { "\(type) has no case `\($0.escaped)`" }
        ?? "\(value.shortText) isn't a case of \(type)"
      return .dataCorrupted(
        DecodingError.Context(
          codingPath: codingPath, debugDescription: problem, underlyingError: EnumCaseProblem()))
    default: return nil
    }
  }

  /// Returns the error for a value that isn't an object.
  ///
  /// If the value is the name of a case, its associated values may be missing.
  func noObject<Key: CodingKey>(keyedBy type: Key.Type) -> DecodingError {
    let error = mismatch(
      value, expected: "an object", type: [String: AnyCodableValue].self, key: nil)
    guard case .string(let name) = value, Key(stringValue: name) != nil,
      Key(stringValue: "\(name) ") == nil, case .typeMismatch(let type, let context) = error
    else { return error }
    return .typeMismatch(
      type,
      DecodingError.Context(
        codingPath: context.codingPath, debugDescription: context.debugDescription,
        underlyingError: EnumCaseProblem(name: name)))
  }
}

extension DecodingError {
  /// The context of the error, which is part of every case.
  package var context: Context? {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
      .keyNotFound(_, let context), .dataCorrupted(let context):
      context
    @unknown default: nil
    }
  }
}
