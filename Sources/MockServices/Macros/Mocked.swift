public import MockCalls

#if !MOCKLUA_WITHOUT_MACROS
  /// Writes the mock of a protocol: a class named after it, with `Mock` in front.
  ///
  /// ```swift
  /// @Mocked protocol PaymentService: Sendable {
  ///   func pay(_ amount: Int, to account: String) async throws -> Receipt
  ///   var balance: Int { get }
  /// }
  /// let service = MockPaymentService(sequencer: runtime.sequencer(for: "PaymentService"))
  /// ```
  ///
  /// An `async` method is answered under its name, or as `load(_:limit:)` where several share the name;
  /// its arguments go by label. A property that is not `async` shows the shared state that it is bound to,
  /// else its initial state, else nil, false, zero or nothing. Streams (`AsyncThrowingStream`,
  /// `AsyncStream`) may come from methods and properties.
  ///
  /// A method that returns a value and cannot throw reports a missing answer through
  /// ``MockFailureHandler`` and stops. Methods without a result report, and return. Neither can be
  /// cancelled, and neither can those that throw one type of error only.
  ///
  /// A protocol with associated types gets a generic class. A `public` protocol gets a `public` class:
  /// write `public import MockServices` where imports are internal by default. In a protocol inside
  /// another type, inherited protocols are not answered.
  ///
  /// - Parameters:
  ///   - errors: The app's own error, thrown for the configured codes that it knows.
  ///   - inheriting: The inherited protocols that are `@Mocked` as well: their requirements are answered too.
  ///   - handwritten: The names of the requirements that you implement yourself, such as `"track(_:)"`, in
  ///     an extension of the mock.
  @attached(peer, names: prefixed(Mock), suffixed(Stubbing))
  @attached(extension, names: arbitrary)
  public macro Mocked(
    errors: (any MockErrorConvertible.Type)? = nil, inheriting: Any.Type..., results: Any.Type...,
    handwritten: String...
  ) = #externalMacro(module: "MockServicesMacros", type: "MockedMacro")
#endif
