internal import MockConfiguration
internal import MockData
internal import MockPlatform

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
/// ``answerNow(_:_:_:)`` and ``begin(_:_:_:)`` with ``goOn(_:_:_:_:)`` differ in how they take the lock, ask the responder and wait, and in
/// nothing else. ``RankedLock`` says which locks there are and what may run under them.
///
/// `@unchecked Sendable`: what changes is only touched under the choosing lock; everything else is constant. Swift's
/// own check of each such access at run time is left out, which costs a call as much as a lock does.
final class CallPipeline: CallAnswering, @unchecked Sendable {
  let service: String?
  let sharedState: MockSharedState?
  let context: MockCallContext
  /// Whoever has the lock that the responder's predicates need; nil where they need none.
  let predicates: (any ScriptedPredicates)?
  private let asksPredicates: Bool
  @exclusivity(unchecked) private(set) var choosers: [String: ResponseChooser] = [:]
  /// The chooser of the latest call, one of `choosers`: most calls are of the method that was called before.
  @exclusivity(unchecked) private var latest: Unmanaged<ResponseChooser>?
  /// The epoch of the log in which the pipeline was restored: calls of earlier ones have no answer any more.
  @exclusivity(unchecked) private var firstEpoch = 0

  var choosing: RankedLock { context.choosing }
  var clock: MockClock { context.clock }
  var log: MockCallLog { context.log }

  init(
    _ methods: [String: MockMethodConfig], service: String?, sharedState: MockSharedState?,
    context: MockCallContext, places: [String: [Int: SourcePlace]]
  ) {
    self.service = service
    self.sharedState = sharedState
    self.context = context
    predicates = context.responder as? any ScriptedPredicates
    asksPredicates = predicates != nil
    choosers.reserveCapacity(methods.count)
    var gates: [String] = []
    for (name, config) in methods {
      let identity = MethodIdentity(
        service: service, name: name, responses: config.responses, places: places[name] ?? [:],
        ignoredKeys: context.contracts.ignoredKeys)
      choosers[name] = ResponseChooser(identity: identity, config: config)
      for response in config.responses { if let gate = response.gate { gates.append(gate) } }
    }
    log.register(choosers.values.map(\.identity))
    context.gates.declare(gates)
  }

  // MARK: - A call

  func answerNow(
    _ call: CallRequest, _ use: AnswerUse, _ read: AnswerUse.Reader
  ) throws -> DecodedValue? {
    clock.commitDue()
    choosing.take()
    let begun = begin(call, use, mayWait: false, read)
    choosing.release()
    guard case .running(let running) = begun else {
      if case .answeredWith(let answer, _) = begun { reportSkippedWait(answer, call) }
      return try conclude(begun, call, use, read)
    }
    let (answer, value): (ResolvedAnswer, Result<DecodedValue?, any Error>)
    do {
      answer = try finalForm(of: try resolveNow(running), running)
      reportSkippedWait(answer, call)
      value = reading(answer, running, use, read)
      clock.commitDue()
      guard commit(running, answer, value.failure, isLast: true) else { throw CancellationError() }
    } catch {
      return try fail(error, running, call, use, read)
    }
    return try finish(answer, value, call, use)
  }

  /// Tells of a wait that was written for a response, and that a caller which is not async has skipped.
  private func reportSkippedWait(_ answer: ResolvedAnswer, _ call: CallRequest) {
    guard let wait = answer.statedWait else { return }
    let method = choosing.withLock { chooser(of: call.method).identity }
    context.report(.skipped(wait, of: "\(method)", at: method.place(of: answer.index)))
  }

  func answerLater(
    _ call: CallRequest, _ use: AnswerUse, onMainActor: Bool, _ handler: AnswerHandler
  ) {
    clock.commitDue()
    let begun = choosing.withLock { begin(call, use, mayWait: true, handler.read) }
    guard case .running(let running) = begun else {
      return handler.finish(
        Result { try conclude(begun, call, use, handler.read) }.failure, onMainActor: onMainActor)
    }
    Task {
      do {
        _ = try await complete(running, call, use, handler.read)
        handler.finish(nil, onMainActor: onMainActor)
      } catch {
        handler.finish(error, onMainActor: onMainActor)
      }
    }
  }

