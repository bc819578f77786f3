/// Answers the calls of one service, whoever makes them.
///
/// # The way of a call
///
/// ```
///   begin     choose the response, count, record: one step under the choosing lock.
///      |      What can be given at once goes on to commit within that step.
///   resolve   the configured answer, or what the responder computes
///      |      (the caller reads the answer here: a value that cannot be decoded updates nothing)
///   wait      the gate, then the delay; a caller that is not async waits for neither
///      |
///   commit    updates, record and result: one step under the choosing lock, in the order of due times
/// ```
///
/// ``answerNow(_:_:)`` and ``answer(_:_:)`` differ in how they take the lock, ask the responder and wait, and in
/// nothing else. ``RankedLock`` says which locks there are and what may run under them.
///
/// `@unchecked Sendable`: `tables` and `firstEpoch` are only touched under the choosing lock; everything else is
/// constant.
final class CallPipeline: CallAnswering, @unchecked Sendable {
  let service: String?
  let sharedState: MockSharedState?
  let context: MockCallContext
  /// Whoever has the lock that the responder's predicates need; nil where they need none.
  let predicates: (any ScriptedPredicates)?
  private(set) var tables: [String: MethodTable] = [:]
  /// The epoch of the log in which the pipeline was restored: calls of earlier ones have no answer any more.
  private var firstEpoch = 0

  var choosing: RankedLock { context.choosing }
  var clock: MockClock { context.clock }
  var log: MockCallLog { context.log }

  init(
    _ methods: [String: MockMethodConfig], service: String?, sharedState: MockSharedState?,
    context: MockCallContext, places: [String: [Int: String]]
  ) {
    self.service = service
    self.sharedState = sharedState
    self.context = context
    predicates = context.responder as? any ScriptedPredicates
    tables.reserveCapacity(methods.count)
    var gates: [String] = []
    for (name, config) in methods {
      let identity = MethodIdentity(
        service: service, name: name, responses: config.responses, places: places[name] ?? [:])
      tables[name] = MethodTable(identity: identity, config: config)
      for response in config.responses { if let gate = response.gate { gates.append(gate) } }
    }
    log.register(tables.values.map(\.identity))
    context.gates.declare(gates)
  }

  // MARK: - A call

  func answerNow(_ call: CallRequest, _ read: CallRequest.Reader) throws {
    clock.landDue()
    let begun = choosing.withLock { begin(call, mayWait: false, read) }
    if case .answered(let answer) = begun { reportSkippedWait(answer, call) }
    guard let running = try conclude(begun, call, read) else { return }
    let (answer, failure): (ResolvedAnswer, (any Error)?)
    do {
      answer = try finalForm(of: try resolveNow(running), running)
      reportSkippedWait(answer, call)
      failure = reading(answer, running, call, read)
      clock.landDue()
      guard commit(running, answer, failure, isLast: true) else { throw CancellationError() }
    } catch {
      return try fail(error, running, call, read)
    }
    try finish(answer, failure, call)
  }

  /// Tells of a wait that was written for a response, and that a caller which is not async has skipped.
  @inline(__always) private func reportSkippedWait(_ answer: ResolvedAnswer, _ call: CallRequest) {
    guard let wait = answer.statedWait else { return }
    let method = choosing.withLock { table(call.method).identity }
    context.report(.skipped(wait, of: "\(method)", at: method.place(of: answer.index)))
  }

  nonisolated(nonsending) func answer(
    _ call: CallRequest, _ read: CallRequest.Reader
  ) async throws {
    clock.landDue()
    var begun = tryToBegin(call, read)
    while case .busy(let lock) = begun {
      await lock.park()
      begun = tryToBegin(call, read)
    }
    guard let running = try conclude(begun, call, read) else { return }
    try await goOn(running, call, read)
  }

  func answerLater(_ call: CallRequest, onMainActor: Bool, _ handler: AnswerHandler) {
    clock.landDue()
    let begun = choosing.withLock { begin(call, mayWait: true, handler.read) }
    let running: RunningCall?
    do {
      running = try conclude(begun, call, handler.read)
    } catch {
      return handler.finish(error, onMainActor: onMainActor)
    }
    guard let running else { return handler.finish(nil, onMainActor: onMainActor) }
    Task {
      do {
        try await goOn(running, call, handler.read)
        handler.finish(nil, onMainActor: onMainActor)
      } catch {
        handler.finish(error, onMainActor: onMainActor)
      }
    }
  }

  /// Takes a call that has begun to its end.
  private nonisolated(nonsending) func goOn(
    _ running: RunningCall, _ call: CallRequest, _ read: CallRequest.Reader
  ) async throws {
    defer { clock.end(running.activity) }
    let (answer, failure): (ResolvedAnswer, (any Error)?)
    do {
      let resolved = try await uncancelled(call) { [limit = call.valueLimit] in
        try await self.resolve(running, collecting: limit)
      }
      let problem = reading(resolved, running, call, read)
      try await uncancelled(call) { try await self.waitAndCommit(running, resolved, problem) }
      (answer, failure) = (resolved, problem)
    } catch {
      return try fail(error, running, call, read)
    }
    try finish(answer, failure, call)
  }

