public import MockData

/// A condition on the arguments of a call, in the manner of a MongoDB query.
///
/// An object whose keys all begin with `$` is operators; any other object, `{}` included, matches
/// partially. Everything else is compared exactly, with numbers by their mathematical value.
public struct MatchPattern: Codable, Sendable, Equatable {
  /// The pattern as the configuration states it.
  public let value: AnyCodableValue
  /// The pattern as a tree that has been checked.
  package let node: Node

  /// Creates a pattern of a value.
  ///
  /// - Throws: ``MockConfigurationError`` for an unknown operator, a wrong operand, or a mix of operators
  ///   and field names.
  public init(_ value: AnyCodableValue) throws(MockConfigurationError) {
    do {
      try self.init(from: ValueDecoder(value: value, parent: nil, key: nil))
    } catch {
      throw MockConfigurationError(error)
    }
  }

  /// Reads a pattern; an unknown operator and a wrong operand are `DecodingError`s that name it.
  public init(from decoder: any Decoder) throws {
    try self.init(reading: try ConfigurationNode(decoder))
  }

  init(reading node: ConfigurationNode) throws {
    value = node.value
    self.node = try Node(reading: node)
  }

  /// Writes the pattern as it was given.
  public func encode(to encoder: any Encoder) throws {
    try value.encode(to: encoder)
  }

  /// Tells whether two patterns are stated in the same way; numbers count by their mathematical value.
  public static func == (first: MatchPattern, second: MatchPattern) -> Bool {
    first.value.isNumericallyEqual(to: second.value)
  }
}
