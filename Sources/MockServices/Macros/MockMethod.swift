#if !MOCKLUA_WITHOUT_MACROS
  /// Generates the body of a mocked method, which requests the next response from the `sequencer` of its type.
  ///
  /// The arguments are passed by label. If a label is `_`, repeated, or a Lua keyword, the parameter's name is used
  /// instead. Closures are omitted.
  ///
  /// - Parameters:
  ///   - key: The name of the method in configurations (default: its Swift name).
  ///   - ignoresErrors: Whether to drop the errors of a method that returns nothing and can't throw, instead of
  ///     reporting them through ``MockFailureHandler`` (default: false).
  @attached(body)
  public macro MockMethod(_ key: String? = nil, ignoresErrors: Bool = false) =
    #externalMacro(module: "MockServicesMacros", type: "MockMethodMacro")

  /// Sets the default value of a `CurrentValueSubject` in a `@MockService` type.
  ///
  /// The property has this value if it is neither bound nor has an initial state.
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