  /// Begins a call whose values come one after the other.
  func stream(_ call: CallRequest, into sink: StreamSink) {
    clock.landDue()
    let begun = choosing.withLock { begin(call, mayWait: true) { _ in } }
    do {
      guard let running = try conclude(begun, call, { _ in }) else { return sink.finish(nil) }
      let task = Task { await produce(running, into: sink) }
      sink.onCancel { task.cancel() }
    } catch {
      sink.finish(error)
    }
  }

  func nextResponse(_ call: CallRequest) throws -> MockResponse {
    var response = MockResponse(result: .success)
    let begun = choosing.withLock { () -> Begun in
      let table = tables[call.method] ?? addTable(call.method)
      let choice = choose(table, call)
      let entry = entry(of: table, call, choice)
      guard let prepared = choice.response else { return refuse(call, table, choice, entry) }
      response = prepared.response
      record(entry, prepared.answer.outcome, call)
      return .answered(.nothing)
    }
    _ = try conclude(begun, call) { _ in }
    return response
  }

  // MARK: - Counts and replacements

  func callCount(for method: String) -> Int {
    choosing.withLock { tables[method]?.count ?? 0 }
  }

  func resetCallCounts() {
    choosing.withLock { for table in tables.values { table.reset() } }
  }

  func replace(_ method: String, with config: MockMethodConfig, places: [Int: String]) {
    let identity = MethodIdentity(
      service: service, name: method, responses: config.responses, places: places)
    let table = MethodTable(identity: identity, config: config)
    choosing.withLock {
      let old = tables[method]
      table.count = old?.count ?? 0
      tables[method] = table
      log.register([identity], replacing: old?.identity)
    }
    context.gates.declare(config.responses.compactMap(\.gate))
  }

  func restore(_ methods: [String: MockMethodConfig], places: [String: [Int: String]]) {
    choosing.withLock {
      firstEpoch = log.epoch
      log.forget(tables.values.map(\.identity))
      tables = [:]
      for (name, config) in methods { replace(name, with: config, places: places[name] ?? [:]) }
    }
  }

  /// Whether a call began after the pipeline was restored for the last time.
  func isCurrent(_ call: RunningCall) -> Bool {
    choosing.withLock { call.logged.epoch >= firstEpoch }
  }

  // MARK: - Begin

  /// What beginning a call came to.
  private enum Begun {
    case running(RunningCall)
    /// The answer was given, and has taken effect.
    case answered(ResolvedAnswer)
    /// There is no answer.
    case refused(any Error, MethodTable, count: Int)
    /// Somebody else has the lock.
    case busy(RankedLock)
  }

  private func tryToBegin(_ call: CallRequest, _ read: CallRequest.Reader) -> Begun {
    guard choosing.tryToTake() else { return .busy(choosing) }
    defer { choosing.release() }
    if let predicates, tables[call.method]?.asksPredicates ?? false,
      let predicateLock = predicates.predicateLock
    {
      guard predicateLock.tryToTake() else { return .busy(predicateLock) }
      defer { predicateLock.release() }
      return begin(call, mayWait: true, read)
    }
    return begin(call, mayWait: true, read)
  }

  /// Chooses, counts and records; the caller has the lock.
  ///
  /// An answer that need not wait is given at once.
  @inline(__always) private func begin(
    _ call: CallRequest, mayWait: Bool, _ read: CallRequest.Reader
  ) -> Begun {
    let table = tables[call.method] ?? addTable(call.method)
    let choice = choose(table, call)
    guard let prepared = choice.response else {
      return refuse(call, table, choice, entry(of: table, call, choice))
    }
    let isImmediate = mayWait ? prepared.isImmediate : !prepared.isCallback
    guard isImmediate, call.end != .stream, !mayWait || !call.isCancellable || !Task.isCancelled
    else {
      return .running(start(prepared, entry(of: table, call, choice), call, mayWait: mayWait))
    }
    let answer = prepared.answer
    if !answer.hasError || call.end == .whole {
      let reading = AnswerReading(
        answer: answer, method: table.identity, count: table.count, cache: prepared)
      do {
        try read(reading)
      } catch {
        let entry = entry(of: table, call, choice)
        record(entry, MockCallOutcome(error), call)
        return .refused(error, table, count: entry.count)
      }
    }
    var entry = entry(of: table, call, choice)
    entry.state = sharedState?.commit(answer.updates)
    if entry.extra != nil { entry.end(answer.outcome, duration: .zero, state: entry.state) }
    put(entry, call)
    return .answered(answer)
  }

  /// Chooses the response of a call; the caller has the lock.
  @inline(__always) private func choose(
    _ table: MethodTable, _ call: CallRequest
  ) -> MethodTable.Choice {
    // It was counted when a stub had it.
    if call.continuing != nil { table.count -= 1 }
    if table.asksPredicates, let predicates {
      return predicates.decidingTogether { take(table, call.arguments) }
    }
    return take(table, call.arguments)
  }

