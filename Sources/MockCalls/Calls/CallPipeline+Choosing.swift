internal import MockConfiguration
internal import MockData
internal import MockPlatform

/// The first step of a call.
///
/// The response is chosen, and the call is counted and recorded, in one step under the choosing lock.
extension CallPipeline {
  /// Chooses a response, unless the thread would have to wait for a lock.
  func tryToChoose(_ call: Call, _ wanted: ResponseRequest) -> CallChoice {
    guard choosing.tryToTake() else { return .busy(choosing) }
    defer { choosing.release() }
    guard choosers[call.method]?.usesPredicates ?? false, let lock = predicates?.predicateLock
    else { return choose(call, wanted) }
    guard lock.tryToTake() else { return .busy(lock) }
    defer { lock.release() }
    return choose(call, wanted)
  }

  /// Chooses a response, and waits for a lock if necessary.
  nonisolated(nonsending) func chooseWaiting(_ call: Call, _ wanted: ResponseRequest) async
    -> CallChoice
  {
    var choice = tryToChoose(call, wanted)
    while case .busy(let lock) = choice {
      await lock.suspend()
      choice = tryToChoose(call, wanted)
    }
    return choice
  }

  /// Chooses a response, and counts and records the call.
  ///
  /// The caller holds the lock.
  func choose(_ call: Call, _ wanted: ResponseRequest) -> CallChoice {
    if let chosen = call.chosen { return chosen }
    var call = call
    // If the pipeline was restored in the meantime, a call that a stub has passed on counts as a new call.
    if let stubbed = call.stubbed, stubbed.logged.epoch < firstEpoch { call.stubbed = nil }
    let chooser = chooser(of: call.method)
    if call.staysOpen, let stubbed = call.stubbed { return opened(call, stubbed, chooser) }
    let choice = chooseResponse(from: chooser, for: call)
    guard
      let prepared = choice.response ?? implicitResponse(choice, call, wanted)
        ?? relaxed(choice, call, wanted)
    else {
      return refuse(call, wanted, chooser, choice)
    }
    // If the caller was already canceled, the call throws when it begins to wait.
    let isImmediate =
      !wanted.waits
      || prepared.isImmediate && wanted.form != .stream && director == nil
        && !(wanted.isCancellable && Task.isCancelled)
    let takesTime = !isImmediate || prepared.isComputed
    var entry = entry(of: call, chooser, choice)
    entry.isStream = wanted.form == .stream
    let logged = record(entry, of: call, notifies: takesTime)
    return .running(
      RunningCall(
        call, prepared, chooser.identity, choice, logged: logged, isImmediate: isImmediate,
        began: takesTime ? clock.elapsed : nil, clock: clock))
  }

  /// Returns a response for a call that doesn't need one, so that exploring can delay the call or make it fail.
  private func implicitResponse(
    _ choice: ResponseChooser.Choice, _ call: Call, _ wanted: ResponseRequest
  ) -> PreparedResponse? {
    guard choice.problem == nil, wanted.form == .nothing, wanted.waits, director != nil,
      !call.isObserver
    else { return nil }
    return PreparedResponse(MockResponse(result: .success), index: 0)
  }

  /// Returns a default response for a call to a relaxed mock, if the call has no response or no rule accepts its
  /// arguments.
  ///
  /// A call from another process isn't relaxed, because the type of its result isn't known in this process.
  private func relaxed(
    _ choice: ResponseChooser.Choice, _ call: Call, _ wanted: ResponseRequest
  ) -> PreparedResponse? {
    guard call.isRelaxed || context.contracts.isRelaxed, call.origin == nil,
      !context.hasNoScenario,
      choice.problem.map({ ($0 as? MockServiceError)?.problem == .noMatch })
        ?? (wanted.form != .nothing)
    else { return nil }
    switch wanted.form {
    case .value, .nothing:
      return PreparedResponse(MockResponse(result: .success), index: 0, relaxed: RelaxedResult())
    case .stream:
      return PreparedResponse(MockResponse(result: .stream), index: 0)
    case .whole, .response: return nil
    }
  }

