internal import MockData

/// The responses of one mocked method.
public struct MockMethodConfig: Codable, Sendable, Equatable {
  /// The responses in order.
  ///
  /// The nth call gets the nth response, not counting responses with a `match`.
  public var responses: [MockResponse]
  /// The behavior after the last response; nil (the default) means ``ExhaustBehavior/repeatLast``.
  public var exhaustBehavior: ExhaustBehavior?
  /// The argument whose values have separate sequences, such as `order.id`.
  public var sequenceKey: String?

  /// Creates a method's configuration; by default, the last response repeats.
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

  /// Reads a method.
  ///
  /// An unknown key or an empty list of responses is a `DecodingError`.
  public init(from decoder: any Decoder) throws {
    try self.init(reading: try ConfigurationNode(decoder))
  }

  /// Writes the method.
  public func encode(to encoder: any Encoder) throws {
    try encodedValue.encode(to: encoder)
  }
}

extension MockMethodConfig {
  enum Key: String, ConfigurationKey {
    case responses
    case exhaustBehavior
    case sequenceKey
  }

  init(reading node: ConfigurationNode) throws {
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

  var encodedValue: AnyCodableValue { deferredJSON.tree }

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
  /// Stops the process through the failure handler, to find calls that aren't expected.
  case fatalError
  /// Starts again with the first response.
  case cycle
  /// Throws an error with the code `exhausted`.
  case error
}
