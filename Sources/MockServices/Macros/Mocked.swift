public import MockCalls
internal import MockContainer

#if !MOCKLUA_WITHOUT_MACROS
  /// Generates the mock of a protocol: a class with the protocol's name, prefixed with `Mock`.
  ///
  /// On a struct of closures, the macro generates a function that fills the closures.
  ///
  /// ```swift
  /// @Mocked protocol PaymentService: Sendable {
  ///   func pay(_ amount: Int, to account: String) async throws -> Receipt
  ///   var balance: Int { get }
  /// }
  /// let service = MockPaymentService(runtime)
  /// service.on.pay { amount, account in Receipt(amount) }
  /// ```
  ///
  /// A method's responses are configured under its name, or under a name such as `load(_:limit:)` if several methods
  /// share it. Its arguments are passed by label. A method that isn't `async` responds on its caller's thread and skips
  /// delays. A property that is neither `async` nor throwing returns the first of these that exists: the value that was
  /// set, the shared state that it is bound to, its initial state. Otherwise, it returns `nil`, `false`, zero, or an
  /// empty value. Static requirements and initializers use ``MockCurrentSource``.
  ///
  /// `on` has a method for each requirement. Pass it a closure with the requirement's own types, or use ``MockStub`` to
  /// configure what the requirement returns and throws. The stub takes precedence over the script until you remove it
  /// or the scenario is reset. A closure that throws ``MockFallThrough`` passes the call on to the script.
  ///
  /// If a requirement can't throw and has no response, this is reported through ``MockFailureHandler``. If the handler
  /// returns, as it does in a test, the requirement returns a placeholder. Otherwise, the process stops. A call can be
  /// canceled only if its requirement can throw any error.
  ///
  /// A protocol with associated types gets a generic class. A `public` protocol gets a `public` class. If imports are
  /// internal by default, write `public import MockServices`. The mock also implements inherited protocols that are
  /// `@Mocked`, in any file or type.
  ///
  /// On a struct of closures, the macro generates `static func mocked(by:)`, which returns a client whose closures
  /// use the responses of the current scenario, or of another one. The service has the struct's name, and the methods
  /// have the names of the properties. Arguments have the labels of the closure, as in `(_ query: String)`; without a
  /// label, they are named after their types. A property that isn't a closure needs a default value.
  ///
  /// ```swift
  /// @Mocked struct SearchClient: Sendable {
  ///   var search: @Sendable (_ query: String) async throws -> [Item]
  /// }
  /// let client = SearchClient.mocked()
  /// ```
  ///
  /// - Parameters:
  ///   - errors: The app's own error type, which is thrown for each error code that it defines (default: none).
  ///   - inheriting: The inherited protocols whose stubs are also available in `on`. The mock implements all of them in
  ///     any case.
  ///   - results: The concrete types to decode for results that are declared as a protocol, such as `any P`.
  ///   - handwritten: The names of the requirements that you implement yourself, such as `"track(_:)"`, in an extension
  ///     of the mock. List inherited protocols whose requirements you implement, too.
  @attached(peer, names: prefixed(Mock), suffixed(Stubbing))
  @attached(extension, names: arbitrary)
  public macro Mocked(
    errors: (any MockErrorConvertible.Type)? = nil, inheriting: Any.Type..., results: Any.Type...,
    handwritten: String...
  ) = #externalMacro(module: "MockServicesMacros", type: "MockedMacro")

  /// Turns an actor or a `@MainActor` class into a mock.
  ///
  /// Declare its methods without bodies:
  ///
  /// ```swift
  /// @MockService actor MockLoginService: LoginService {
  ///   nonisolated let status: CurrentValueSubject<LoginStatus, Never>
  ///   func signIn(user: String) async throws -> Session
  /// }
  /// ```
  ///
  /// The macro adds `sequencer`, `init(configuration:sharedState:)`, `init(sequencer:)`, and
  /// ``MockMethod(_:ignoresErrors:)`` on every method without a body. The value of each `CurrentValueSubject` property
  /// is the first of these that exists: the shared state that the configuration binds it to, its initial state, the
  /// value of ``MockDefault(_:)``. Otherwise, the value is `nil`, `false`, zero, empty, or the enum case whose raw
  /// value is one of these.
  ///
  /// By default, the service is named after the first protocol that the type conforms to.
  ///
  /// - Parameters:
  ///   - service: Another name for the service in configurations (default: `nil`).
  ///   - errors: The app's own error type, which is thrown for each error code that it defines (default: none).
  @attached(
    member, names: named(sequencer), named(init(configuration:sharedState:)),
    named(init(sequencer:)))
  @attached(memberAttribute)
  @attached(peer)
  @attached(extension, conformances: RegisteredMock, names: named(mockRegistration))
  public macro MockService(
    _ service: String? = nil, errors: (any MockErrorConvertible.Type)? = nil
  ) = #externalMacro(module: "MockServicesMacros", type: "MockServiceMacro")

  /// Generates the body of a mocked method, which requests the next response from the `sequencer` of its type.
  ///
  /// The arguments are passed by label. If a label is `_`, repeated, or a Lua keyword, the parameter's name is used
  /// instead. Closures are omitted.
  ///
  /// - Parameters:
  ///   - key: The name of the method in configurations (default: its Swift name).
  ///   - ignoresErrors: Whether to ignore the errors of a method that returns nothing and can't throw, instead of
  ///     reporting them through ``MockFailureHandler`` (default: false).
  @attached(body)
  public macro MockMethod(_ key: String? = nil, ignoresErrors: Bool = false) =
    #externalMacro(module: "MockServicesMacros", type: "MockMethodMacro")

  /// Sets the default value of a `CurrentValueSubject` in a `@MockService` type.
  ///
  /// The property has this value if it isn't bound and doesn't have an initial state.
  ///
  /// ```swift
  /// @MockDefault(LoginStatus.signedOut)
  /// nonisolated let status: CurrentValueSubject<LoginStatus, Never>
  /// ```
  ///
  /// - Parameter value: The value. It is evaluated for each mock.
  @attached(peer)
  public macro MockDefault<Value>(_ value: Value) =
    #externalMacro(module: "MockServicesMacros", type: "MockDefaultMacro")
#endif
