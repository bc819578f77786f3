public import MockData

/// A property of the shared state, which services can bind to and responses can update.
public struct SharedStateProperty: Codable, Sendable, Equatable {
  /// The value before the first update, which can be ``AnyCodableValue/null``.
  public var initial: AnyCodableValue

  /// Creates a property with its initial value.
  public init(initial: AnyCodableValue) {
    self.initial = initial
  }

  /// Reads a property.
  ///
  /// An unknown key or a missing `initial` is a `DecodingError`.
  public init(from decoder: any Decoder) throws {
    try self.init(reading: try ConfigurationNode(decoder))
  }

  /// Writes the property.
  public func encode(to encoder: any Encoder) throws {
    try encodedValue.encode(to: encoder)
  }
}

extension SharedStateProperty {
  enum Key: String, ConfigurationKey {
    case initial
  }

  init(reading node: ConfigurationNode) throws {
    self.init(initial: try ObjectReader<Key>(node).required(.initial).value)
  }

  var encodedValue: AnyCodableValue {
    var object = ObjectWriter<Key>()
    object.add(.initial, initial)
    return object.json.tree
  }
}
