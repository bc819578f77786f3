public import MockCalls
internal import MockContainer

#if !MOCKLUA_WITHOUT_MACROS
  /// Generates a mock of a protocol: a class with the protocol's name and the prefix `Mock`.
  ///
  /// For a struct of closures, the macro generates a function that returns a mocked value instead.
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
  /// In a configuration, a method's responses have the method's name as their key. If several methods share the name,
  /// the key includes the labels, as in `load(_:limit:)`. The arguments are passed by label. A method that isn't
  /// `async` responds on its caller's thread and skips delays. A property that is neither `async` nor throwing returns
  /// the value that was set, its own configured response, the shared state that it is bound to, or its initial state,
  /// whichever is found first. Without any of them, it returns `nil`, `false`, zero, or an empty value. Static
  /// requirements and initializers get their responses from ``MockCurrentSource``.
  ///
  /// `on` has a method for each requirement. Pass the method a closure with the requirement's parameter and result
  /// types, or configure the ``MockStub`` that the method returns. The stub takes precedence over the script until you
  /// remove it or the scenario is reset. If a stub's closure throws ``MockFallThrough``, the script responds to the
  /// call.
  ///
  /// If a requirement that can't throw has no response, the call is reported through ``MockFailureHandler``. In a test,
  /// the default handler fails the test, and the requirement returns a placeholder. Outside of tests, the default
  /// handler stops the process. A call can be canceled only if its requirement can throw any type of error.
  ///
  /// If the protocol has associated types, the mock is generic. If the protocol is `public`, the mock is `public` too.
  /// If imports are internal by default, write `public import MockServices`. The mock also implements inherited
  /// protocols that are `@Mocked`, whichever file or type they are declared in.
  ///
  /// On a struct of closures, the macro generates `static func mocked(by:)`. The function returns a client whose
  /// closures get their responses from the current scenario, or from the scenario that you pass. The service has the
  /// name of the struct, and its methods have the names of the properties. Arguments have the labels of the closure's
  /// parameters, as in `(_ query: String)`. An argument without a label is named after its type. A property that isn't
  /// a closure needs a default value.
  ///
  /// ```swift
  /// @Mocked struct SearchClient: Sendable {
  ///   var search: @Sendable (_ query: String) async throws -> [Item]
  /// }
  /// let client = SearchClient.mocked()
  /// ```
  ///
  /// - Parameters:
  ///   - errors: The app's own error type, which is thrown for each error code that it defines. The default is `nil`.
  ///   - inheriting: The inherited protocols whose stubs a function of yours takes as a parameter. Even if you don't
  ///     list a protocol, you can stub its requirements through `on`. If you list several, `on` has the stubs of the
  ///     first, and a property with the stubs of each other one, as in `mock.on.landmarkService.toggle`.
  ///   - results: The concrete types to decode if a result is declared as a protocol type, such as `any P`.
  ///   - handwritten: The names of the requirements that you implement yourself in an extension of the mock, such as
  ///     `"track(_:)"`. Also list inherited protocols whose requirements you implement.
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
  /// The macro adds `sequencer`, `init(configuration:sharedState:)`, and `init(sequencer:)`, and
  /// ``MockMethod(_:ignoresErrors:)`` to every method without a body. Each `CurrentValueSubject` property starts with
  /// the shared state that the configuration binds it to, its initial state, or the value of ``MockDefault(_:)``,
  /// whichever is found first. Without any of them, it starts with `nil`, `false`, zero, an empty value, or the enum
  /// case that has one of these as its raw value.
  ///
  /// The body of each method becomes a call to the sequencer, such as
  /// `try await sequencer._call("signIn", ...).value(...)`. The sequencer comes from the initializer and doesn't change.
  ///
  /// By default, the service is named after the first protocol that the type conforms to.
  ///
  /// - Parameters:
  ///   - service: A different name for the service in configurations. The default is `nil`.
  ///   - errors: The app's own error type, which is thrown for each error code that it defines. The default is `nil`.
  @attached(
    member, names: named(sequencer), named(init(configuration:sharedState:)),
    named(init(sequencer:)))
  @attached(memberAttribute)
  @attached(peer)
  @attached(extension, conformances: RegisteredMock, names: named(mockRegistration))
  public macro MockService(
    _ service: String? = nil, errors: (any MockErrorConvertible.Type)? = nil
  ) = #externalMacro(module: "MockServicesMacros", type: "MockServiceMacro")

  /// Generates the body of a mocked method, which gets the response from the `sequencer` of its type.
  ///
  /// Arguments are passed by label. If a label is `_`, occurs twice, or is a Lua keyword, the name of the parameter is
  /// used instead. Closures aren't passed.
  ///
  /// - Parameters:
  ///   - key: The name of the method in configurations. The default is its Swift name.
  ///   - ignoresErrors: Whether to ignore the errors of a method that returns nothing and can't throw. If false, which
  ///     is the default, the errors are reported through ``MockFailureHandler``.
  @attached(body)
  public macro MockMethod(_ key: String? = nil, ignoresErrors: Bool = false) =
    #externalMacro(module: "MockServicesMacros", type: "MockMethodMacro")

  /// Sets the default value of a `CurrentValueSubject` in a `@MockService` type.
  ///
  /// The property has this value if the configuration neither binds it nor contains an initial state for it.
  ///
  /// ```swift
  /// @MockDefault(LoginStatus.signedOut)
  /// nonisolated let status: CurrentValueSubject<LoginStatus, Never>
  /// ```
  ///
  /// - Parameter value: An expression for the value, which is evaluated once for each mock.
  @attached(peer)
  public macro MockDefault<Value>(_ value: Value) =
    #externalMacro(module: "MockServicesMacros", type: "MockDefaultMacro")
#endif
