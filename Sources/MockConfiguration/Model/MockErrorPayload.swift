public import MockData

/// The error that a mocked method throws, as written in the configuration.
public struct MockErrorPayload: Codable, Sendable, Equatable {
  /// The code by which the app identifies the error.
  public var code: String
  /// The human-readable message.
  public var message: String
  /// More data about the error; nil by default.
  public var details: AnyCodableValue?

  /// Creates a payload; by default without details.
  public init(code: String, message: String, details: AnyCodableValue? = nil) {
    self.code = code
    self.message = message
    self.details = details
  }

  /// Reads a payload.
  ///
  /// An unknown or missing key is a `DecodingError`.
  public init(from decoder: any Decoder) throws {
    try self.init(reading: try ConfigurationNode(decoder))
  }

  /// Writes the payload.
  public func encode(to encoder: any Encoder) throws {
    try encodedValue.encode(to: encoder)
  }
}

extension MockErrorPayload {
  enum Key: String, ConfigurationKey {
    case code
    case message
    case details
  }

  init(reading node: ConfigurationNode) throws {
    let object = try ObjectReader<Key>(node)
    let code = try object.demand(.code) { try $0.string() }
    let message = try object.demand(.message) { try $0.string() }
    guard let code, let message else { throw node.context.collected }
    self.init(code: code, message: message, details: object.value(.details))
  }

  var encodedValue: AnyCodableValue {
    var object = ObjectWriter<Key>()
    object.add(.code, .string(code))
    object.add(.message, .string(message))
    object.add(.details, details)
    return object.json.tree
  }
}
