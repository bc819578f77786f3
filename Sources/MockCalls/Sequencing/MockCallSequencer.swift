public import MockConfiguration
public import MockData
internal import MockPlatform

/// Responds to the calls of a mocked service with its configured responses.
///
/// ```
///   mock.signIn(name: "ada")
///      |
///      v
///   stub       a closure of the test, if there is one, responds immediately
///      |
///   begin      choose the response by rules and sequences, count and record the call: one step
///      |
///   resolve    the configured value or error, or the result of a responder, such as a Lua function
///      |
///   wait       the gate, then the delay from the gate's opening
///      |
///   commit     update the shared state, record the outcome, return the result: one step
///      |
///      v
///   value, error, or the values of a stream
/// ```
///
/// In a live session, all steps except the stub take place in the test's process.
///
/// There are two forms of calls. An `async` call waits, and runs on its caller's executor. Any other call responds on
/// its caller's thread, and skips gates and delays. Both are counted in the same way.
public actor MockCallSequencer {
  /// The name of the service in messages and the call log, or `nil` if it has no name.
  public nonisolated let service: String?
  /// The shared state that responses update.
  public nonisolated let sharedState: MockSharedState?
  /// The clock, log, gates, and responder of the calls.
  public nonisolated let context: MockCallContext
  /// The shared state key of each bound property of the service.
  package nonisolated let bindings: [String: String]
  /// The initial values of properties of the service that are not bound.
  package nonisolated let initialState: [String: AnyCodableValue]

  nonisolated let calls: any CallHandler
  /// The closures of the test that respond for every mock of the service.
  ///
  /// They take precedence over the script.
  nonisolated let stubs: StubTable
  /// The number of stubs.
  ///
  /// It is stored separately because every call of a mock reads it.
  nonisolated let stubCount: AtomicNumber
  /// The static properties of the service's mock.
  package nonisolated let staticValues: PropertyValues

  /// The clock on which responses wait.
  public nonisolated var clock: MockClock { context.clock }
  /// The log in which every call is recorded.
  public nonisolated var log: MockCallLog { context.log }
  /// The gates at which responses wait.
  public nonisolated var gates: MockGates { context.gates }

  /// Creates a sequencer of methods.
  ///
  /// - Parameters:
  ///   - methods: The configuration by method name.
  ///   - sharedState: The state that responses update. If it is `nil` (the default), updates are dropped.
  ///   - service: The name of the service for messages and the log (default: `nil`).
  ///   - context: The clock, log, gates, and responder. Pass the same context to sequencers that belong together.
  ///   - places: The locations of responses in a script, by method and index, for messages.
  public init(
    methods: [String: MockMethodConfig], sharedState: MockSharedState? = nil,
    service: String? = nil, context: MockCallContext = MockCallContext(),
    places: [String: [Int: ScriptLocation]] = [:]
  ) {
    self.init(
      entry: MockServiceEntry(methods: methods), sharedState: sharedState, service: service,
      context: context, places: places)
  }

  /// Creates a sequencer from a service's entry.
  ///
  /// For the other parameters, see `init(methods:sharedState:service:context:places:)`.
  public init(
    entry: MockServiceEntry, sharedState: MockSharedState? = nil, service: String? = nil,
    context: MockCallContext = MockCallContext(), places: [String: [Int: ScriptLocation]] = [:]
  ) {
    stubs = StubTable()
    stubCount = stubs.count
    self.service = service
    self.sharedState = sharedState
    self.context = context
    bindings = entry.bindings ?? [:]
    initialState = entry.initialState ?? [:]
    staticValues = PropertyValues(entry.initialState ?? [:])
    calls = CallPipeline(
      entry.methods, service: service, sharedState: sharedState, context: context, places: places,
      passes: entry.passthrough == true && service.map(HTTPHost.isName) != true)
  }

  /// Creates a sequencer with another call handler than its own pipeline.
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
  /// The call log stays unchanged.
  package nonisolated func resetCallCounts() { calls.resetCallCounts() }

  /// Restarts all sequences and counts.
  ///
  /// The call log stays unchanged.
  public nonisolated(nonsending) func resetCallCounts() async { calls.resetCallCounts() }

  /// Replaces the responses of a method, or adds the method.
  ///
  /// Its sequences restart, but the count of its calls continues.
  public nonisolated func replace(
    _ method: String, with config: MockMethodConfig, places: [Int: ScriptLocation] = [:]
  ) {
    calls.replace(method, with: config, places: places)
  }

  /// Replaces the responses of a method, or adds the method.
  ///
  /// Its sequences restart, but the count of its calls continues.
  package nonisolated(nonsending) func replace(
    _ method: String, with config: MockMethodConfig, places: [Int: ScriptLocation] = [:]
  ) async {
    calls.replace(method, with: config, places: places)
  }

  /// Restores the sequencer to a configuration, as if it were new.
  ///
  /// Reset the log first. Calls that began in an earlier epoch of the log throw `CancellationError`.
  package nonisolated func restore(
    _ methods: [String: MockMethodConfig], places: [String: [Int: ScriptLocation]] = [:]
  ) {
    stubs.removeAll()
    calls.restore(methods, places: places)
    context.pushTargets.endAll(of: service)
  }
}
