public import MockCalls

#if !MOCKLUA_WITHOUT_MACROS
  /// Writes the mock of a protocol: a class named after it, with `Mock` in front.
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
  /// A method is answered under its name, or as `load(_:limit:)` where several share the name; its arguments go by
  /// label. One that is not `async` is answered on its caller's thread, and skips delays. A property that neither is
  /// `async` nor throws shows what was set, the shared state that it is bound to, else its initial state, else nil,
  /// false, zero or nothing. Static requirements and initialisers are answered by ``MockCurrentSource``.
  ///
  /// `on` has a method for each requirement, which takes a closure with the requirement's own types, or is told what
  /// to return and to throw: ``MockStub``. The stub answers before the script, until you remove it or the scenario is
  /// reset. A closure that throws ``MockPassOn`` leaves the call to the script.
  ///
  /// A requirement that cannot throw and has no answer reports that through ``MockFailureHandler``. Where the handler
  /// returns, as in a test, it returns a placeholder; else the process stops. Requirements that cannot throw any error
  /// cannot be cancelled.
  ///
  /// A protocol with associated types gets a generic class. A `public` protocol gets a `public` class:
  /// write `public import MockServices` where imports are internal by default. The mock
  /// answers for inherited protocols as well where these are `@Mocked`, in whatever file or type.
  ///
  /// - Parameters:
  ///   - errors: The app's own error, thrown for the configured codes that it knows.
  ///   - inheriting: The inherited protocols whose stubs the type of `on` has as well; the mock answers for them without that.
  ///   - results: The types as which results are decoded that only name a protocol, as `any P` does.
  ///   - handwritten: The names of the requirements that you implement yourself, such as `"track(_:)"`, in
  ///     an extension of the mock; also those of inherited protocols whose requirements you implement.
  @attached(peer, names: prefixed(Mock), suffixed(Stubbing))
  @attached(extension, names: arbitrary)
  public macro Mocked(
    errors: (any MockErrorConvertible.Type)? = nil, inheriting: Any.Type..., results: Any.Type...,
    handwritten: String...
  ) = #externalMacro(module: "MockServicesMacros", type: "MockedMacro")
#endif
