/// A decoder that can return a whole value directly, instead of being asked for one kind after another.
package protocol AnyCodableValueSource: Decoder {
  /// The value that is being decoded.
  func anyCodableValue() throws -> AnyCodableValue
}

extension AnyCodableValue: Codable {
  /// Reads a value of any kind from any decoder.
  ///
  /// A `JSONDecoder` reads `1.0` as an integer. The reader of configurations preserves the kind and all digits.
  public init(from decoder: any Decoder) throws {
    if let decoder = decoder as? ValueDecoder {
      self = decoder.value
      return
    }
    if let source = decoder as? any AnyCodableValueSource {
      self = try source.anyCodableValue()
      return
    }
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let bool = try? container.decode(Bool.self) {
      self = .bool(bool)
    } else if let integer = try? container.decode(Int.self) {
      self = .int(integer)
    } else if let large = try? container.decode(UInt64.self) {
      self = AnyCodableValue(exactly: large)
    } else if let number = try? container.decode(Double.self) {
      self = .double(number)
    } else if let string = try? container.decode(String.self) {
      self = .string(string)
    } else if (try? decoder.unkeyedContainer()) != nil {
      // Determine the kind of collection first, so that an error inside it is reported at its own place.
      self = .array(try container.decode([AnyCodableValue].self))
    } else {
      self = .dictionary(try container.decode([String: AnyCodableValue].self))
    }
  }

  /// Writes the value to any encoder.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .string(let string): try container.encode(string)
    case .int(let integer): try container.encode(integer)
    case .double(let number): try container.encode(number)
    case .number(let number):
      // Other encoders don't support numbers with any number of digits, but most support these types.
      if let large = UInt64(number.text) {
        try container.encode(large)
      } else {
        try container.encode(number.double)
      }
    case .bool(let bool): try container.encode(bool)
    case .dictionary(let members): try container.encode(members)
    case .array(let elements): try container.encode(elements)
    case .null: try container.encodeNil()
    }
  }
}
