internal import MockData

extension MockScript {
  /// A module of a script.
  package struct Module: Codable, Sendable, Equatable {
    /// The file name of the module for messages.
    package var file: String
    /// The source text of the module.
    package var source: String

    /// Creates a module.
    package init(file: String, source: String) {
      self.file = file
      self.source = source
    }

    /// Reads a module.
    ///
    /// An unknown or missing key is a `DecodingError`.
    public init(from decoder: any Decoder) throws {
      try self.init(reading: try ConfigurationNode(decoder))
    }

    /// Writes the module.
    public func encode(to encoder: any Encoder) throws {
      try encodedValue.encode(to: encoder)
    }
  }
}

extension MockScript.Module {
  enum Key: String, ConfigurationKey {
    case file
    case source
  }

  init(reading node: ConfigurationNode) throws {
    let object = try ObjectReader<Key>(node)
    let file = try object.demand(.file) { try $0.string() }
    let source = try object.demand(.source) { try $0.string() }
    guard let file, let source else { throw node.context.collected }
    self.init(file: file, source: source)
  }

  var encodedValue: AnyCodableValue {
    var object = ObjectWriter<Key>()
    object.add(.file, .string(file))
    object.add(.source, .string(source))
    return object.json.tree
  }
}
