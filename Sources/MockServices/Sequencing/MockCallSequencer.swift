/// Gives the calls of a mocked service their responses, in order.
///
/// Choosing a response, counting and recording are one turn of the actor. Then come the gate, the delay
/// from the gate's opening, and at last updates, record and result in one step.
public actor MockCallSequencer {
  /// The name of the service, which messages and the call log show; nil where none was given.
  public nonisolated let service: String?
  /// The shared state that responses update.
  public nonisolated let sharedState: MockSharedState?
  /// The clock on which responses wait.
  public nonisolated let clock: MockClock
  /// The log in which every call is recorded.
  public nonisolated let log: MockCallLog
  /// The gates at which responses wait.
  public nonisolated let gates: MockGates
  /// The shared state key of each bound property of the service.
  public nonisolated let bindings: [String: String]
  /// The initial values of properties of the service that are not bound.
  public nonisolated let initialState: [String: AnyCodableValue]

  var tables: [String: MethodTable]
  /// The epoch of the log in which the sequencer was restored: calls of earlier ones have no answer any more.
  var firstEpoch = 0
  let responder: (any MockResponder)?
  let seed: UInt64
  let failureHandler: MockFailureHandler?
  let errorType: (any MockErrorConvertible.Type)?
  /// Keeps the executor alive.
  private let home: any Actor
  private nonisolated let executor: UnownedSerialExecutor

  /// The executor of the home actor.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { executor }

  /// Creates a sequencer of methods.
  ///
  /// - Parameters:
  ///   - methods: The configuration by method name.
  ///   - sharedState: The state that responses update; nil, the default, drops updates.
  ///   - service: The name of the service for messages and the log; nil by default.
  ///   - responder: Computes the responses that are callbacks and decides `$where` patterns.
  ///   - clock: Where delays wait; the machine's own time by default.
  ///   - log: Where calls are recorded; a new one by default.
  ///   - gates: The gates; new ones by default. Those of the responses are added.
  ///   - seed: The start of all random delays; 0 by default.
  ///   - failureHandler: What `exhaustBehavior: "fatalError"` does; the current one by default.
  ///   - errors: The app's own error, which is thrown for the configured codes that it knows.
  ///   - places: The places of responses in a script, by method and index, for messages.
  ///   - home: The actor whose executor is used, to share one with others; its own by default.
  ///   - bindings: The shared state key of each bound property of the service; none by default.
  ///   - initialState: The initial values of its other properties; none by default.
  public init(
    methods: [String: MockMethodConfig], sharedState: MockSharedState? = nil,
    service: String? = nil, responder: (any MockResponder)? = nil, clock: MockClock = .system,
    log: MockCallLog = MockCallLog(), gates: MockGates = MockGates(), seed: UInt64 = 0,
    failureHandler: MockFailureHandler? = nil, errors: (any MockErrorConvertible.Type)? = nil,
    places: [String: [Int: String]] = [:], home: (any Actor)? = nil,
    bindings: [String: String] = [:], initialState: [String: AnyCodableValue] = [:]
  ) {
    self.service = service
    self.sharedState = sharedState
    self.clock = clock
    self.log = log
    self.gates = gates
    self.responder = responder
    self.seed = seed
    self.failureHandler = failureHandler
    self.bindings = bindings
    self.initialState = initialState
    errorType = errors
    let home = home ?? MockHome()
    self.home = home
    executor = home.unownedExecutor
    var identities: [MethodIdentity] = []
    var gateNames: [String] = []
    tables = [:]
    tables.reserveCapacity(methods.count)
    for (name, config) in methods {
      let identity = MethodIdentity(
        service: service, name: name, responses: config.responses, places: places[name] ?? [:])
      identities.append(identity)
      tables[name] = MethodTable(identity: identity, config: config)
      for response in config.responses { if let gate = response.gate { gateNames.append(gate) } }
    }
    log.register(identities)
    gates.declare(gateNames)
  }

  /// Creates a sequencer of a service's entry; the parameters are those of the other initialiser.
  public init(
    entry: MockServiceEntry, sharedState: MockSharedState? = nil,
    service: String? = nil, responder: (any MockResponder)? = nil, clock: MockClock = .system,
    log: MockCallLog = MockCallLog(), gates: MockGates = MockGates(), seed: UInt64 = 0,
    failureHandler: MockFailureHandler? = nil, errors: (any MockErrorConvertible.Type)? = nil,
    places: [String: [Int: String]] = [:], home: (any Actor)? = nil
  ) {
    self.init(
      methods: entry.methods, sharedState: sharedState, service: service, responder: responder,
      clock: clock, log: log, gates: gates, seed: seed, failureHandler: failureHandler,
      errors: errors, places: places, home: home, bindings: entry.bindings ?? [:],
      initialState: entry.initialState ?? [:])
  }

  /// How often a method has been called since the start or the last ``resetCallCounts()``.
  public func callCount(for method: String) -> Int {
    tables[method]?.count ?? 0
  }

  /// Starts all sequences and counts again; the call log keeps its calls.
  public func resetCallCounts() {
    for table in tables.values { table.reset() }
  }

  /// Replaces the responses of a method, or adds the method; its sequences start again.
  ///
  /// The count of its calls goes on.
  public func replace(
    _ method: String, with config: MockMethodConfig, places: [Int: String] = [:]
  ) {
    let identity = MethodIdentity(
      service: service, name: method, responses: config.responses, places: places)
    let table = MethodTable(identity: identity, config: config)
    let old = tables[method]
    table.count = old?.count ?? 0
    tables[method] = table
    log.register([identity], replacing: old?.identity)
    gates.declare(config.responses.compactMap(\.gate))
  }
}
