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

  /// Decodes any type.
  ///
  /// Common types don't need their own decoder and container.
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

  /// Returns a value as the same type with another name, after the metatypes have been compared.
  ///
  /// A conditional cast would take longer than decoding a number.
  func same<Value, Target>(_ value: Value, as type: Target.Type) -> Target {
    precondition(Value.self == Target.self)
    return withUnsafePointer(to: value) {
      UnsafeRawPointer($0).assumingMemoryBound(to: Target.self).pointee
    }
  }
}

/// A type that can be decoded from a list although its own form is an object.
private protocol ListReading {
  static func read(_ elements: [AnyCodableValue], decoder: ValueDecoder) throws -> Self
}

/// A dictionary with integer keys.
///
/// A list in Lua fills it, starting at 1.
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
