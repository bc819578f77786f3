public import MockData

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
