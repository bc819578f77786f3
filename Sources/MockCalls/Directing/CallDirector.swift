internal import MockConfiguration
package import MockData

/// Holds the answers of calls and says when each of them comes, where a test is explored; ordinary tests have none.
///
/// What is made while one is ``CallDirection/current`` obeys it: contexts hand it their answers, and virtual clocks
/// leave it to it when time passes. It is called under no ranked lock.
package protocol CallDirector: AnyObject, Sendable {
  /// The number of a call, which no other call of the run has.
  func number(of call: LoggedCall, in log: MockCallLog) -> Int

  /// Takes a call whose response has been computed, and returns how to disturb it; nil to leave it as it is.
  func fault(of call: DirectedCall) -> CallFault?

  /// Takes the number of an element, from 1, that the stream of a call has given.
  func note(element: Int, of order: Int)

  /// Waits until it is the turn of a call.
  ///
  /// - Parameters:
  ///   - call: The call.
  ///   - delay: How long its answer takes by the script.
  /// - Throws: `CancellationError` where the task is cancelled, or the call shall be.
  nonisolated(nonsending) func hold(_ call: DirectedCall, for delay: Duration) async throws

  /// Hears that a call waits at a gate, or no longer does where that is nil.
  func note(_ call: DirectedCall, waitsAt gate: String?)

  /// Hears that somebody sleeps on a clock.
  func noteSleepers(on clock: MockClock)

  /// Called when work outside of calls begins, until whose end nothing else may happen.
  func beginWork()

  /// Called when work outside of calls has ended.
  func endWork()

  /// Has the director look at a queue before anything else happens.
  func add(_ queue: any UnseenQueue)

  /// Forgets a queue.
  func remove(_ queue: any UnseenQueue)

  /// Runs `body`, whose tasks belong to the director's run.
  func withRun<Result>(_ body: () throws -> Result) rethrows -> Result
}

extension CallDirector {
  package func beginWork() {}
  package func endWork() {}
  package func add(_ queue: any UnseenQueue) {}
  package func remove(_ queue: any UnseenQueue) {}
  package func withRun<Result>(_ body: () throws -> Result) rethrows -> Result { try body() }
}

/// The director of what is made on the current task.
package enum CallDirection {
  @TaskLocal package static var current: (any CallDirector)?
}

/// A call as its director knows it.
package struct DirectedCall: Sendable {
  /// The number that its director gave it, which is that in the log where there is one scenario.
  package var order: Int
  package var service: String?
  package var method: String
  /// The number of the call of the method, from 1.
  package var count: Int
  /// The place of its response in a script.
  package var place: SourcePlace?
  package var clock: MockClock
  /// What the protocols of the mocks require.
  package var contracts: MockContracts
  /// The errors that its caller takes.
  package var errors: CallErrors
  /// Whether the caller can receive a `CancellationError`.
  package var isCancellable: Bool
  /// The value with which it is answered; nil for none.
  package var value: AnyCodableValue?
  /// Whether it returns a list that isn't empty.
  package var canBeEmpty = false
  /// Whether it returns an optional that isn't nil.
  package var canBeNull = false

  /// The method with its service.
  package var name: String { service.map { "\($0).\(method)" } ?? method }
}

extension CallPipeline {
  /// The director of the calls that a task makes; nil also for those that a function of the script makes, whose time
  /// is that of the call that it answers.
  var director: (any CallDirector)? {
    guard let director = context.director, MockActivity.current == nil else { return nil }
    return director
  }

  private func directed(
    _ call: RunningCall, _ answer: Answer, by director: any CallDirector, isCancellable: Bool
  ) -> DirectedCall {
    let value = answer.value
    let method = service.flatMap { context.contracts.all[$0] }?.methods.first {
      $0.key == call.method.name
    }
    var directed = DirectedCall(
      order: director.number(of: call.logged, in: log), service: service, method: call.method.name,
      count: call.count,
      place: call.method.place(of: answer.index), clock: clock, contracts: context.contracts,
      errors: service.map(HTTPHost.isName) == true ? .request : call.call.errors,
      isCancellable: isCancellable, value: value)
    if case .array(let values)? = value { directed.canBeEmpty = !values.isEmpty }
    directed.canBeNull =
      method?.result?.hasSuffix("?") == true && value != nil && value != .null
    return directed
  }