  /// Continues a call whose stub leaves its stream open for pushed values.
  ///
  /// The caller holds the lock.
  private func opened(
    _ call: Call, _ stubbed: StubbedCall, _ chooser: ResponseChooser
  ) -> CallChoice {
    log.noteStream(of: stubbed.logged)
    let response = PreparedResponse(
      MockResponse(result: .stream, values: [], staysOpen: true), index: MethodIdentity.pushedIndex)
    return .running(
      RunningCall(
        call, response, chooser.identity, ResponseChooser.Choice(count: stubbed.count),
        logged: stubbed.logged, isImmediate: false, began: stubbed.began ?? clock.elapsed,
        clock: clock))
  }

  /// Returns the chooser of a method, even if the method has no responses.
  ///
  /// The caller holds the lock.
  func chooser(of method: String) -> ResponseChooser {
    if let known = choosers[method] { return known }
    let responses = passes ? [MockResponse(result: .passthrough)] : []
    let chooser = ResponseChooser(
      identity: MethodIdentity(service: service, name: method, responses: responses), config: nil)
    choosers[method] = chooser
    log.register([chooser.identity], of: service)
    return chooser
  }

  /// Counts a call and chooses its response.
  ///
  /// The caller holds the lock.
  func chooseResponse(from chooser: ResponseChooser, for call: Call) -> ResponseChooser.Choice {
    // A call that a stub has passed on has already been counted.
    if call.stubbed != nil { chooser.count -= 1 }
    let scheduledIndex = chooser.hasChances ? scheduledIndex(of: call) : nil
    let choose = {
      chooser.choose(call.arguments, scheduledIndex: scheduledIndex) { rule in
        { name, value in try self.accepts(name, value, chooser, rule) }
      }
    }
    let needsScript = chooser.usesPredicates || chooser.isCostly
    var choice = needsScript ? predicates?.decidingTogether(choose) ?? choose() : choose()
    if let stubbed = call.stubbed { choice.count = stubbed.count }
    return choice
  }

  /// Returns the index of the response that a schedule chooses for a call.
  private func scheduledIndex(of call: Call) -> Int? {
    guard let director else { return nil }
    let logged =
      call.stubbed?.logged ?? LoggedCall(order: log.count + 1, epoch: log.epoch)
    return director.response(of: director.number(of: logged, in: log))
  }

  /// Calls the responder's function to evaluate a `$where` pattern.
  func accepts(
    _ name: String, _ value: AnyCodableValue, _ chooser: ResponseChooser,
    _ rule: ResponseChooser.Rule
  ) throws -> Bool {
    guard let responder = context.responder else {
      throw CallProblem.noResponder(
        chooser.identity, name: name, index: rule.first?.index ?? 0
      ).error
    }
    return try responder.accepts(predicate: name, arguments: value)
  }

  /// The caller holds the lock.
  func entry(
    of call: Call, _ chooser: ResponseChooser, _ choice: ResponseChooser.Choice
  ) -> CallEntry {
    CallEntry(
      method: chooser.identity, arguments: call.arguments, count: choice.count, step: choice.step,
      response: choice.response, key: choice.key, lacksKey: choice.lacksKey, mock: call.mock,
      origin: call.origin, state: sharedState?.snapshot, time: clock.virtualNanoseconds)
  }

  /// Adds a call to the log.
  ///
  /// If a stub has passed the call on, this method continues its existing entry.
  ///
  /// If a call takes no time, observers aren't notified until the call has ended.
  @discardableResult func record(
    _ entry: CallEntry, of call: Call, notifies: Bool = true
  ) -> LoggedCall {
    guard let stubbed = call.stubbed else { return log.append(entry, notifies: notifies) }
    return log.replace(stubbed.logged, with: entry)
  }

