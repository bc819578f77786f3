/// What a protocol requires, as `@Mocked` has seen it: names and types as they are written.
public struct _MockContract: Sendable, Equatable, Codable {
  /// A method, an initializer or a subscript, or a property whose answer is that of a method.
  public struct Method: Sendable, Equatable, Codable {
    /// A parameter under the name that patterns and functions know.
    public struct Parameter: Sendable, Equatable, Codable {
      /// The name.
      package var label: String
      /// The type as written.
      package var type: String

      /// Creates a parameter.
      public init(_ label: String, _ type: String) {
        (self.label, self.type) = (label, type)
      }
    }

    /// The name in scripts and configurations.
    package var key: String
    /// The parameters that are recorded.
    package var parameters: [Parameter]
    /// The type of the result as written; nil for none.
    package var result: String?
    /// Whether it is `async`.
    package var isAsync: Bool
    /// Whether it throws.
    package var canThrow: Bool
    /// Whether its answer may come later: it is `async`, a stream, or calls a completion handler.
    package var waits: Bool
    /// Whether it belongs to no instance.
    package var isStatic: Bool

    /// Creates a method; it takes nothing, returns nothing, is not `async` and does not throw by default.
    public init(
      _ key: String, _ parameters: [Parameter] = [], returns result: String? = nil,
      isAsync: Bool = false, canThrow: Bool = false, waits: Bool = false, isStatic: Bool = false
    ) {
      (self.key, self.parameters, self.result) = (key, parameters, result)
      (self.isAsync, self.canThrow) = (isAsync, canThrow)
      (self.waits, self.isStatic) = (waits, isStatic)
    }
  }

  /// A property that shows state.
  public struct Property: Sendable, Equatable, Codable {
    /// The name.
    package var name: String
    /// The type as written.
    package var type: String
    /// Whether it can be set.
    package var isSettable: Bool

    /// Creates a property, which cannot be set by default.
    public init(_ name: String, _ type: String, isSettable: Bool = false) {
      (self.name, self.type, self.isSettable) = (name, type, isSettable)
    }
  }

  /// The name of the protocol, which is that of the service.
  package var name: String
  /// The methods, those of inherited protocols included.
  public var methods: [Method]
  /// The properties, those of inherited protocols included.
  public var properties: [Property]
  /// Whether it may require more: it inherits from what only the compiler knows, such as an alias of several protocols.
  package var isPartial: Bool

  /// Creates a contract.
  ///
  /// - Parameters:
  ///   - name: The name of the protocol.
  ///   - methods: Its own methods.
  ///   - properties: Its own properties.
  ///   - inherited: The contracts of the protocols that it inherits from.
  ///   - isPartial: Whether the protocol may require more than is known.
  public init(
    _ name: String, methods: [Method] = [], properties: [Property] = [],
    inheriting inherited: [_MockContract] = [], isPartial: Bool = false
  ) {
    self.name = name
    self.methods = methods + inherited.flatMap(\.methods)
    self.properties = properties + inherited.flatMap(\.properties)
    self.isPartial = isPartial || inherited.contains(where: \.isPartial)
  }
}

// MARK: - JSON, in which what is usual may be left out, and is when Swift writes it

extension _MockContract {
  private enum CodingKeys: String, CodingKey {
    case name, methods, properties, isPartial
  }

  /// Reads a contract; `methods` and `properties` are empty where they are left out, `isPartial` is false.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    name = try members.decode(String.self, forKey: .name)
    methods = try members.decodeIfPresent([Method].self, forKey: .methods) ?? []
    properties = try members.decodeIfPresent([Property].self, forKey: .properties) ?? []
    isPartial = try members.decodeIfPresent(Bool.self, forKey: .isPartial) ?? false
  }

  /// Writes a contract; `isPartial` only where it is true.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(name, forKey: .name)
    try members.encode(methods, forKey: .methods)
    try members.encode(properties, forKey: .properties)
    if isPartial { try members.encode(isPartial, forKey: .isPartial) }
  }
}

extension _MockContract.Method {
  private enum CodingKeys: String, CodingKey {
    case key, parameters, result, isAsync, canThrow, waits, isStatic
  }

  /// Reads a method; the defaults are those of ``init(_:_:returns:isAsync:canThrow:waits:isStatic:)``.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    func flag(_ key: CodingKeys) throws -> Bool {
      try members.decodeIfPresent(Bool.self, forKey: key) ?? false
    }
    key = try members.decode(String.self, forKey: .key)
    parameters = try members.decodeIfPresent([Parameter].self, forKey: .parameters) ?? []
    result = try members.decodeIfPresent(String.self, forKey: .result)
    isAsync = try flag(.isAsync)
    canThrow = try flag(.canThrow)
    waits = try flag(.waits)
    isStatic = try flag(.isStatic)
  }

  /// Writes a method without what is false, empty or nil.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    func write(_ flag: Bool, _ key: CodingKeys) throws {
      if flag { try members.encode(flag, forKey: key) }
    }
    try members.encode(key, forKey: .key)
    if !parameters.isEmpty { try members.encode(parameters, forKey: .parameters) }
    try members.encodeIfPresent(result, forKey: .result)
    try write(isAsync, .isAsync)
    try write(canThrow, .canThrow)
    try write(waits, .waits)
    try write(isStatic, .isStatic)
  }
}

extension _MockContract.Property {
  private enum CodingKeys: String, CodingKey {
    case name, type, isSettable
  }

  /// Reads a property, which cannot be set where `isSettable` is left out.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    name = try members.decode(String.self, forKey: .name)
    type = try members.decode(String.self, forKey: .type)
    isSettable = try members.decodeIfPresent(Bool.self, forKey: .isSettable) ?? false
  }
}
