/// What a protocol requires, as `@Mocked` has seen it: names and types as they are written.
public struct MockContract: Sendable, Equatable, Codable {
  /// A method, an initializer or a subscript, or a property whose answer is that of a method.
  public struct Method: Sendable, Equatable, Codable {
    /// A parameter under the name that patterns and functions know.
    public struct Parameter: Sendable, Equatable, Codable {
      /// The name.
      public var label: String
      /// The type as written.
      public var type: String

      /// Creates a parameter.
      public init(_ label: String, _ type: String) {
        (self.label, self.type) = (label, type)
      }
    }

    /// The name in scripts and configurations.
    public var key: String
    /// The parameters that are recorded.
    public var parameters: [Parameter]
    /// The type of the result as written; nil for none.
    public var result: String?
    /// Whether it is `async`.
    public var isAsync: Bool
    /// Whether it throws.
    public var canThrow: Bool
    /// Whether its answer may come later: it is `async`, a stream, or calls a completion handler.
    public var waits: Bool
    /// Whether it belongs to no instance.
    public var isStatic: Bool

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
    public var name: String
    /// The type as written.
    public var type: String
    /// Whether it can be set.
    public var isSettable: Bool

    /// Creates a property, which cannot be set by default.
    public init(_ name: String, _ type: String, isSettable: Bool = false) {
      (self.name, self.type, self.isSettable) = (name, type, isSettable)
    }
  }

  /// The name of the protocol, which is that of the service.
  public var name: String
  /// The methods, those of inherited protocols included.
  public var methods: [Method]
  /// The properties, those of inherited protocols included.
  public var properties: [Property]

  /// Creates a contract.
  ///
  /// - Parameters:
  ///   - name: The name of the protocol.
  ///   - methods: Its own methods.
  ///   - properties: Its own properties.
  ///   - inherited: The contracts of the protocols that it inherits from.
  public init(
    _ name: String, methods: [Method] = [], properties: [Property] = [],
    inheriting inherited: [MockContract] = []
  ) {
    self.name = name
    self.methods = methods + inherited.flatMap(\.methods)
    self.properties = properties + inherited.flatMap(\.properties)
  }
}
