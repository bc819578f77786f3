/// Everything that an app's mocked services answer, as plain data.
public struct MockServiceConfiguration: Codable, Sendable, Equatable {
  /// The properties that services share, by key; nil for none.
  public var sharedState: [String: SharedStateProperty]?
  /// The mocked services by the name of their protocol.
  public var services: [String: MockServiceEntry]
  /// The script that answers the callbacks; nil for none.
  public var script: MockScript?
  /// The version of the format; nil, the default, means 1.
  public var formatVersion: Int?

  /// Creates a configuration; it has neither shared state nor a script by default.
  public init(
    sharedState: [String: SharedStateProperty]? = nil, services: [String: MockServiceEntry],
    script: MockScript? = nil, formatVersion: Int? = nil
  ) {
    self.sharedState = sharedState
    self.services = services
    self.script = script
    self.formatVersion = formatVersion
  }

  /// Reads a configuration from any decoder with all checks of the format.
  ///
  /// Unknown keys are ignored where `formatVersion` is above 1. ``init(json:file:allowsUndeclaredSharedKeys:onWarning:)``
  /// names lines and columns as well.
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
    // A newer format may have more keys anywhere, so the version is looked at first.
    let members = try node.members()
    if let version = members[Key.formatVersion.rawValue], version != .null {
      formatVersion = try node.child(version, .name(Key.formatVersion.rawValue))
        .wholeNumber(atLeast: 1, "a format version, 1 or more")
      node.context.ignoresUnknownKeys =
        formatVersion ?? 1 > ReadingContext.knownFormatVersion
    }
    let object = try ObjectReader<Key>(node)
    sharedState = try object.optional(.sharedState)?
      .object { try SharedStateProperty(reading: $0) }
    services = try object.required(.services).object { try MockServiceEntry(reading: $0) }
    script = try object.optional(.script).map { try MockScript(reading: $0) }
    if !node.context.allowsUndeclaredSharedKeys { try checkSharedKeys(at: node) }
  }

  var encodedValue: AnyCodableValue {
    var object = ObjectWriter<Key>()
    object[.sharedState] = sharedState.map { .dictionary($0.mapValues(\.encodedValue)) }
    object[.services] = .dictionary(services.mapValues(\.encodedValue))
    object[.script] = script?.encodedValue
    object[.formatVersion] = formatVersion.map { .int($0) }
    return object.value
  }
}
