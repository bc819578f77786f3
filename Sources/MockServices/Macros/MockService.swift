public import MockCalls
internal import MockContainer

#if !MOCKLUA_WITHOUT_MACROS
  /// Turns an actor or a `@MainActor` class, whose methods you write without bodies, into a mock.
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
  /// value of ``MockDefault(_:)``. Otherwise, the value is `nil`, `false`, zero, empty, or the enum case with such a
  /// raw value.
  ///
  /// The service has the name of the first protocol that the type conforms to.
  ///
  /// - Parameters:
  ///   - service: Another name for the service in configurations.
  ///   - errors: The app's own error type, which is thrown for the configured codes that it defines.
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
