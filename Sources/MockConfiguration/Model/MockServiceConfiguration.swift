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

/// The state and the methods of one mocked service.
public struct MockServiceEntry: Codable, Sendable, Equatable, ConfigurationValue {
  /// The initial values of properties that aren't bound to shared state, if any.
  public var initialState: [String: AnyCodableValue]?
  /// The shared state key of each bound property, if any.
  public var bindings: [String: String]?
  /// The methods, by name.
  ///
  /// A method that isn't listed does nothing if it has no return value. Otherwise, its calls fail.
  public var methods: [String: MockMethodConfig]
  /// Whether calls to methods that have no response are passed to the live service; nil means false.
  ///
  /// For a host, true means that requests that match no route are sent to the network.
  public var passthrough: Bool?
  /// For a host, whether the arguments of calls also contain the request as it was sent; nil means false.
  package var raw: Bool?

  /// Creates an entry, by default without state or methods.
  public init(
    initialState: [String: AnyCodableValue]? = nil, bindings: [String: String]? = nil,
    methods: [String: MockMethodConfig] = [:], passthrough: Bool? = nil
  ) {
    self.initialState = initialState
    self.bindings = bindings
    self.methods = methods
    self.passthrough = passthrough
  }
}

extension MockServiceEntry {
  enum Key: String, ConfigurationKey {
    case initialState
    case bindings
    case methods
    case passthrough
    case raw
  }

  package init(reading node: ConfigurationNode) throws {
    let object = try ObjectReader<Key>(node)
    self.init(
      initialState: try object.read(.initialState) { try $0.members() },
      bindings: try object.read(.bindings) { try $0.object { try $0.string() } },
      methods: try object.read(.methods) { try $0.object { try MockMethodConfig(reading: $0) } }
        ?? [:], passthrough: try object.read(.passthrough) { try $0.bool() })
    raw = try object.read(.raw) { try $0.bool() }
  }

  package var encodedValue: AnyCodableValue { deferredJSON.tree }

  var deferredJSON: DeferredJSON {
    var object = ObjectWriter<Key>()
    object.add(.initialState, initialState.map { .dictionary($0) })
    object.add(.bindings, bindings.map { .dictionary($0.mapValues { .string($0) }) })
    // Older readers require `methods`, even if it is empty.
    object.add(.methods, deferred: .object(methods) { $0.deferredJSON })
    object.add(.passthrough, passthrough.map { .bool($0) })
    object.add(.raw, raw.map { .bool($0) })
    return object.json
  }
}

/// The responses of one mocked method.
public struct MockMethodConfig: Codable, Sendable, Equatable, ConfigurationValue {
  /// The responses in order.
  ///
  /// Each call gets the next response. Responses with a `match` have their own sequence for each pattern.
  public var responses: [MockResponse]
  /// The behavior after the last response of the sequence; nil (the default) means ``ExhaustBehavior/repeatLast``.
  public var exhaustBehavior: ExhaustBehavior?
  /// The path of the argument whose values each have their own sequence, such as `order.id`.
  ///
  /// Nil (the default) means a single sequence.
  public var sequenceKey: String?

  /// Creates a method's configuration.
  ///
  /// The last response repeats by default.
  public init(
    responses: [MockResponse], exhaustBehavior: ExhaustBehavior? = nil, sequenceKey: String? = nil
  ) {
    self.responses = responses
    self.exhaustBehavior = exhaustBehavior
    self.sequenceKey = sequenceKey
  }

  /// The behavior after the last response, including the default.
  package var effectiveExhaustBehavior: ExhaustBehavior {
    exhaustBehavior ?? .repeatLast
  }
}

extension MockMethodConfig {
  enum Key: String, ConfigurationKey {
    case responses
    case exhaustBehavior
    case sequenceKey
  }

  package init(reading node: ConfigurationNode) throws {
    let object = try ObjectReader<Key>(node)
    let responses = try object.demand(.responses) { node in
      let responses = try node.list { try MockResponse(reading: $0) }
      if node.count == 0 { throw node.error(.noResponses) }
      if let problem = MockConfigurationProblem(chancesOf: responses) {
        try object.note(node.error(problem))
      }
      return responses
    }
    let exhaustBehavior = try object.read(.exhaustBehavior) {
      try $0.name(of: "exhaust behavior", as: ExhaustBehavior.self)
    }
    let sequenceKey = try object.read(.sequenceKey) { try $0.string() }
    guard let responses else { throw node.context.collected }
    self.init(
      responses: responses, exhaustBehavior: exhaustBehavior, sequenceKey: sequenceKey)
  }

  package var encodedValue: AnyCodableValue { deferredJSON.tree }

  var deferredJSON: DeferredJSON {
    var object = ObjectWriter<Key>()
    object.add(.responses, deferred: .list(responses) { $0.deferredJSON })
    object.add(.exhaustBehavior, exhaustBehavior.map { .string($0.rawValue) })
    object.add(.sequenceKey, sequenceKey.map { .string($0) })
    return object.json
  }
}

/// The behavior of a method that is called after its last response was used.
public enum ExhaustBehavior: String, Codable, Sendable, CaseIterable {
  /// Returns the last response again.
  ///
  /// This is the default.
  case repeatLast
  /// Reports a failure that stops the process by default, to detect unexpected calls.
  ///
  /// If another failure handler doesn't stop the process, the call throws an error with the code `exhausted`.
  case fatalError
  /// Starts again with the first response.
  case cycle
  /// Throws an error with the code `exhausted`.
  case error
}

extension MockConfigurationProblem {
  /// Checks the chances of a method's responses; nil if they are valid.
  ///
  /// Chances of responses with the same pattern add up.
  package init?(chancesOf responses: [MockResponse]) {
    guard responses.contains(where: { $0.chance != nil }) else { return nil }
    let rules = Dictionary(grouping: responses) { $0.match?.value.withPlainNumbers }
    // Sums of decimal fractions aren't exact.
    let tolerance = 1e-9
    for rule in rules.values {
      let chances = rule.compactMap(\.chance)
      let total = chances.reduce(0, +)
      if total > 1 + tolerance {
        self = .chancesAboveOne(total)
        return
      }
      if chances.count == rule.count, total < 1 - tolerance {
        self = .chancesBelowOne(total)
        return
      }
    }
    return nil
  }
}