  func begin(
    _ call: CallRequest, _ use: AnswerUse, _ read: AnswerUse.Reader
  ) throws -> CallBeginning {
    clock.commitDue()
    let begun = tryToBegin(call, use, read)
    switch begun {
    case .running(let running): return .goesOn(running)
    case .busy: return .goesOn(nil)
    default: return .ended(try conclude(begun, call, use, read))
    }
  }

  nonisolated(nonsending) func goOn(
    _ running: RunningCall?, _ call: CallRequest, _ use: AnswerUse, _ read: AnswerUse.Reader
  ) async throws -> DecodedValue? {
    if let running { return try await complete(running, call, use, read) }
    while true {
      switch tryToBegin(call, use, read) {
      case .running(let running): return try await complete(running, call, use, read)
      case .busy(let lock): await lock.park()
      case let begun: return try conclude(begun, call, use, read)
      }
    }
  }

  /// Resolves, waits and commits.
  private nonisolated(nonsending) func complete(
    _ running: RunningCall, _ call: CallRequest, _ use: AnswerUse, _ read: AnswerUse.Reader
  ) async throws -> DecodedValue? {
    defer { clock.end(running.activity) }
    let (answer, value): (ResolvedAnswer, Result<DecodedValue?, any Error>)
    do {
      let resolved = try await uncancelled(use) { [limit = use.valueLimit] in
        try await self.resolve(running, collecting: limit)
      }
      let result = reading(resolved, running, use, read)
      try await uncancelled(use) { [problem = result.failure] in
        try await self.waitAndCommit(running, resolved, problem)
      }
      (answer, value) = (resolved, result)
    } catch {
      return try fail(error, running, call, use, read)
    }
    return try finish(answer, value, call, use)
  }

  /// Begins a call whose values come one after the other.
  func stream(_ call: CallRequest, into sink: StreamSink) {
    clock.commitDue()
    let use = AnswerUse(.stream)
    let begun = choosing.withLock { begin(call, use, mayWait: true) { _ in nil } }
    do {
      guard case .running(let running) = begun else {
        _ = try conclude(begun, call, use) { _ in nil }
        return sink.finish(nil)
      }
      let task = Task { await produce(running, into: sink) }
      sink.onCancel { task.cancel() }
    } catch {
      sink.finish(error)
    }
  }

  func nextResponse(_ call: CallRequest) throws -> MockResponse {
    let use = AnswerUse(.tree)
    var response = MockResponse(result: .success)
    let begun = choosing.withLock { () -> Begun in
      let chooser = chooser(of: call.method)
      let choice = choose(chooser, call)
      guard let prepared = choice.response?.takeUnretainedValue() else {
        return refuse(call, use, chooser, choice)
      }
      response = prepared.response
      record(call, chooser, choice, prepared, prepared.answer.outcome)
      return .answered(nil)
    }
    _ = try conclude(begun, call, use) { _ in nil }
    return response
  }

  // MARK: - Counts and replacements

  func isConfigured(_ method: String) -> Bool {
    choosing.withLock { choosers[method].map { !$0.rules.isEmpty } ?? false }
  }

  func callCount(for method: String) -> Int {
    choosing.withLock { choosers[method]?.count ?? 0 }
  }

  func resetCallCounts() {
    choosing.withLock { for chooser in choosers.values { chooser.reset() } }
  }

  func replace(_ method: String, with config: MockMethodConfig, places: [Int: SourcePlace]) {
    let identity = MethodIdentity(
      service: service, name: method, responses: config.responses, places: places,
      ignoredKeys: context.contracts.ignoredKeys)
    let chooser = ResponseChooser(identity: identity, config: config)
    choosing.withLock {
      let old = choosers[method]
      RankedLock.whenFree { withExtendedLifetime(old) {} }
      chooser.count = old?.count ?? 0
      latest = nil
      choosers[method] = chooser
      log.register([identity], replacing: old?.identity)
    }
    context.gates.declare(config.responses.compactMap(\.gate))
  }

