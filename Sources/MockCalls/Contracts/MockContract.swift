internal import MockConfiguration
package import MockData

/// The requirements of a protocol that `@Mocked` has read, with names and types as written in source code.
public struct _MockContract: Sendable, Equatable {
  /// A method, initializer, or subscript, or a property whose value comes from a response.
  public struct Method: Sendable, Equatable {
    /// A parameter, with its name in patterns and functions.
    public struct Parameter: Sendable, Equatable {
      package var label: String
      /// The type, as written in source code.
      package var type: String
      /// The type itself.
      package var known = KnownType(nil)
      /// The shape of the argument's data, or `nil` if it isn't known yet.
      package var shape: TypeShape?

      /// Creates a parameter from its label, its type as written, and its actual type.
      ///
      /// By default, the actual type is unknown.
      public init(_ label: String, _ type: String, _ known: (any Any.Type)? = nil) {
        (self.label, self.type, self.known) = (label, type, KnownType(known))
      }
    }

    /// The kind of error type that defines the codes of a method's errors.
    enum Errors: Sendable, Equatable {
      /// The error type of the method's own contract.
      case ofContract
      /// The error type of an inherited protocol, which may not have one.
      case inherited(KnownType)
    }

    /// The name in scripts and configurations.
    package var key: String
    /// The parameters whose arguments are recorded.
    package var parameters: [Parameter]
    /// The type of the result, as written in source code, or `nil` if the method returns nothing.
    package var result: String?
    /// The type of the responses' values, which is the type of the result or of a stream's elements.
    package var known: KnownType
    package var isStream: Bool
    /// The shape of the responses' data, or `nil` if it isn't known yet.
    package var shape: TypeShape?
    /// The app's own error type, which defines the codes of the method's errors.
    var errors = Errors.ofContract
    /// The valid codes of the method's errors, or `nil` if they are unknown or any code is valid.
    package var codes: ErrorCodes?
    package var isAsync: Bool
    package var canThrow: Bool
    /// Whether the response can arrive later, because the method is `async`, returns a stream, or calls a completion
    /// handler.
    package var waits: Bool
    package var isStatic: Bool
    /// Whether the method takes a handler that can be called with pushed values.
    package var takesHandler: Bool

    /// Whether it is certain that the method never uses the value of a response.
    ///
    /// Such a method doesn't return or set anything, and doesn't call a closure with a value.
    var returnsNothing: Bool {
      result == nil && !isStream && (isAsync || !waits) && !key.hasPrefix("init")
        && !parameters.contains { $0.type.hasPrefix("inout ") }
    }

    /// Creates a method.
    ///
    /// By default, the method has no parameters and no result, isn't `async`, and doesn't throw. `value` is the type of
    /// the result, or `nil` if it is unknown or the responses are streams. `element` is the type of a stream's values.
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

  /// A property whose value comes from the shared state, an initial state, or a setter.
  public struct Property: Sendable, Equatable {
    package var name: String
    /// The type, as written in source code.
    package var type: String
    /// The type of the property's value.
    package var known: KnownType
    /// The shape of the value's data, or `nil` if it isn't known yet.
    package var shape: TypeShape?
    package var isSettable: Bool

    /// Creates a property.
    ///
    /// By default, it can't be set, and its type is unknown.
    public init(
      _ name: String, _ type: String, as value: (any Any.Type)? = nil, isSettable: Bool = false
    ) {
      (self.name, self.type, self.isSettable) = (name, type, isSettable)
      known = KnownType(value)
    }
  }

  /// The name of the protocol, and therefore of the service.
  package var name: String
  /// The methods, including inherited ones.
  public var methods: [Method]
  /// The properties, including inherited ones.
  public var properties: [Property]
  /// The app's own error type, if the macro's arguments name one.
  var errors = KnownType(nil)
  /// Whether the protocol may have more requirements.
  ///
  /// This is the case if it inherits something that only the compiler can resolve, such as a type alias of several
  /// protocols.
  package var isPartial: Bool
  /// The inherited protocols whose requirements are unknown, because they aren't marked with `@Mocked`.
  var unmocked: [String] = []

  /// Creates the contract of a protocol that isn't marked with `@Mocked`.
  package init(unmocked name: String, isPartial: Bool) {
    self.init(name, isPartial: isPartial)
    unmocked = [name]
  }

  /// Creates a contract from the protocol's own methods and properties, and the contracts of the protocols that it
  /// inherits.
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
  /// Adds a method with a longer key, if an inherited protocol has a different method with the same key.
  ///
  /// Generated code calls this method. A method that repeats an inherited one keeps its key.
  ///
  /// - Parameters:
  ///   - method: The method.
  ///   - longKey: The longer key.
  public mutating func add(_ method: Method, or longKey: String) {
    var method = method
    let isOverload = methods.contains { $0.key == method.key && !method.repeats($0) }
    if isOverload || methods.contains(where: { $0.key == longKey && method.repeats($0) }) {
      method.key = longKey
    }
    methods.append(method)
  }

  /// The methods in the form that another protocol inherits.
  private var inheritableMethods: [Method] {
    methods.map { method in
      var method = method
      if method.errors == .ofContract { method.errors = .inherited(errors) }
      return method
    }
  }

  /// Returns the app's own error type to which a method's errors are converted, if any.
  func errors(of method: Method) -> (any MockErrorConvertible.Type)? {
    switch method.errors {
    case .ofContract: errors.type as? any MockErrorConvertible.Type
    case .inherited(let known): known.type as? any MockErrorConvertible.Type
    }
  }
}

extension _MockContract.Method {
  /// Returns whether the method is the same requirement as another one with the short or the long key.
  ///
  /// An inherited requirement can be repeated with other parameter names, with a more specific result, or without
  /// `throws`. Closures aren't compared.
  fileprivate func repeats(_ other: Self) -> Bool {
    guard
      parameters.count == other.parameters.count,
      zip(parameters, other.parameters).allSatisfy({ $0.isOfType($1) })
    else { return false }
    var other = other
    (other.key, other.parameters) = (key, parameters)
    (other.errors, other.canThrow) = (errors, canThrow)
    if result != nil, other.result != nil {
      (other.result, other.isStream, other.waits) = (result, isStream, waits)
    }
    return self == other
  }
}

extension _MockContract.Method.Parameter {
  fileprivate func isOfType(_ other: Self) -> Bool {
    if let own = known.type, let type = other.known.type { return own == type }
    return type == other.type
  }
}

// MARK: - JSON, in which default values may be omitted

extension _MockContract: Decodable {
  private enum Key: String, ConfigurationKey {
    case name, methods, properties, isPartial
  }

  /// Reads a contract.
  ///
  /// If `methods` or `properties` is missing, it is empty. If `isPartial` is missing, it is false. Unknown keys are
  /// ignored, because the app may use a different version of this package.
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
  /// The value if it is true; otherwise `nil`.
  fileprivate var ifTrue: AnyCodableValue? { self ? .bool(true) : .none }
}

/// A type that a contract names.
///
/// The shape of the type is computed on request. The type isn't part of the contract's file, and doesn't affect whether
/// two contracts are equal.
package struct KnownType: Sendable, Equatable {
  /// The type, or `nil` if the mock's source code couldn't name it.
  package var type: (any Any.Type)?

  package init(_ type: (any Any.Type)?) { self.type = type }

  /// Returns true, because the types don't affect whether two contracts are equal.
  package static func == (first: KnownType, second: KnownType) -> Bool { true }
}
