package import MockData

/// The responses of an app's mocked services, as plain data.
public struct MockServiceConfiguration: Codable, Sendable, Equatable {
  /// The properties that services share, by key; nil for none.
  public var sharedState: [String: SharedStateProperty]?
  /// The mocked services, by the names of their protocols.
  public var services: [String: MockServiceEntry]
  /// The script whose functions respond to calls; nil if there is none.
  public var script: MockScript?
  /// The version of the format; nil (the default) means 1.
  public var formatVersion: Int?

  /// Creates a configuration; by default without shared state and without a script.
  public init(
    sharedState: [String: SharedStateProperty]? = nil, services: [String: MockServiceEntry],
    script: MockScript? = nil, formatVersion: Int? = nil
  ) {
    self.sharedState = sharedState
    self.services = services
    self.script = script
    self.formatVersion = formatVersion
  }

  /// Reads a configuration from any decoder, and makes all checks of the format.
  ///
  /// Unknown keys are ignored if `formatVersion` is above 1. If you use
  /// ``init(json:file:allowsUndeclaredSharedKeys:onWarning:)`` instead, errors also have lines and columns.
  public init(from decoder: any Decoder) throws {
    try self.init(reading: try ConfigurationNode(decoder))
  }

  /// Writes the configuration.
  public func encode(to encoder: any Encoder) throws {
    try encodedValue.encode(to: encoder)
  }
}

extension MockServiceConfiguration {
  enum Key: String, ConfigurationKey {
    case sharedState
    case services
    case script
    case formatVersion
  }

  init(reading node: ConfigurationNode) throws {
    // The version is read first, because a newer format may have more keys anywhere.
    formatVersion = try node.formatVersion(Key.formatVersion)?.number
    node.context.ignoresUnknownKeys = formatVersion ?? 1 > ReadingContext.knownFormatVersion
    let object = try ObjectReader<Key>(node)
    sharedState = try object.read(.sharedState) { node in
      try node.object { try SharedStateProperty(reading: $0) }
    }
    let services = try object.demand(.services) { node in
      try node.object { try MockServiceEntry(reading: $0) }
    }
    script = try object.read(.script) { try MockScript(reading: $0) }
    guard let services else { throw node.context.collected }
    self.services = services
    try checkRoutes(at: node)
    if !node.context.allowsUndeclaredSharedKeys {
      try checkSharedKeys(at: node, declared: object.optional(.sharedState)?.names() ?? [])
    }
  }

  package var encodedValue: AnyCodableValue { deferredJSON.tree }

  var deferredJSON: DeferredJSON {
    var object = ObjectWriter<Key>()
    object.add(.sharedState, sharedState.map { .dictionary($0.mapValues(\.encodedValue)) })
    object.add(.services, deferred: .object(services) { $0.deferredJSON })
    object.add(.script, script?.encodedValue)
    object.add(.formatVersion, formatVersion.map { .int($0) })
    return object.json
  }
}