  func restore(_ methods: [String: MockMethodConfig], places: [String: [Int: SourcePlace]]) {
    choosing.withLock {
      firstEpoch = log.epoch
      let old = choosers
      RankedLock.whenFree { withExtendedLifetime(old) {} }
      log.forget(old.values.map(\.identity))
      latest = nil
      choosers = [:]
      for (name, config) in methods { replace(name, with: config, places: places[name] ?? [:]) }
    }
  }

  /// Whether a call began after the pipeline was restored for the last time.
  func isCurrent(_ call: RunningCall) -> Bool {
    choosing.withLock { call.logged.epoch >= firstEpoch }
  }

  // MARK: - Begin

  /// How far a call has come when it has begun.
  private enum Begun {
    case running(RunningCall)
    /// The answer was given, and has taken effect; what was read of it.
    case answered(DecodedValue?)
    /// The same, where the answer is an error, or states a wait.
    case answeredWith(ResolvedAnswer, DecodedValue?)
    /// There is no answer.
    case refused(any Error, ResponseChooser, count: Int)
    /// Somebody else has the lock.
    case busy(RankedLock)
  }

  private func tryToBegin(
    _ call: CallRequest, _ use: AnswerUse, _ read: AnswerUse.Reader
  ) -> Begun {
    guard choosing.tryToTake() else { return .busy(choosing) }
    defer { choosing.release() }
    if asksPredicates, choosers[call.method]?.asksPredicates ?? false,
      let predicateLock = predicates?.predicateLock
    {
      guard predicateLock.tryToTake() else { return .busy(predicateLock) }
      defer { predicateLock.release() }
      return begin(call, use, mayWait: true, read)
    }
    return begin(call, use, mayWait: true, read)
  }

  /// Chooses, counts and records; the caller has the lock.
  ///
  /// An answer that need not wait is given at once.
  @inline(__always) private func begin(
    _ call: CallRequest, _ use: AnswerUse, mayWait: Bool, _ read: AnswerUse.Reader
  ) -> Begun {
    unretainedChooser(of: call.method)._withUnsafeGuaranteedRef {
      begin(call, use, $0, mayWait: mayWait, read)
    }
  }

  @inline(__always) private func begin(
    _ call: CallRequest, _ use: AnswerUse, _ chooser: ResponseChooser, mayWait: Bool,
    _ read: AnswerUse.Reader
  ) -> Begun {
    let choice = choose(chooser, call)
    guard let response = choice.response else { return refuse(call, use, chooser, choice) }
    return response._withUnsafeGuaranteedRef {
      give($0, call, use, chooser, choice, mayWait: mayWait, read)
    }
  }

  /// Gives a response at once where it need not wait, else begins to wait.
  @inline(__always) private func give(
    _ prepared: PreparedResponse, _ call: CallRequest, _ use: AnswerUse,
    _ chooser: ResponseChooser, _ choice: ResponseChooser.Choice, mayWait: Bool,
    _ read: AnswerUse.Reader
  ) -> Begun {
    let isImmediate = mayWait ? prepared.isImmediate : !prepared.isCallback
    guard isImmediate, use.form != .stream, !mayWait || !use.isCancellable || !Task.isCancelled
    else {
      return .running(start(prepared, call, chooser, choice, mayWait: mayWait))
    }
    var value = prepared.known(as: use.type)
    if value == nil, !prepared.answer.hasError || use.form == .whole {
      let reading = AnswerReading(
        answer: prepared.answer, method: chooser.identity, count: choice.count, cache: prepared)
      do {
        value = try read(reading)
      } catch {
        record(call, chooser, choice, prepared, MockCallOutcome(error))
        return .refused(error, chooser, count: choice.count)
      }
    }
    let before = call.detail == nil || call.origin == nil ? nil : sharedState?.snapshot
    let state = sharedState?.commit(prepared.answer.updates)
    if chooser.keyPath != nil || call.detail != nil {
      record(
        call, chooser, choice, prepared, prepared.answer.outcome, state: state, before: before)
    } else {
      put(call, chooser, choice, prepared, state: state, nil)
    }
    return prepared.answer.hasError || prepared.answer.statedWait != nil
      ? .answeredWith(prepared.answer, value) : .answered(value)
  }