  /// Records a call that gets no response.
  func refuse(
    _ call: Call, _ wanted: ResponseRequest, _ chooser: ResponseChooser,
    _ choice: ResponseChooser.Choice
  ) -> CallChoice {
    var entry = entry(of: call, chooser, choice)
    if choice.problem == nil, wanted.form == .nothing {
      entry.end(with: .returned(nil))
      return .nothing(record(entry, of: call))
    }
    let error = choice.problem ?? unconfigured(chooser.identity, call)
    entry.end(with: MockCallOutcome(error))
    record(entry, of: call)
    return .refused(
      error, chooser.identity, count: choice.count,
      stops: choice.problem != nil && chooser.exhaustBehavior == .fatalError)
  }

  /// Returns the error of a call to a method without responses.
  ///
  /// The caller holds the lock.
  private func unconfigured(
    _ method: MethodIdentity, _ call: Call? = nil
  ) -> MockServiceError {
    let callee = callee(of: method, call)
    if context.hasNoScenario { return CallProblem.noScenario(method, callee).error }
    if context.contracts.isRelaxed, call?.origin != nil {
      return CallProblem.notRelaxed(method).error
    }
    let configured = choosers.values.filter { !$0.rules.isEmpty }.map(\.identity)
    let known = configured.map(\.name)
    if known.isEmpty, context.contracts.isUnscripted, call?.origin == nil {
      if call?.stubbed != nil { return CallProblem.passedOn(method).error }
      return CallProblem.unstubbed(method, callee).error
    }
    let nearest = NearestName.nearest(to: method.name, candidates: known)
    return CallProblem.unconfigured(
      method, nearest: configured.first { $0.name == nearest }, known: known,
      services: known.isEmpty ? log.configuredServices : [],
      isOfScript: configured.contains(where: \.isOfScript)
    ).error
  }

  /// Returns what was called, for the suggestion in a message.
  ///
  /// Clients always have a contract, but a type that is called has one only if there are mocks. The service of other
  /// calls is written by hand.
  private func callee(of method: MethodIdentity, _ call: Call?) -> CallProblem.Callee {
    guard call?.mock == 0 else { return .mock }
    guard call?.isGenerated == true else { return .client }
    let contract = service.flatMap { context.contracts.all[$0] }
    let known = contract?.methods.first { $0.key == method.name }
    return contract == nil || known?.isStatic == true ? .type : .client
  }

  /// Throws ``MockServiceError`` if the method has no responses.
  ///
  /// The caller holds the lock.
  func configuredChooser(of method: String) throws -> ResponseChooser {
    if let chooser = choosers[method], !chooser.rules.isEmpty { return chooser }
    throw unconfigured(
      choosers[method]?.identity ?? MethodIdentity(service: service, name: method))
  }

  /// Returns the call to continue with, or `nil` if the call has ended without a value.
  ///
  /// The caller must have released the lock.
  ///
  /// - Throws: The reason why there is no response, unless the caller requests the whole response.
  func running(
    _ choice: CallChoice, _ wanted: ResponseRequest, _ read: ResponseReader
  ) throws -> RunningCall? {
    switch choice {
    case .running(let running):
      if let skippedResponse = running.choice.skippedResponse {
        context.report(skippedResponse.failure(of: running.method))
      }
      if let checks, let service {
        let failures = checks.failures(of: service, running.method.name) {
          running.call.arguments.value
        }
        for failure in failures { context.report(failure) }
      }
      return running
    case .nothing, .busy, .elsewhere: return nil
    case .refused(let error, let method, let count, let stops):
      if stops { stopIfExhausted(error) }
      if let error = error as? MockServiceError {
        _ = context.failTestWithoutScenario(error.message)
      }
      guard wanted.form == .whole else { throw error }
      try read(CallResponse(failing: error, count: count), method)
      return nil
    }
  }

  /// Reports an exhausted sequence to the failure handler, if the method's configuration requires that.
  private func stopIfExhausted(_ error: any Error) {
    guard let error = error as? MockServiceError, error.problem == .exhausted else { return }
    context.report(MockFailure(severity: .stop, message: error.message))
  }
}

extension CallPipeline {
  /// Returns whether a method may have a response that passes calls to the live service.
  func mayPass(_ method: String) -> Bool {
    choosing.withLock {
      guard let chooser = choosers[method] else { return passes }
      return chooser.mayPass || context.comparison != nil && !chooser.rules.isEmpty
    }
  }
}
