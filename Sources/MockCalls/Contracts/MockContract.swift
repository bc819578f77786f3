/// What a protocol requires, as `@Mocked` has seen it: names and types as they are written.
public struct _MockContract: Sendable, Equatable {
  /// A method, an initializer or a subscript, or a property whose answer is that of a method.
  public struct Method: Sendable, Equatable {
    /// A parameter under the name that patterns and functions know.
    public struct Parameter: Sendable, Equatable {
      /// The name.
      package var label: String
      /// The type as written.
      package var type: String
      /// The type itself.
      package var known = KnownType(nil)
      /// What arguments of it look like as data; nil where nobody has asked.
      package var shape: TypeShape?

      /// Creates a parameter; nothing is known of its type by default.
      public init(_ label: String, _ type: String, _ known: (any Any.Type)? = nil) {
        (self.label, self.type, self.known) = (label, type, KnownType(known))
      }
    }

    /// Whose codes its errors have.
    enum Errors: Sendable, Equatable {
      /// Those of the contract that it stands in.
      case ofContract
      /// Those of an inherited protocol, which may have no error of its own.
      case inherited(KnownType)
    }

    /// The name in scripts and configurations.
    package var key: String
    /// The parameters that are recorded.
    package var parameters: [Parameter]
    /// The type of the result as written; nil for none.
    package var result: String?
    /// The type of its answers' values: of the result, or of what a stream sends.
    package var known: KnownType
    /// Whether its answers are streams.
    package var isStream: Bool
    /// What its answers' values look like as data; nil where nobody has asked.
    package var shape: TypeShape?
    /// The app's own error, which knows the codes that it fails with.
    var errors = Errors.ofContract
    /// The codes that its errors know; nil where that is not known, or any may be one.
    package var codes: ErrorCodes?
    /// Whether it is `async`.
    package var isAsync: Bool
    /// Whether it throws.
    package var canThrow: Bool
    /// Whether its answer may come later: it is `async`, a stream, or calls a completion handler.
    package var waits: Bool
    /// Whether it belongs to no instance.
    package var isStatic: Bool

    /// Whether it surely has no use for a value: nothing is returned, handed to a closure or set.
    var returnsNothing: Bool {
      result == nil && !isStream && (isAsync || !waits) && !key.hasPrefix("init")
        && !parameters.contains { $0.type.hasPrefix("inout ") }
    }

    /// Creates a method; it takes nothing, returns nothing, is not `async` and does not throw by default.
    ///
    /// - Parameters:
    ///   - key: The name in scripts.
    ///   - parameters: The parameters that are recorded.
    ///   - result: The type of the result as written.
    ///   - value: The type of the result; nil where it is not known, or the answers are streams.
    ///   - element: The type of a stream's values.
    ///   - isAsync: Whether it is `async`.
    ///   - canThrow: Whether it throws.
    ///   - waits: Whether its answer may come later.
    ///   - isStatic: Whether it belongs to no instance.
    public init(
      _ key: String, _ parameters: [Parameter] = [], returns result: String? = nil,
      as value: (any Any.Type)? = nil, of element: (any Any.Type)? = nil,
      isAsync: Bool = false, canThrow: Bool = false, waits: Bool = false, isStatic: Bool = false
    ) {
      (known, isStream) = (KnownType(value ?? element), element != nil)
      (self.key, self.parameters, self.result) = (key, parameters, result)
      (self.isAsync, self.canThrow) = (isAsync, canThrow)
      (self.waits, self.isStatic) = (waits, isStatic)
    }
  }

  /// A property that shows state.
  public struct Property: Sendable, Equatable {
    /// The name.
    package var name: String
    /// The type as written.
    package var type: String
    /// The type of what it shows.
    package var known: KnownType
    /// What its values look like as data; nil where nobody has asked.
    package var shape: TypeShape?
    /// Whether it can be set.
    package var isSettable: Bool

    /// Creates a property, which cannot be set by default and of whose type nothing is known.
    public init(
      _ name: String, _ type: String, as value: (any Any.Type)? = nil, isSettable: Bool = false
    ) {
      (self.name, self.type, self.isSettable) = (name, type, isSettable)
      known = KnownType(value)
    }
  }

  /// The name of the protocol, which is that of the service.
  package var name: String
  /// The methods, those of inherited protocols included.
  public var methods: [Method]
  /// The properties, those of inherited protocols included.
  public var properties: [Property]
  /// The app's own error; nil where none is named.
  var errors = KnownType(nil)
  /// Whether it may require more: it inherits from what only the compiler knows, such as an alias of several protocols.
  package var isPartial: Bool
  /// The inherited protocols of which nothing is known, since they aren't marked with `@Mocked`.
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
  ///   - errors: The app's own error; nil, the default, for none.
  ///   - inherited: The contracts of the protocols that it inherits from.
  ///   - isPartial: Whether the protocol may require more than is known.
  public init(
    _ name: String, methods: [Method] = [], properties: [Property] = [],
    errors: (any MockErrorConvertible.Type)? = nil, inheriting inherited: [_MockContract] = [],
    isPartial: Bool = false
  ) {
    self.name = name
    self.errors = KnownType(errors)
    self.methods = methods + inherited.flatMap(\.methodsForHeirs)
    self.properties = properties + inherited.flatMap(\.properties)
    self.isPartial = isPartial || inherited.contains(where: \.isPartial)
    unmocked = inherited.flatMap(\.unmocked)
  }
}

extension _MockContract {
  /// The methods as a protocol has them that inherits from this one.
  private var methodsForHeirs: [Method] {
    methods.map { method in
      var method = method
      if method.errors == .ofContract { method.errors = .inherited(errors) }
      return method
    }
  }

  /// The app's own error that a method's failures become; nil where there is none.
  func errors(of method: Method) -> (any MockErrorConvertible.Type)? {
    switch method.errors {
    case .ofContract: errors.type as? any MockErrorConvertible.Type
    case .inherited(let known): known.type as? any MockErrorConvertible.Type
    }
  }
}
