internal import MockConfiguration
package import MockData

/// Holds the answers of calls and says when each of them comes, where a test is explored; ordinary tests have none.
///
/// What is made while one is ``CallDirection/current`` obeys it: contexts hand it their answers, and virtual clocks
/// leave it to it when time passes. It is called under no ranked lock.
package protocol CallDirector: AnyObject, Sendable {
  /// Hears which error of its own an app has for the calls of a service.
  func note(_ errors: any MockErrorConvertible.Type, of service: String?)

  /// The number of a call, which no other call of the run has.
  func number(of call: LoggedCall, in log: MockCallLog) -> Int

  /// What comes in place of an answer that has been computed.
  func answer(_ answer: Answer, of call: DirectedCall) -> Answer

  /// Waits until it is the turn of a call.
  ///
  /// - Parameters:
  ///   - call: The call.
  ///   - delay: How long its answer takes by the script.
  /// - Throws: `CancellationError` where the task is cancelled, or the call shall be.
  nonisolated(nonsending) func hold(_ call: DirectedCall, for delay: Duration) async throws

  /// What a call throws whose stub cannot be given another answer; nil for one that goes on as the stub says.
  func failure(of call: DirectedCall) -> MockServiceError?

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
  /// Whether its requirement throws errors of any type.
  package var throwsAnything: Bool
  /// The value with which it is answered; nil for none.
  package var value: AnyCodableValue?

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

  func directed(
    _ call: RunningCall, _ answer: Answer, by director: any CallDirector,
    throwsAnything: Bool = false
  ) -> DirectedCall {
    DirectedCall(
      order: director.number(of: call.logged, in: log), service: service, method: call.method.name,
      count: call.count,
      place: call.method.place(of: answer.index), clock: clock, contracts: context.contracts,
      throwsAnything: throwsAnything, value: answer.value)
  }

  /// Waits at the gate and then for the turn of a call, and runs `effect`.
  nonisolated(nonsending) func wait(
    for answer: Answer, _ call: RunningCall, by director: any CallDirector,
    effect: @Sendable () -> Bool
  ) async throws {
    let directed = directed(call, answer, by: director)
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
    // Responses come in any order, whatever their delays. But one that takes too long never comes in time.
    guard delay <= limit else {
      throw MockServiceError(code: "timedOut", message: "timedOut")
    }
    clock.commitDue()
    guard effect() else { throw CancellationError() }
  }
}

extension _MockedCall {
  /// Waits for the turn of a call that a stub has answered.
  ///
  /// - Throws: The error that comes in place of what the stub returned, and `CancellationError`.
  nonisolated(nonsending) func hold(
    _ running: StubbedCall, by director: any CallDirector, throwsAnything: Bool
  ) async throws {
    let context = sequencer.context
    let call = DirectedCall(
      order: director.number(of: running.logged, in: context.log), service: sequencer.service,
      method: method,
      count: running.count, clock: context.clock, contracts: context.contracts,
      throwsAnything: throwsAnything)
    let failure = director.failure(of: call)
    try await director.hold(call, for: .zero)
    if let failure { throw failure }
  }
}