  /// Returns the answer of a call as an explored test lets it be; the same in an ordinary test.
  func directed(
    _ answer: Answer, of call: RunningCall, isCancellable: Bool
  ) -> Answer {
    guard let director else { return answer }
    let call = directed(call, answer, by: director, isCancellable: isCancellable)
    return director.fault(of: call).map { answer.applying($0) } ?? answer
  }

  /// Waits at the gate and then for the turn of a call, and runs `effect`.
  nonisolated(nonsending) func wait(
    for answer: Answer, _ call: RunningCall, by director: any CallDirector,
    effect: @Sendable () -> Bool
  ) async throws {
    let directed = directed(call, answer, by: director, isCancellable: false)
    if let gate = answer.gate {
      director.note(directed, waitsAt: gate)
      defer { director.note(directed, waitsAt: nil) }
      try await CallWait(
        clock: clock, ticket: call.ticket, activity: call.activity, gate: (context.gates, gate),
        delay: .zero, call: call.logged.order
      ).wait()
    }
    clock.beginWait(call.activity)
    defer { clock.endWait(call.activity) }
    let delay = delay(of: answer, call)
    let limit = CallTimeLimit.current ?? delay
    try await director.hold(directed, for: min(delay, limit))
    // The director can deliver responses in any order, regardless of their delays. But a delay over the limit
    // always times out.
    guard delay <= limit else {
      throw MockServiceError(code: "timedOut", message: "timedOut")
    }
    clock.commitDue()
    guard effect() else { throw CancellationError() }
  }
}

/// A call that a stub has answered in an explored test, with the fault that it gets.
struct DirectedStub<Value> {
  let call: DirectedCall
  let fault: CallFault?
  private let director: any CallDirector

  /// Takes a call that a stub has answered; nil in an ordinary test.
  ///
  /// - Parameters:
  ///   - running: The call in the log.
  ///   - made: The call.
  ///   - value: The value that the stub returned; nil if it threw.
  ///   - failure: The type that the requirement throws.
  init?<Failure: Error>(
    _ running: StubbedCall, of made: _MockedCall, returning value: Value?, _ failure: Failure.Type
  ) {
    guard made.sequencer.context.director != nil else { return nil }
    let inResult = failure == Never.self ? StubResult.failureType(of: Value.self) : nil
    let errors = CallErrors(inResult ?? failure, own: made.errors)
    self.init(running, of: made, value, errors, isCancellable: failure == (any Error).self)
  }

  /// Takes a call whose stub gets completion handlers; nil in an ordinary test.
  init?(
    _ running: StubbedCall, of made: _MockedCall, completing completion: _MockCompletion
  ) where Value == Void {
    self.init(running, of: made, nil, completion.errors, isCancellable: false)
  }

  private init?(
    _ running: StubbedCall, of made: _MockedCall, _ value: Value?, _ errors: CallErrors,
    isCancellable: Bool
  ) {
    let context = made.sequencer.context
    guard let director = context.director else { return nil }
    var call = DirectedCall(
      order: director.number(of: running.logged, in: context.log), service: made.sequencer.service,
      method: made.method, count: running.count, clock: context.clock,
      contracts: context.contracts, errors: errors, isCancellable: isCancellable)
    call.canBeEmpty = value.map { StubResult.canBeEmpty($0) } ?? false
    call.canBeNull = value.map { StubResult.canBeNull($0) } ?? false
    (self.call, self.director) = (call, director)
    fault = director.fault(of: call)
  }

  /// Waits for the turn of the call.
  ///
  /// - Parameter delay: How long the call takes by its stub; no time by default.
  /// - Throws: `CancellationError`.
  nonisolated(nonsending) func hold(for delay: Duration = .zero) async throws {
    try await director.hold(call, for: delay)
  }

  /// Notes that the call waits at a gate, or no longer does if that is nil.
  func noteGate(_ gate: String?) { director.note(call, waitsAt: gate) }

  /// Returns the stub's value with the fault in it.
  ///
  /// - Throws: The error that the call fails with.
  func result(of value: Value) throws -> Value {
    guard let fault else {
      return StubResult.counted(value) { [director, order = call.order] in
        director.note(element: $0, of: order)
      }
    }
    if let value = StubResult.applying(fault, to: value) { return value }
    guard case .error(let error, _) = fault else { return value }
    throw error
  }
}