  /// The entry of a call in the log, as it begins.
  @inline(__always) private func entry(
    of table: MethodTable, _ call: CallRequest, _ choice: MethodTable.Choice
  ) -> CallEntry {
    var entry = CallEntry(
      method: table.identity, arguments: call.arguments,
      count: call.continuing?.count ?? table.count, step: choice.step, response: choice.response)
    if table.keyPath != nil {
      entry.extra = CallEntry.Extra(key: choice.key, lacksKey: choice.lacksKey)
    }
    return entry
  }

  @inline(__always) private func take(
    _ table: MethodTable, _ arguments: MockArguments
  ) -> MethodTable.Choice {
    table.choose(arguments) { rule in
      { name, value in try self.accepts(name, value, table, rule) }
    }
  }

  /// Asks the responder for what a `$where` pattern says.
  func accepts(
    _ name: String, _ value: AnyCodableValue, _ table: MethodTable, _ rule: MethodTable.Rule
  ) throws -> Bool {
    guard let responder = context.responder else {
      throw CallProblem.noResponder(
        table.identity, name: name, index: rule.responses.first?.index ?? 0
      ).error
    }
    return try responder.accepts(predicate: name, arguments: value)
  }

  /// The table of a method, which may have no responses; the caller has the lock.
  func table(_ method: String) -> MethodTable { tables[method] ?? addTable(method) }

  private func addTable(_ method: String) -> MethodTable {
    let identity = MethodIdentity(service: service, name: method)
    let table = MethodTable(identity: identity, config: nil)
    tables[method] = table
    log.register([identity])
    return table
  }

  /// Records a call that gets no answer.
  private func refuse(
    _ call: CallRequest, _ table: MethodTable, _ choice: MethodTable.Choice, _ entry: CallEntry
  ) -> Begun {
    if choice.problem == nil, call.end == .nothing {
      record(entry, .returned(nil), call)
      return .answered(.nothing)
    }
    let error = choice.problem ?? unconfigured(table.identity)
    record(entry, MockCallOutcome(error), call)
    return .refused(error, table, count: entry.count)
  }

  /// The error of a call of a method without responses; the caller has the lock.
  private func unconfigured(_ method: MethodIdentity) -> MockServiceError {
    let configured = tables.values.filter { !$0.rules.isEmpty }.map(\.identity)
    let known = configured.map(\.name)
    let nearest = NearestName.nearest(to: method.name, among: known)
    return CallProblem.unconfigured(
      method, nearest: configured.first { $0.name == nearest }, known: known
    ).error
  }

  /// The table of a method that has responses; the caller has the lock.
  ///
  /// - Throws: ``MockServiceError`` where it has none.
  func configuredTable(_ method: String) throws -> MethodTable {
    if let table = tables[method], !table.rules.isEmpty { return table }
    throw unconfigured(
      tables[method]?.identity ?? MethodIdentity(service: service, name: method))
  }

  /// Records a call that has ended in the step in which it began.
  private func record(
    _ entry: consuming CallEntry, _ outcome: MockCallOutcome, _ call: CallRequest
  ) {
    entry.end(outcome, duration: .zero, state: sharedState?.snapshot)
    put(entry, call)
  }

  /// Adds a call to the log, or goes on with the one that a stub has handed on.
  @inline(__always) @discardableResult private func put(
    _ entry: consuming CallEntry, _ call: CallRequest
  ) -> LoggedCall {
    guard let stubbed = call.continuing else { return log.append(entry) }
    return log.replace(stubbed.logged, with: entry)
  }

  /// Records a call whose answer takes time.
  private func start(
    _ prepared: PreparedResponse, _ entry: CallEntry, _ call: CallRequest, mayWait: Bool
  ) -> RunningCall {
    var entry = entry
    entry.state = sharedState?.snapshot
    // Choosing has made one for a call with a key, which runs as well.
    if entry.extra == nil { entry.extra = CallEntry.running }
    let logged = put(entry, call)
    return RunningCall(prepared, entry, logged: logged, clock: clock, mayWait: mayWait)
  }

  /// Ends a call that is over with its beginning; gives one that goes on.
  @inline(__always) private func conclude(
    _ begun: Begun, _ call: CallRequest, _ read: CallRequest.Reader
  ) throws -> RunningCall? {
    switch begun {
    case .running(let running): return running
    case .answered(let answer): try finish(answer, nil, call)
    case .refused(let error, let table, let count):
      stopIfExhausted(error, table)
      guard call.end == .whole else { throw error }
      try read(.error(error, table.identity, count: count))
    case .busy: break
    }
    return nil
  }

  /// Hands an exhausted sequence to the failure handler where the method asks for that.
  private func stopIfExhausted(_ error: any Error, _ table: MethodTable) {
    guard let error = error as? MockServiceError, error.problem == .exhausted,
      table.exhaustBehavior == .fatalError
    else { return }
    context.report(MockFailure(severity: .stop, message: error.message))
  }
}