  /// The chooser of a method, which may have no responses; the caller has the lock.
  @inline(__always) func chooser(of method: String) -> ResponseChooser {
    unretainedChooser(of: method).takeUnretainedValue()
  }

  /// The same, which is there for as long as the caller has the lock: what is replaced meanwhile is freed later.
  @inline(__always) func unretainedChooser(of method: String) -> Unmanaged<ResponseChooser> {
    if let latest, latest._withUnsafeGuaranteedRef({ $0.identity.name == method }) { return latest }
    let chooser = Unmanaged.passUnretained(choosers[method] ?? addChooser(for: method))
    latest = chooser
    return chooser
  }

  /// Counts a call and chooses its response; the caller has the lock.
  @inline(__always) private func choose(
    _ chooser: ResponseChooser, _ call: CallRequest
  ) -> ResponseChooser.Choice {
    if call.detail != nil, let stubbed = call.continuing {
      // It was counted when a stub had it.
      chooser.count -= 1
      var choice = decide(chooser, call.arguments)
      choice.count = stubbed.count
      return choice
    }
    return decide(chooser, call.arguments)
  }

  /// Lets the chooser choose, which may need the lock of the predicates.
  @inline(__always) private func decide(
    _ chooser: ResponseChooser, _ arguments: MockArguments
  ) -> ResponseChooser.Choice {
    if chooser.asksPredicates || chooser.isCostly, let predicates {
      return predicates.decidingTogether { askChooser(chooser, arguments) }
    }
    return askChooser(chooser, arguments)
  }

  /// Lets the chooser choose, whose predicates are put to the responder.
  @inline(__always) private func askChooser(
    _ chooser: ResponseChooser, _ arguments: MockArguments
  ) -> ResponseChooser.Choice {
    chooser.choose(arguments) { rule in
      { name, value in try self.accepts(name, value, chooser, rule) }
    }
  }

  /// Asks the responder for what a `$where` pattern says.
  func accepts(
    _ name: String, _ value: AnyCodableValue, _ chooser: ResponseChooser,
    _ rule: ResponseChooser.Rule
  ) throws -> Bool {
    guard let responder = context.responder else {
      throw CallProblem.noResponder(
        chooser.identity, name: name, index: rule.responses.first?.index ?? 0
      ).error
    }
    return try responder.accepts(predicate: name, arguments: value)
  }

  private func addChooser(for method: String) -> ResponseChooser {
    let identity = MethodIdentity(service: service, name: method)
    let chooser = ResponseChooser(identity: identity, config: nil)
    choosers[method] = chooser
    log.register([identity])
    return chooser
  }

  /// Records a call that gets no answer.
  private func refuse(
    _ call: CallRequest, _ use: AnswerUse, _ chooser: ResponseChooser,
    _ choice: ResponseChooser.Choice
  ) -> Begun {
    if choice.problem == nil, use.form == .nothing {
      record(call, chooser, choice, nil, .returned(nil))
      return .answered(nil)
    }
    let error = choice.problem ?? unconfigured(chooser.identity)
    record(call, chooser, choice, nil, MockCallOutcome(error))
    return .refused(error, chooser, count: choice.count)
  }

  /// The error of a call of a method without responses; the caller has the lock.
  private func unconfigured(_ method: MethodIdentity) -> MockServiceError {
    let configured = choosers.values.filter { !$0.rules.isEmpty }.map(\.identity)
    let known = configured.map(\.name)
    if known.isEmpty, context.contracts.isUnscripted { return CallProblem.unstubbed(method).error }
    let nearest = NearestName.nearest(to: method.name, among: known)
    return CallProblem.unconfigured(
      method, nearest: configured.first { $0.name == nearest }, known: known,
      services: known.isEmpty ? log.configuredServices : [],
      isOfScript: configured.contains(where: \.isOfScript)
    ).error
  }

