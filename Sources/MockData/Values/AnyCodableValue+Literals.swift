extension AnyCodableValue: ExpressibleByStringLiteral {
  /// Makes a ``string(_:)`` of a literal.
  public init(stringLiteral value: String) {
    self = .string(value)
  }
}

extension AnyCodableValue: ExpressibleByStringInterpolation {}

extension AnyCodableValue: ExpressibleByIntegerLiteral {
  /// Makes an ``int(_:)`` of a literal.
  public init(integerLiteral value: Int) {
    self = .int(value)
  }
}

extension AnyCodableValue: ExpressibleByFloatLiteral {
  /// Makes a ``double(_:)`` of a literal.
  public init(floatLiteral value: Double) {
    self = .double(value)
  }
}

extension AnyCodableValue: ExpressibleByBooleanLiteral {
  /// Makes a ``bool(_:)`` of a literal.
  public init(booleanLiteral value: Bool) {
    self = .bool(value)
  }
}

extension AnyCodableValue: ExpressibleByArrayLiteral {
  /// Makes an ``array(_:)`` of a literal.
  public init(arrayLiteral elements: AnyCodableValue...) {
    self = .array(elements)
  }
}

extension AnyCodableValue: ExpressibleByDictionaryLiteral {
  /// Makes a ``dictionary(_:)`` of a literal; the last of equal keys wins.
  public init(dictionaryLiteral elements: (String, AnyCodableValue)...) {
    self = .dictionary(Dictionary(elements) { _, last in last })
  }
}

extension AnyCodableValue: ExpressibleByNilLiteral {
  /// Makes a ``null``; where an optional value is expected, `nil` still means that there is none.
  public init(nilLiteral: ()) {
    self = .null
  }
}
