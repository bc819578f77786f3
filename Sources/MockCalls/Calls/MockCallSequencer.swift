public import MockConfiguration
public import MockData
internal import MockPlatform

/// Responds to the calls to a mocked service with its configured responses.
///
/// ```
///   mock.signIn(name: "ada")
///      |
///      v
///   stub       the test's closure, if there is one, responds instead of the script
///      |
///   choose     the response by rules and sequences; count and record the call: one step
///      |
///   compute    the configured value or error, or the result of a responder, such as a Lua function
///      |
///   decode     the value for the caller
///      |
///   wait       the gate, then the delay from the gate's opening
///      |
///   commit     update the shared state and record the outcome: one step
///      |
///      v
///   value, error, or the values of a stream
/// ```
///
/// In a live session, the app runs its stubs and decodes the value. All other steps take place in the test's process.
///
/// An `async` call waits, and runs on its caller's executor. Any other call returns on its caller's thread and skips
/// gates and delays. Both kinds of calls are counted and recorded.
public actor MockCallSequencer {
  /// The name of the service in messages and the call log, or `nil` if it has no name.
  public nonisolated let service: String?
  /// The shared state that responses update, or `nil` if updates have no effect.
  public nonisolated let sharedState: MockSharedState?
  /// The clock, log, gates, and responder that the sequencer uses.
  public nonisolated let context: MockCallContext
  /// The key in the shared state for each of the service's bound properties, by property.
  package nonisolated let bindings: [String: String]
  /// The initial values of properties of the service that aren't bound to shared state.
  package nonisolated let initialState: [String: AnyCodableValue]

  nonisolated let calls: any CallHandler
  /// The closures that a test uses to stub all mocks of the service.
  ///
  /// They take precedence over the script.
  nonisolated let stubs: StubTable
  /// The count is stored separately, because each call to a mock reads it.
  nonisolated let stubCount: AtomicNumber
  package nonisolated let staticValues: PropertyValues

  /// The clock that measures delays.
  public nonisolated var clock: MockClock { context.clock }
  /// The log that records the calls.
  public nonisolated var log: MockCallLog { context.log }
  /// The gates that hold back responses.
  public nonisolated var gates: MockGates { context.gates }

  /// Creates a sequencer for a service's methods.
  ///
  /// - Parameters:
  ///   - methods: The configurations of the methods, by method name.
  ///   - sharedState: The state that responses update. If it is `nil` (the default), updates have no effect.
  ///   - service: The name of the service in messages and the log (default: `nil`).
  ///   - context: The clock, log, gates, and responder. Sequencers that belong together share a context (default: a new
  ///     context).
  ///   - places: The locations of the responses in a script, by method and index. Messages show them (default: none).
  public init(
    methods: [String: MockMethodConfig], sharedState: MockSharedState? = nil,
    service: String? = nil, context: MockCallContext = MockCallContext(),
    places: [String: [Int: ScriptLocation]] = [:]
  ) {
    self.init(
      entry: MockServiceEntry(methods: methods), sharedState: sharedState, service: service,
      context: context, places: places)
  }

  /// Creates a sequencer from a service's entry in a configuration.
  ///
  /// For the other parameters, see `init(methods:sharedState:service:context:places:)`.
  public init(
    entry: MockServiceEntry, sharedState: MockSharedState? = nil, service: String? = nil,
    context: MockCallContext = MockCallContext(), places: [String: [Int: ScriptLocation]] = [:]
  ) {
    let calls = CallPipeline(
      entry.methods, service: service, sharedState: sharedState, context: context, places: places,
      passes: entry.passthrough == true && service.map(HTTPHost.isName) != true)
    self.init(
      service: service, entry: entry, sharedState: sharedState, context: context, calls: calls)
  }

  /// Creates a sequencer that uses the given call handler instead of a pipeline.
  init(
    service: String?, entry: MockServiceEntry, sharedState: MockSharedState?,
    context: MockCallContext, calls: any CallHandler
  ) {
    stubs = StubTable()
    stubCount = stubs.count
    self.service = service
    self.sharedState = sharedState
    self.context = context
    self.calls = calls
    bindings = entry.bindings ?? [:]
    initialState = entry.initialState ?? [:]
    staticValues = PropertyValues(entry.initialState ?? [:])
  }

  /// Returns the number of calls to a method since the start or the last `resetCallCounts()`.
  package nonisolated func callCount(for method: String) -> Int { calls.callCount(for: method) }

  /// Returns the number of calls to a method since the start or the last `resetCallCounts()`.
  public nonisolated(nonsending) func callCount(for method: String) async -> Int {
    calls.callCount(for: method)
  }

  /// Restarts all sequences and counts.
  ///
  /// The call log doesn't change.
  package nonisolated func resetCallCounts() { calls.resetCallCounts() }

  /// Restarts all sequences and counts.
  ///
  /// The call log doesn't change.
  public nonisolated(nonsending) func resetCallCounts() async { calls.resetCallCounts() }

  /// Replaces the responses of a method, or adds the method.
  ///
  /// The method's sequences restart, but its call count continues.
  public nonisolated func replace(
    _ method: String, with config: MockMethodConfig, places: [Int: ScriptLocation] = [:]
  ) {
    calls.replace(method, with: config, places: places)
  }

  /// Resets the sequencer to a configuration, as if it were new.
  ///
  /// Reset the log first. Calls that began before the log was reset then throw `CancellationError`.
  package nonisolated func restore(
    _ methods: [String: MockMethodConfig], places: [String: [Int: ScriptLocation]] = [:]
  ) {
    stubs.removeAll()
    calls.restore(methods, places: places)
    context.pushTargets.endAll(of: service)
  }
}

