extension AnyCodableValue {
  /// The kind of a value, with the name that `$type` patterns and messages use.
  package enum Kind: String, Sendable, CaseIterable {
    /// JSON `null`.
    case null
    /// `true` or `false`.
    case bool
    /// A whole number.
    case int
    /// A floating-point number.
    case double
    /// Text.
    case string
    /// A list of values.
    case array
    /// Named values.
    case object
  }

  /// The kind of this value as it is stored: `.double(1)` is a `double`, although it is a whole number.
  package var kind: Kind {
    switch self {
    case .string: .string
    case .int: .int
    case .double: .double
    case .number(let number): number.isInteger ? .int : .double
    case .bool: .bool
    case .dictionary: .object
    case .array: .array
    case .null: .null
    }
  }
}

extension AnyCodableValue.Kind {
  /// The kind with its article, for a sentence: `a string`, `an int`, `null`.
  package var phrase: String {
    switch self {
    case .null: "null"
    case .int, .array, .object: "an \(rawValue)"
    case .bool, .double, .string: "a \(rawValue)"
    }
  }
}