  /// The chooser of a method that has responses; the caller has the lock.
  ///
  /// - Throws: ``MockServiceError`` where it has none.
  func configuredChooser(of method: String) throws -> ResponseChooser {
    if let chooser = choosers[method], !chooser.rules.isEmpty { return chooser }
    throw unconfigured(
      choosers[method]?.identity ?? MethodIdentity(service: service, name: method))
  }

  /// Records a call that has ended in the step in which it began.
  private func record(
    _ call: CallRequest, _ chooser: ResponseChooser, _ choice: ResponseChooser.Choice,
    _ response: PreparedResponse?, _ outcome: MockCallOutcome,
    state: [String: AnyCodableValue]? = nil, before: [String: AnyCodableValue]? = nil
  ) {
    let details = CallEntry.Details(
      key: choice.key, lacksKey: choice.lacksKey, outcome: outcome, duration: .zero,
      origin: call.origin, before: before)
    put(
      call, chooser, choice, response, state: state ?? sharedState?.snapshot, .details(details))
  }

  /// Adds a call to the log, or goes on with the one that a stub has handed on.
  @inline(__always) @discardableResult private func put(
    _ call: CallRequest, _ chooser: ResponseChooser, _ choice: ResponseChooser.Choice,
    _ response: PreparedResponse?, state: [String: AnyCodableValue]?, _ extra: CallEntry.Extra?
  ) -> LoggedCall {
    guard call.detail != nil, let stubbed = call.continuing else {
      return log.append(
        chooser.identity, call.arguments, count: choice.count, step: choice.step,
        response: response, state: state, extra, at: clock.virtualNanoseconds)
    }
    return log.replace(
      stubbed.logged,
      with: CallEntry(
        method: chooser.identity, arguments: call.arguments, count: choice.count,
        step: choice.step, response: response, state: state,
        time: clock.virtualNanoseconds, extra: extra))
  }

  /// Records a call whose answer takes time.
  private func start(
    _ prepared: PreparedResponse, _ call: CallRequest, _ chooser: ResponseChooser,
    _ choice: ResponseChooser.Choice, mayWait: Bool
  ) -> RunningCall {
    let extra: CallEntry.Extra =
      chooser.keyPath == nil && call.detail == nil
      ? CallEntry.running
      : .details(
        CallEntry.Details(key: choice.key, lacksKey: choice.lacksKey, origin: call.origin))
    let logged = put(call, chooser, choice, prepared, state: sharedState?.snapshot, extra)
    return RunningCall(
      prepared, chooser.identity, call.arguments, choice, logged: logged, clock: clock,
      mayWait: mayWait)
  }

  /// Ends a call that is over with its beginning.
  @inline(__always) private func conclude(
    _ begun: consuming Begun, _ call: CallRequest, _ use: AnswerUse, _ read: AnswerUse.Reader
  ) throws -> DecodedValue? {
    if case .answered(let value) = begun { return value }
    return try concludeOther(begun, call, use, read)
  }

  /// The same for what few calls come to; apart, so that the others need not make room for it.
  @inline(never) private func concludeOther(
    _ begun: consuming Begun, _ call: CallRequest, _ use: AnswerUse, _ read: AnswerUse.Reader
  ) throws -> DecodedValue? {
    switch consume begun {
    case .answered(let value): return value
    case .answeredWith(let answer, let value): return try finish(answer, .success(value), call, use)
    case .refused(let error, let chooser, let count):
      stopIfExhausted(error, chooser)
      guard use.form == .whole else { throw error }
      return try read(.error(error, chooser.identity, count: count))
    case .running, .busy: return nil
    }
  }

  /// Hands an exhausted sequence to the failure handler where the method asks for that.
  private func stopIfExhausted(_ error: any Error, _ chooser: ResponseChooser) {
    guard let error = error as? MockServiceError, error.problem == .exhausted,
      chooser.exhaustBehavior == .fatalError
    else { return }
    context.report(MockFailure(severity: .stop, message: error.message))
  }
}
