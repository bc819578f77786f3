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
    default: throw mismatch(value, expected: "a number", type: Double.self, key: key)
    }
  }

  func float(_ value: AnyCodableValue, key: (any CodingKey)?) throws -> Float {
    let number = try double(value, key: key)
    let float = Float(number)
    guard float.isFinite || !number.isFinite else {
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
    default:
      throw mismatch(value, expected: "a whole number", type: type, key: key)
    }
  }

  /// Decodes any type; the common ones without a decoder and a container of their own.
  func decode<T: Decodable>(
    _ value: AnyCodableValue, as type: T.Type, key: (any CodingKey)?
  ) throws -> T {
    if type == AnyCodableValue.self { return same(value, as: type) }
    if type == String.self { return same(try string(value, key: key), as: type) }
    if type == Int.self { return same(try integer(value, as: Int.self, key: key), as: type) }
    if type == Double.self { return same(try double(value, key: key), as: type) }
    if type == Bool.self { return same(try bool(value, key: key), as: type) }
    if let special: T = try foundationValue(value, key: key) { return special }
    return try T(from: child(value, key: key))
  }

  /// Gives a value the name of its own type, known to be equal by comparing metatypes.
  ///
  /// A conditional cast costs more than decoding a number.
  func same<Value, Target>(_ value: Value, as type: Target.Type) -> Target {
    precondition(Value.self == Target.self)
    return withUnsafePointer(to: value) {
      UnsafeRawPointer($0).assumingMemoryBound(to: Target.self).pointee
    }
  }
}
