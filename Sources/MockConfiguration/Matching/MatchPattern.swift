public import MockData

/// A condition on the arguments of a call, similar to a MongoDB query.
///
/// An object whose keys all begin with `$` consists of operators. Any other object, including `{}`, must match
/// partially. Any other value must be equal. Numbers are compared by their mathematical values.
public struct MatchPattern: Codable, Sendable, Equatable {
  /// The pattern as written in the configuration.
  public let value: AnyCodableValue
  /// The checked pattern as a tree.
  package let node: Node

  /// Creates a pattern from a value.
  ///
  /// - Throws: ``MockConfigurationError`` for an unknown operator, an invalid operand, or a mix of operators
  ///   and field names.
  public init(_ value: AnyCodableValue) throws(MockConfigurationError) {
    do {
      try self.init(from: ValueDecoder(value: value, parent: nil, key: nil))
    } catch {
      throw MockConfigurationError(error)
    }
  }

  /// Reads a pattern.
  ///
  /// An unknown operator or an invalid operand is a `DecodingError` that names it.
  public init(from decoder: any Decoder) throws {
    try self.init(reading: try ConfigurationNode(decoder))
  }

  init(reading node: ConfigurationNode) throws {
    value = node.value
    self.node = try Node(reading: node)
  }

  /// Encodes the pattern as it was written in the configuration.
  public func encode(to encoder: any Encoder) throws {
    try value.encode(to: encoder)
  }

  /// Returns whether two patterns are written in the same way.
  ///
  /// Numbers are compared by their mathematical values.
  public static func == (first: MatchPattern, second: MatchPattern) -> Bool {
    first.value.isNumericallyEqual(to: second.value)
  }
}
