internal import MockConfiguration
package import MockData

/// The requirements of a protocol as `@Mocked` reads them, with names and types as written in the source.
public struct _MockContract: Sendable, Equatable {
  /// A method, initializer, or subscript, or a property that responds like a method.
  public struct Method: Sendable, Equatable {
    /// A parameter, with the name that patterns and functions use for it.
    public struct Parameter: Sendable, Equatable {
      /// The name.
      package var label: String
      /// The type as written.
      package var type: String
      /// The type itself.
      package var known = KnownType(nil)
      /// The shape of the argument's data, or `nil` if it hasn't been determined.
      package var shape: TypeShape?

      /// Creates a parameter from its label, its type as written, and its actual type.
      ///
      /// By default, the actual type is unknown.
      public init(_ label: String, _ type: String, _ known: (any Any.Type)? = nil) {
        (self.label, self.type, self.known) = (label, type, KnownType(known))
      }
    }

    /// The error type that defines the codes of a method's errors.
    enum Errors: Sendable, Equatable {
      /// The error type of the contract that contains the method.
      case ofContract
      /// The error type of an inherited protocol, which may not have one.
      case inherited(KnownType)
    }

    /// The name in scripts and configurations.
    package var key: String
    /// The parameters that are recorded.
    package var parameters: [Parameter]
    /// The type of the result as written, if any.
    package var result: String?
    /// The type of its responses' values: the result, or the elements of a stream.
    package var known: KnownType
    /// Whether its responses are streams.
    package var isStream: Bool
    /// The shape of its responses' data, or `nil` if it hasn't been determined.
    package var shape: TypeShape?
    /// The app's own error type, which defines the codes of the method's errors.
    var errors = Errors.ofContract
    /// The codes of its errors, or `nil` if they are unknown or any code is valid.
    package var codes: ErrorCodes?
    /// Whether it is `async`.
    package var isAsync: Bool
    /// Whether it throws.
    package var canThrow: Bool
    /// Whether its response may come later, because it is `async`, a stream, or calls a completion handler.
    package var waits: Bool
    /// Whether it is static.
    package var isStatic: Bool
    /// Whether it takes a handler that can be called with pushed values.
    package var takesHandler: Bool

    /// Whether the method is known not to use a response's value: it doesn't return or set anything, and doesn't call
    /// a closure with a value.
    var returnsNothing: Bool {
      result == nil && !isStream && (isAsync || !waits) && !key.hasPrefix("init")
        && !parameters.contains { $0.type.hasPrefix("inout ") }
    }

    /// Creates a method.
    ///
    /// By default, it has no parameters and no result, isn't `async`, and doesn't throw.
    ///
    /// - Parameters:
    ///   - key: The name in scripts.
    ///   - parameters: The parameters that are recorded.
    ///   - result: The type of the result as written.
    ///   - value: The type of the result, or `nil` if it is unknown or the responses are streams.
    ///   - element: The type of a stream's values.
    ///   - isAsync: Whether it is `async`.
    ///   - canThrow: Whether it throws.
    ///   - waits: Whether its response can arrive later, because it is `async`, returns a stream, or calls a completion
    ///     handler.
    ///   - isStatic: Whether it is static.
    ///   - takesHandler: Whether it takes a handler that can be called with pushed values.
    public init(
      _ key: String, _ parameters: [Parameter] = [], returns result: String? = nil,
      as value: (any Any.Type)? = nil, of element: (any Any.Type)? = nil,
      isAsync: Bool = false, canThrow: Bool = false, waits: Bool = false, isStatic: Bool = false,
      takesHandler: Bool = false
    ) {
      (known, isStream) = (KnownType(value ?? element), element != nil)
      (self.key, self.parameters, self.result) = (key, parameters, result)
      (self.isAsync, self.canThrow) = (isAsync, canThrow)
      (self.waits, self.isStatic, self.takesHandler) = (waits, isStatic, takesHandler)
    }
  }

  /// A property that exposes state.
  public struct Property: Sendable, Equatable {
    /// The name.
    package var name: String
    /// The type as written.
    package var type: String
    /// The type of its value.
    package var known: KnownType
    /// The shape of its values' data, or `nil` if it hasn't been determined.
    package var shape: TypeShape?
    /// Whether it can be set.
    package var isSettable: Bool

    /// Creates a property, which by default can't be set and has an unknown type.
    public init(
      _ name: String, _ type: String, as value: (any Any.Type)? = nil, isSettable: Bool = false
    ) {
      (self.name, self.type, self.isSettable) = (name, type, isSettable)
      known = KnownType(value)
    }
  }

  /// The name of the protocol, which is also the name of the service.
  package var name: String
  /// The methods, including inherited ones.
  public var methods: [Method]
  /// The properties, including inherited ones.
  public var properties: [Property]
  /// The app's own error type, if the macro names one.
  var errors = KnownType(nil)
  /// Whether the protocol may have more requirements, because it inherits something that only the compiler can resolve,
  /// such as a type alias of several protocols.
  package var isPartial: Bool
  /// The inherited protocols that are unknown because they aren't marked with `@Mocked`.
  var unmocked: [String] = []

  /// Creates the contract of a protocol that isn't marked with `@Mocked`.
  package init(unmocked name: String, isPartial: Bool) {
    self.init(name, isPartial: isPartial)
    unmocked = [name]
  }

