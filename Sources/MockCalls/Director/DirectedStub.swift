internal import MockConfiguration
internal import MockData

/// A call in an explored test that a stub has responded to, and the fault to inject into it.
struct DirectedStub<Value> {
  let call: DirectedCall
  let fault: CallFault?
  private let director: any CallDirector

  /// Creates the record of a call that a stub has responded to, or returns `nil` in an ordinary test.
  ///
  /// If the stub threw an error, `value` is `nil`.
  init?<Failure: Error>(
    _ running: StubbedCall, of made: _MockedCall, returning value: Value?, _ failure: Failure.Type
  ) {
    guard made.sequencer.context.director != nil else { return nil }
    let inResult = failure == Never.self ? StubResult.failureType(of: Value.self) : nil
    let errors = CallErrors(inResult ?? failure, own: made.errors)
    self.init(running, of: made, value, errors, isCancellable: failure == (any Error).self)
  }

  /// Returns `nil` in an ordinary test.
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
      method: made.method, arguments: made.arguments.words(context.log.redaction),
      count: running.count, clock: context.clock,
      contracts: context.contracts, errors: errors, isCancellable: isCancellable)
    call.canBeEmpty = value.map { StubResult.canBeEmpty($0) } ?? false
    call.canBeNull = value.map { StubResult.canBeNull($0) } ?? false
    (self.call, self.director) = (call, director)
    fault = director.fault(of: call)
  }

  /// Waits for the call's turn, or throws `CancellationError`.
  ///
  /// `delay` is the delay that the stub configures.
  nonisolated(nonsending) func hold(for delay: Duration = .zero) async throws {
    try await director.hold(call, for: delay)
  }

  /// If the gate is `nil`, the call has stopped waiting.
  func noteGate(_ gate: String?) { director.note(call, waitsAt: gate) }

  /// Injects the fault into the stub's value, and returns the result or throws the injected error.
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
