internal import MockConfiguration
package import MockData

/// Holds the responses of calls and decides when each one arrives while a test is explored.
///
/// Ordinary tests have no director.
///
/// A director controls everything that is created while it is ``CallDirection/current``: contexts pass it their
/// responses, and virtual clocks let it decide when time passes. Its methods are called without holding a ranked lock.
package protocol CallDirector: AnyObject, Sendable {
  /// Returns the number of a call, which is unique within the run.
  func number(of call: LoggedCall, in log: MockCallLog) -> Int

  /// Returns the fault to inject into a call whose response has been computed, if any.
  func fault(of call: DirectedCall) -> CallFault?

  /// Returns the response that a call gets instead of one that it gets by chance, by its index.
  ///
  /// Unlike the other functions, it is called under a ranked lock.
  func response(of order: Int) -> Int?

  /// Records that the stream of a call has sent an element, which is counted from 1.
  func note(element: Int, of order: Int)

  /// Waits until it is the call's turn.
  ///
  /// - Parameters:
  ///   - call: The call.
  ///   - delay: The delay of its response in the script.
  /// - Throws: `CancellationError` if the task is canceled, or if the director cancels the call.
  nonisolated(nonsending) func hold(_ call: DirectedCall, for delay: Duration) async throws

  /// Called when a call starts to wait at a gate, or with `nil` when it stops waiting.
  func note(_ call: DirectedCall, waitsAt gate: String?)

  /// Called when something starts to sleep on a clock.
  func noteSleepers(on clock: MockClock)

  /// Called when work outside of calls begins.
  ///
  /// Nothing else may happen until it ends.
  func beginWork()

  /// Called when work outside of calls has ended.
  func endWork()

  /// Makes the director wait for a queue before anything else happens.
  func add(_ queue: any UnseenQueue)

  /// Stops waiting for a queue.
  func remove(_ queue: any UnseenQueue)

  /// Runs `body` so that its tasks belong to the director's run.
  func withRun<Result>(_ body: () throws -> Result) rethrows -> Result
}

extension CallDirector {
  package func response(of order: Int) -> Int? { nil }
  package func beginWork() {}
  package func endWork() {}
  package func add(_ queue: any UnseenQueue) {}
  package func remove(_ queue: any UnseenQueue) {}
  package func withRun<Result>(_ body: () throws -> Result) rethrows -> Result { try body() }
}

/// The director that controls everything created on the current task.
package enum CallDirection {
  @TaskLocal package static var current: (any CallDirector)?
}

/// A call, as a director sees it.
package struct DirectedCall: Sendable {
  /// The number that the director assigned.
  ///
  /// With a single scenario, it is the number in the log.
  package var order: Int
  package var service: String?
  package var method: String
  /// The number of the call among the calls of its method, from 1.
  package var count: Int
  /// The location of its response in a script.
  package var place: ScriptLocation?
  package var clock: MockClock
  /// The contracts of the mocks' protocols.
  package var contracts: MockContracts
  /// The errors that its caller accepts.
  package var errors: CallErrors
  /// Whether the caller can receive a `CancellationError`.
  package var isCancellable: Bool
  /// The value of its response, if any.
  package var value: AnyCodableValue?
  /// Whether the call returns a list that isn't empty.
  package var canBeEmpty = false
  /// Whether the call returns an optional that isn't `nil`.
  package var canBeNull = false
  /// The responses, by index, that it could have got by chance instead.
  package var alternatives: [Int] = []

  /// The method with its service.
  package var name: String { service.map { "\($0).\(method)" } ?? method }
}

extension CallPipeline {
  /// The director of the calls that the current task makes.
  ///
  /// It is `nil` for calls that a script's function makes, because they are part of the call that the function responds
  /// to.
  var director: (any CallDirector)? {
    guard let director = context.director, MockActivity.current == nil else { return nil }
    return director
  }

  private func directed(
    _ call: RunningCall, _ answer: CallResponse, by director: any CallDirector, isCancellable: Bool
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
    directed.alternatives = call.alternatives
    if case .array(let values)? = value { directed.canBeEmpty = !values.isEmpty }
    directed.canBeNull =
      method?.result?.hasSuffix("?") == true && value != nil && value != .null
    return directed
  }

  /// Returns the response of a call, with the injected fault if a director requests one.
  func directed(
    _ answer: CallResponse, of call: RunningCall, isCancellable: Bool
  ) -> CallResponse {
    guard let director else { return answer }
    let call = directed(call, answer, by: director, isCancellable: isCancellable)
    return director.fault(of: call).map { answer.applying($0) } ?? answer
  }

  /// Waits at the gate, then for the call's turn, and runs `effect`.
  nonisolated(nonsending) func wait(
    for answer: CallResponse, _ call: RunningCall, by director: any CallDirector,
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
    // The director can deliver responses in any order, regardless of their delays. A delay over the limit, however,
    // always times out.
    guard delay <= limit else {
      throw MockServiceError(code: "timedOut", message: "timedOut")
    }
    clock.commitDue()
    guard effect() else { throw CancellationError() }
  }
}

/// A call that a stub has responded to in an explored test, with the fault to inject.
struct DirectedStub<Value> {
  let call: DirectedCall
  let fault: CallFault?
  private let director: any CallDirector

  /// Creates the record of a call that a stub has responded to, or returns `nil` in an ordinary test.
  ///
  /// - Parameters:
  ///   - running: The call in the log.
  ///   - made: The call.
  ///   - value: The value that the stub returned, or `nil` if it threw.
  ///   - failure: The error type of the requirement.
  init?<Failure: Error>(
    _ running: StubbedCall, of made: _MockedCall, returning value: Value?, _ failure: Failure.Type
  ) {
    guard made.sequencer.context.director != nil else { return nil }
    let inResult = failure == Never.self ? StubResult.failureType(of: Value.self) : nil
    let errors = CallErrors(inResult ?? failure, own: made.errors)
    self.init(running, of: made, value, errors, isCancellable: failure == (any Error).self)
  }

  /// Creates the record of a call whose stub receives completion handlers, or returns `nil` in an ordinary test.
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
  /// - Parameter delay: The delay of the stub (default: none).
  /// - Throws: `CancellationError`.
  nonisolated(nonsending) func hold(for delay: Duration = .zero) async throws {
    try await director.hold(call, for: delay)
  }

  /// Reports that the call waits at a gate, or with `nil` that it no longer does.
  func noteGate(_ gate: String?) { director.note(call, waitsAt: gate) }

  /// Returns the stub's value with any fault applied.
  ///
  /// - Throws: The injected error.
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

/// The unique numbers by which a director identifies the calls of a run.
///
/// These are usually the numbers in the log. A second scenario also counts from 1 in its log, and so does a restarted
/// scenario. To keep the numbers unique, this type numbers the calls of the second scenario from 10,001, the calls of
/// the third from 20,001, and so on.
package struct CallNumbers: Sendable {
  private static let distance = 10_000
  /// The logs in the order of their first calls, with another entry each time a log restarts.
  private var logs: [(log: MockCallLog, epoch: Int)] = []

  package init() {}

  /// Returns the number of a call.
  package mutating func number(of call: LoggedCall, in log: MockCallLog) -> Int {
    let index =
      logs.firstIndex { $0.log === log && $0.epoch == call.epoch }
      ?? {
        logs.append((log, call.epoch))
        return logs.count - 1
      }()
    return call.order + index * Self.distance
  }
}
