public import MockCalls
internal import MockContainer

#if !MOCKLUA_WITHOUT_MACROS
  /// Makes an actor or a `@MainActor` class a mock: you write its methods without bodies.
  ///
  /// ```swift
  /// @MockService actor MockLoginService: LoginService {
  ///   nonisolated let status: CurrentValueSubject<LoginStatus, Never>
  ///   func signIn(user: String) async throws -> Session
  /// }
  /// ```
  ///
  /// Added are `sequencer`, `init(configuration:sharedState:)`, `init(sequencer:)` and ``MockMethod(_:ignoresErrors:)``
  /// on every method without a body. Each property of a `CurrentValueSubject` shows the shared state that the
  /// configuration binds it to, else its initial state, else what ``MockDefault(_:)`` says, else nil, false,
  /// zero or nothing, or the case of such a raw value.
  ///
  /// The service has the name of the first protocol that the type conforms to.
  ///
  /// - Parameters:
  ///   - service: Another name of the service in configurations.
  ///   - errors: The app's own error, thrown for the configured codes that it knows.
  @attached(
    member, names: named(sequencer), named(init(configuration:sharedState:)),
    named(init(sequencer:)))
  @attached(memberAttribute)
  @attached(peer)
  @attached(extension, conformances: RegisteredMock, names: named(mockRegistration))
  public macro MockService(
    _ service: String? = nil, errors: (any MockErrorConvertible.Type)? = nil
  ) = #externalMacro(module: "MockServicesMacros", type: "MockServiceMacro")
#endif
