public import MockData

/// The state and the methods of one mocked service.
public struct MockServiceEntry: Codable, Sendable, Equatable {
  /// The initial values of properties that are not bound to shared state; nil for none.
  public var initialState: [String: AnyCodableValue]?
  /// The shared state key of each bound property; nil for none.
  public var bindings: [String: String]?
  /// The methods, by name.
  ///
  /// A method that returns nothing and isn't listed does nothing.
  public var methods: [String: MockMethodConfig]
  /// For a host, whether requests that match no route are passed through; nil means false.
  public var passthrough: Bool?
  /// For a host, whether calls also contain the request as it was sent; nil means false.
  package var raw: Bool?

  /// Creates an entry; by default without state and methods.
  public init(
    initialState: [String: AnyCodableValue]? = nil, bindings: [String: String]? = nil,
    methods: [String: MockMethodConfig] = [:], passthrough: Bool? = nil
  ) {
    self.initialState = initialState
    self.bindings = bindings
    self.methods = methods
    self.passthrough = passthrough
  }

  /// Reads an entry.
  ///
  /// `methods` is optional. An unknown key is a `DecodingError`.
  public init(from decoder: any Decoder) throws {
    try self.init(reading: try ConfigurationNode(decoder))
  }

  /// Encodes the entry, always with `methods`, because older readers require it.
  public func encode(to encoder: any Encoder) throws {
    try encodedValue.encode(to: encoder)
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

  init(reading node: ConfigurationNode) throws {
    let object = try ObjectReader<Key>(node)
    self.init(
      initialState: try object.read(.initialState) { try $0.members() },
      bindings: try object.read(.bindings) { try $0.object { try $0.string() } },
      methods: try object.read(.methods) { try $0.object { try MockMethodConfig(reading: $0) } }
        ?? [:], passthrough: try object.read(.passthrough) { try $0.bool() })
    raw = try object.read(.raw) { try $0.bool() }
  }

  var encodedValue: AnyCodableValue { deferredJSON.tree }

  var deferredJSON: DeferredJSON {
    var object = ObjectWriter<Key>()
    object.add(.initialState, initialState.map { .dictionary($0) })
    object.add(.bindings, bindings.map { .dictionary($0.mapValues { .string($0) }) })
    object.add(.methods, deferred: .object(methods) { $0.deferredJSON })
    object.add(.passthrough, passthrough.map { .bool($0) })
    object.add(.raw, raw.map { .bool($0) })
    return object.json
  }
}
