#if !MOCKLUA_WITHOUT_MACROS
  /// Writes the body of a mocked method: it asks the `sequencer` of its type for the next answer.
  ///
  /// The arguments go along by label. A label that is `_`, repeated, or a word of Lua gives way to the
  /// parameter's name. Closures are left out.
  ///
  /// - Parameters:
  ///   - key: The name of the method in configurations; its Swift name by default.
  ///   - ignoresErrors: Drops the errors of a method that returns nothing and cannot throw, in place of
  ///     reporting them through ``MockFailureHandler``; false by default.
  @attached(body)
  public macro MockMethod(_ key: String? = nil, ignoresErrors: Bool = false) =
    #externalMacro(module: "MockServicesMacros", type: "MockMethodMacro")

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
