public import MockData

/// The responses of an app's mocked services, as plain data.
///
/// Decoding a configuration validates it. Unknown keys are ignored if `formatVersion` is above 1. If you use
/// ``init(json:file:allowsUndeclaredSharedKeys:onWarning:)`` instead of a decoder, errors also have lines and columns.
public struct MockServiceConfiguration: Codable, Sendable, Equatable, ConfigurationValue {
  /// The properties of the shared state, by key; nil if there aren't any.
  public var sharedState: [String: SharedStateProperty]?
  /// The mocked services, by the names of their protocols, and the hosts with routes, by their addresses.
  public var services: [String: MockServiceEntry]
  /// The script whose functions respond to calls, if any.
  public var script: MockScript?
  /// The version of the format; nil (the default) means 1.
  public var formatVersion: Int?

  /// Creates a configuration, without shared state and without a script by default.
  public init(
    sharedState: [String: SharedStateProperty]? = nil, services: [String: MockServiceEntry],
    script: MockScript? = nil, formatVersion: Int? = nil
  ) {
    self.sharedState = sharedState
    self.services = services
    self.script = script
    self.formatVersion = formatVersion
  }
}

extension MockServiceConfiguration {
  enum Key: String, ConfigurationKey {
    case sharedState
    case services
    case script
    case formatVersion
  }

  package init(reading node: ConfigurationNode) throws {
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

extension MockServiceConfiguration {
  /// Reads a configuration from JSON.
  ///
  /// An unknown key is an error, unless `formatVersion` is above 1.
  ///
  /// - Parameters:
  ///   - json: The text.
  ///   - file: The name of the file in errors, if any.
  ///   - allowsUndeclaredSharedKeys: Whether bindings and updates may use undeclared shared state; false by default.
  ///   - onWarning: Receives each unknown key that is ignored because `formatVersion` is above 1.
  /// - Throws: ``MockConfigurationError`` with path, line, and column.
  public init(
    json: String, file: String? = nil, allowsUndeclaredSharedKeys: Bool = false,
    onWarning: (MockConfigurationError) -> Void = { _ in }
  ) throws(MockConfigurationError) {
    self = try ConfigurationText.read(
      json, file: file, allowsUndeclaredSharedKeys: allowsUndeclaredSharedKeys
    ) { text throws(MockConfigurationError) in
      let configuration = try text.read { try MockServiceConfiguration(reading: $0) }
      for warning in text.context.warnings { onWarning(text.error(warning)) }
      return configuration
    }
  }

  /// Returns the configuration as JSON.
  ///
  /// Equal configurations produce equal JSON.
  ///
  /// The JSON is pretty-printed by default, and has no newline at the end.
  ///
  /// - Throws: ``MockJSONWriteError`` for NaN or an infinity, with its path.
  public func json(_ style: MockJSONStyle = .pretty) throws(MockJSONWriteError) -> String {
    String(decoding: try JSONWriter(style: style).utf8(from: deferredJSON), as: UTF8.self)
  }
}

extension MockServiceConfiguration {
  /// Reports bindings and updates that use shared state that isn't declared.
  func checkSharedKeys(at root: ConfigurationNode, declared: Set<String>) throws {
    let services = root.child(.null, .name(Key.services.rawValue))
    for (name, entry) in self.services.sortedByKeyBytes() {
      let service = services.child(.null, .name(name))
      let bindings = service.child(.null, .name(MockServiceEntry.Key.bindings.rawValue))
      for (property, key) in (entry.bindings ?? [:]).sortedByKeyBytes() {
        try check(key, declared, at: bindings.child(.null, .name(property)), isKey: false)
      }
      let methods = service.child(.null, .name(MockServiceEntry.Key.methods.rawValue))
      // Most methods don't update anything. Filtering them out takes less time than sorting all of them.
      let updating = entry.methods.filter {
        $0.value.responses.contains { $0.updateSharedState != nil }
      }
      for (method, config) in updating.sortedByKeyBytes() {
        let place = methods.child(.null, .name(method))
          .child(.null, .name(MockMethodConfig.Key.responses.rawValue))
        try check(config.responses, declared, at: place)
      }
    }
  }

  private func check(
    _ responses: [MockResponse], _ declared: Set<String>, at place: ConfigurationNode
  ) throws {
    for (index, response) in responses.enumerated() {
      guard let updates = response.updateSharedState else { continue }
      let node = place.child(.null, .index(index))
        .child(.null, .name(MockResponse.Key.updateSharedState.rawValue))
      for (key, _) in updates.sortedByKeyBytes() {
        try check(key, declared, at: node.child(.null, .name(key)), isKey: true)
      }
    }
  }

  private func check(
    _ key: String, _ declared: Set<String>, at node: ConfigurationNode, isKey: Bool
  ) throws {
    guard !declared.contains(key) else { return }
    let names = declared.sorted { $0.precedesInBytes($1) }
    try node.context.note(
      node.error(.undeclaredSharedKey(key, declared: names), atKey: isKey))
  }
}

/// A property of the shared state, which services can bind to and responses can update.
public struct SharedStateProperty: Codable, Sendable, Equatable, ConfigurationValue {
  /// The value before the first update, which can be ``AnyCodableValue/null``.
  public var initial: AnyCodableValue

  /// Creates a property with its initial value.
  public init(initial: AnyCodableValue) {
    self.initial = initial
  }
}

extension SharedStateProperty {
  enum Key: String, ConfigurationKey {
    case initial
  }

  package init(reading node: ConfigurationNode) throws {
    self.init(initial: try ObjectReader<Key>(node).required(.initial).value)
  }

  package var encodedValue: AnyCodableValue {
    AnyCodableValue([Key.initial: initial])
  }
}

/// A type to which configurations can be added, such as `MockScenario`.
///
/// A module that creates configurations, for example from scripts, can add its own `with(...)` method in an extension
/// of this protocol. The module then doesn't depend on the type that launches the app.
public protocol MockConfigurationComposing {
  /// Adds everything in a configuration.
  ///
  /// - Parameters:
  ///   - configuration: The configuration.
  ///   - description: The name of the configuration in messages; nil to use the names of its services.
  /// - Returns: A copy that includes the configuration.
  func with(_ configuration: MockServiceConfiguration, description: String?) -> Self
}