/// Reports calls that have no response, or a response that their method can't return.
extension MockCallSequencer {
  /// Returns the message for an error that a method can't throw because of its typed throws.
  static func untyped<Failure: Error>(_ error: any Error, _ type: Failure.Type) -> String {
    let cases = CaseNames.known(to: type, nearestTo: (error as? MockServiceError)?.code)
    let advice =
      type is any MockErrorConvertible.Type || !cases.isEmpty
      ? "use one of its codes\(cases)"
      : "make the type a `MockErrorConvertible` with that code"
    return "throws only \(Failure.self), so it cannot throw the error: \(error); \(advice)"
  }

  /// Returns the error that a call throws: the app's own error if its type defines the code, or the original error
  /// otherwise.
  ///
  /// In a strict test, it also reports a code that the app's error type doesn't define.
  nonisolated func converted(
    _ error: any Error, by own: (any MockErrorConvertible.Type)?, of method: String
  ) -> any Error {
    let error = context.ownError(error)
    let converted = own.map { error.converted(by: $0) } ?? error
    if let type = own ?? context.errors, let error = converted as? MockServiceError {
      reportUnknownCode(error, type, method)
    }
    return converted
  }

  private nonisolated func reportUnknownCode(
    _ error: MockServiceError, _ type: any MockErrorConvertible.Type, _ method: String
  ) {
    guard context.contracts.isStrict, error.problem == nil,
      MockErrorCode(rawValue: error.code) == nil
    else { return }
    let method = "\(MethodIdentity(service: service, name: method))"
    let known =
      ErrorCodes(of: type)?.known(nearestTo: error.code)
      ?? CaseNames.known(to: type, nearestTo: error.code)
    report(
      MockFailure(
        known.isEmpty ? .unlistedCode : .unknownCode,
        UnknownCode.text(error.code, of: method, error: "\(type)", known: known),
        at: context.log.latestPlace(of: method)))
  }

  /// Reports that a call has no response, and returns a placeholder, if one can be made.
  nonisolated func placeholder<T>(
    _ method: String, _ arguments: MockArguments, _ problem: String, _ error: (any Error)?,
    _ made: T?
  ) -> Result<T, StuckCall> {
    let text = describe(method, arguments, problem)
    return MockPlaceholder.report(
      MockFailure(.unanswered, severity: .stop, because: error, text), made, report)
  }

  /// Returns the description of a call's problem, in the form `Service.method(arguments) problem`.
  package nonisolated func describe(
    _ method: String, _ arguments: MockArguments, _ problem: String
  ) -> String {
    let name = MethodIdentity(service: service, name: method)
    let redaction = context.log.redaction
    let shown = redaction.redacted(arguments.value).shortText
    return "`\(name)` with \(shown) \(redaction.redacted(problem))"
  }

  package nonisolated func report(_ failure: MockFailure) { context.report(failure) }

  /// Reports a problem at a line of the test, as an unmet expectation by default.
  nonisolated func report(
    _ problem: String, at location: MockSourceLocation?,
    severity: MockFailure.Severity = .expectation
  ) {
    report(MockFailure(severity: severity, message: problem, sourceLocation: location))
  }
}

extension Error {
  /// Returns the app's own error for a configured error, if the app's type defines the code.
  package func converted(by type: any MockErrorConvertible.Type) -> any Error {
    guard let error = self as? MockServiceError else { return self }
    return type.init(code: error.code, message: error.message, details: error.details) ?? error
  }

  /// Returns the error as another type.
  ///
  /// The type can be a ``MockErrorConvertible``, or a `CaseIterable` enum that has a case with the code's name.
  /// Otherwise, returns `nil`.
  func converted<Failure: Error>(to type: Failure.Type) -> Failure? {
    if let type = type as? any MockErrorConvertible.Type { return converted(by: type) as? Failure }
    guard let error = self as? MockServiceError, error.problem == nil,
      let type = type as? any CaseIterable.Type
    else { return nil }
    return error.namedCase(type) as? Failure
  }
}

extension MockServiceError {
  fileprivate func namedCase<Cases: CaseIterable>(_ type: Cases.Type) -> Any? {
    type.allCases.first { "\($0)" == code }
  }
}