  /// Creates a contract.
  ///
  /// - Parameters:
  ///   - name: The name of the protocol.
  ///   - methods: Its own methods.
  ///   - properties: Its own properties.
  ///   - errors: The app's own error type (default: none).
  ///   - inherited: The contracts of the protocols that it inherits from.
  ///   - isPartial: Whether the protocol may have requirements that aren't listed.
  public init(
    _ name: String, methods: [Method] = [], properties: [Property] = [],
    errors: (any MockErrorConvertible.Type)? = nil, inheriting inherited: [_MockContract] = [],
    isPartial: Bool = false
  ) {
    self.name = name
    self.errors = KnownType(errors)
    self.methods = methods + inherited.flatMap(\.inheritableMethods)
    self.properties = properties + inherited.flatMap(\.properties)
    self.isPartial = isPartial || inherited.contains(where: \.isPartial)
    unmocked = inherited.flatMap(\.unmocked)
  }
}

extension _MockContract {
  /// The methods as another protocol inherits them.
  private var inheritableMethods: [Method] {
    methods.map { method in
      var method = method
      if method.errors == .ofContract { method.errors = .inherited(errors) }
      return method
    }
  }

  /// Returns the app's error type that a method's failures are converted to, if any.
  func errors(of method: Method) -> (any MockErrorConvertible.Type)? {
    switch method.errors {
    case .ofContract: errors.type as? any MockErrorConvertible.Type
    case .inherited(let known): known.type as? any MockErrorConvertible.Type
    }
  }
}

// MARK: - JSON, in which default values may be omitted

extension _MockContract: Decodable {
  private enum Key: String, ConfigurationKey {
    case name, methods, properties, isPartial
  }

  /// Reads a contract.
  ///
  /// `methods` and `properties` default to empty, and `isPartial` to false.
  ///
  /// Unknown keys are ignored, since the app may use another version of the package.
  public init(from decoder: any Decoder) throws {
    try self.init(reading: try ConfigurationNode(decoder, ignoresUnknownKeys: true))
  }

  init(reading node: ConfigurationNode) throws {
    let members = try ObjectReader<Key>(node)
    name = try members.required(.name).string()
    methods = try members.optional(.methods)?.list { try Method(reading: $0) } ?? []
    properties = try members.optional(.properties)?.list { try Property(reading: $0) } ?? []
    isPartial = try members.flag(.isPartial)
  }

  /// The contract as data.
  package var value: AnyCodableValue {
    AnyCodableValue([
      Key.name: .string(name), .methods: .array(methods.map(\.value)),
      .properties: .array(properties.map(\.value)), .isPartial: isPartial.ifTrue,
    ])
  }
}

extension _MockContract.Method {
  private enum Key: String, ConfigurationKey {
    case key, parameters, result, shape, isStream, errors, isAsync, canThrow, waits, isStatic
    case takesHandler
  }

  fileprivate init(reading node: ConfigurationNode) throws {
    let members = try ObjectReader<Key>(node)
    key = try members.required(.key).string()
    parameters = try members.optional(.parameters)?.list { try Parameter(reading: $0) } ?? []
    result = try members.optional(.result)?.string()
    known = KnownType(nil)
    shape = try members.optional(.shape).map { try TypeShape(reading: $0) }
    isStream = try members.flag(.isStream)
    codes = try members.optional(.errors).map { try ErrorCodes(reading: $0) }
    isAsync = try members.flag(.isAsync)
    canThrow = try members.flag(.canThrow)
    waits = try members.flag(.waits)
    isStatic = try members.flag(.isStatic)
    takesHandler = try members.flag(.takesHandler)
  }

  fileprivate var value: AnyCodableValue {
    AnyCodableValue([
      Key.key: .string(key),
      .parameters: parameters.isEmpty ? .none : .array(parameters.map(\.value)),
      .result: result.map { .string($0) }, .shape: shape?.schema,
      .isStream: (isStream && shape != nil).ifTrue, .errors: codes?.value,
      .isAsync: isAsync.ifTrue, .canThrow: canThrow.ifTrue, .waits: waits.ifTrue,
      .isStatic: isStatic.ifTrue, .takesHandler: takesHandler.ifTrue,
    ])
  }
}

extension _MockContract.Property {
  private enum Key: String, ConfigurationKey {
    case name, type, shape, isSettable
  }

  fileprivate init(reading node: ConfigurationNode) throws {
    let members = try ObjectReader<Key>(node)
    name = try members.required(.name).string()
    type = try members.required(.type).string()
    known = KnownType(nil)
    shape = try members.optional(.shape).map { try TypeShape(reading: $0) }
    isSettable = try members.flag(.isSettable)
  }

  fileprivate var value: AnyCodableValue {
    AnyCodableValue([
      Key.name: .string(name), .type: .string(type), .shape: shape?.schema,
      .isSettable: .bool(isSettable),
    ])
  }
}

extension _MockContract.Method.Parameter {
  private enum Key: String, ConfigurationKey {
    case label, type, shape
  }

  fileprivate init(reading node: ConfigurationNode) throws {
    let members = try ObjectReader<Key>(node)
    label = try members.required(.label).string()
    type = try members.required(.type).string()
    shape = try members.optional(.shape).map { try TypeShape(reading: $0) }
  }

  fileprivate var value: AnyCodableValue {
    AnyCodableValue([Key.label: .string(label), .type: .string(type), .shape: shape?.schema])
  }
}

extension Bool {
  /// The value if it is true, or `nil`.
  fileprivate var ifTrue: AnyCodableValue? { self ? .bool(true) : .none }
}

/// A type that a contract names, as a metatype.
///
/// The shape of the type is computed on request. The metatype affects neither equality nor the contract's file:
/// contracts with and without it are equal.
package struct KnownType: Sendable, Equatable {
  /// The type, or `nil` if the protocol's mock couldn't name it.
  package var type: (any Any.Type)?

  package init(_ type: (any Any.Type)?) { self.type = type }

  /// Returns true, because contracts don't differ by their metatypes.
  package static func == (first: KnownType, second: KnownType) -> Bool { true }
}
