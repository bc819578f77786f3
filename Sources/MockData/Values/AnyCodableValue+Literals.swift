extension AnyCodableValue: ExpressibleByStringLiteral {
  /// Creates a ``string(_:)`` from a literal.
  public init(stringLiteral value: String) {
    self = .string(value)
  }
}

extension AnyCodableValue: ExpressibleByStringInterpolation {}

extension AnyCodableValue: ExpressibleByIntegerLiteral {
  /// Creates an ``int(_:)`` from a literal.
  public init(integerLiteral value: Int) {
    self = .int(value)
  }
}

extension AnyCodableValue: ExpressibleByFloatLiteral {
  /// Creates a ``double(_:)`` from a literal.
  public init(floatLiteral value: Double) {
    self = .double(value)
  }
}

extension AnyCodableValue: ExpressibleByBooleanLiteral {
  /// Creates a ``bool(_:)`` from a literal.
  public init(booleanLiteral value: Bool) {
    self = .bool(value)
  }
}

extension AnyCodableValue: ExpressibleByArrayLiteral {
  /// Creates an ``array(_:)`` from a literal.
  public init(arrayLiteral elements: AnyCodableValue...) {
    self = .array(elements)
  }
}

extension AnyCodableValue: ExpressibleByDictionaryLiteral {
  /// Creates a ``dictionary(_:)`` from a literal.
  ///
  /// If keys are equal, the last one wins.
  public init(dictionaryLiteral elements: (String, AnyCodableValue)...) {
    self = .dictionary(Dictionary(elements) { _, last in last })
  }
}

extension AnyCodableValue: ExpressibleByNilLiteral {
  /// Creates a ``null``.
  ///
  /// If an optional value is expected, however, `nil` means that there is no value.
  public init(nilLiteral: ()) {
    self = .null
  }
}
