#if !MOCKLUA_WITHOUT_MACROS
  /// The value of a `CurrentValueSubject` of a `@MockService` type that is neither bound nor has an initial state.
  ///
  /// ```swift
  /// @MockDefault(LoginStatus.signedOut)
  /// nonisolated let status: CurrentValueSubject<LoginStatus, Never>
  /// ```
  ///
  /// - Parameter value: The value; it is evaluated for each mock.
  @attached(peer)
  public macro MockDefault<Value>(_ value: Value) =
    #externalMacro(module: "MockServicesMacros", type: "MockDefaultMacro")
#endif
