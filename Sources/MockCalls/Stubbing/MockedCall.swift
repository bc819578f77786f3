internal import MockPlatform

/// A call of a requirement that `@Mocked` has written, on its way to a stub or to the script.
///
/// Generated code makes one for each call: it asks for a stub, runs it, and else asks for the answer in the form
/// that the requirement's result has. Each form exists twice: one that waits, and one that does not.
public struct _MockedCall {
  var call: Call
  /// The live service behind the mock, as the type that the requirement's protocol has; nil where there is none.
  var liveService: _LiveService?
  let sequencer: MockCallSequencer
  /// The app's own error, which is thrown for the configured codes that it knows.
  let errors: (any MockErrorConvertible.Type)?
  /// The stubs of the mock that is called; nil for a service without a typed mock.
  var stubs: StubTable?
  /// The stub that answers the call.
  var entry: StubEntry?
  /// Whether errors that nobody can be told of are dropped in place of being reported.
  var ignoresErrors = false
  /// Whether a value that the call has no use for is dropped without a word.
  var ignoresValues = false
  /// Whether its handler is called on the main actor, wherever the call comes from.
  var belongsToMainActor = false

  var method: String { call.method }
  var arguments: MockArguments { call.arguments }

  // MARK: - Stubs

  /// Returns the stub that answers the call, or `nil` if no stub does.
  ///
  /// If no stubs are configured, this method nearly always returns immediately.
  ///
  /// - Parameters:
  ///   - type: The type of the requirement's stubs.
  ///   - accepts: Returns whether a stub accepts the arguments.
  /// - Returns: The latest stub of the mock that accepts the arguments, otherwise the latest one of all mocks.
  public mutating func stub<Stub: Sendable>(
    _ type: Stub.Type, where accepts: (Stub) -> Bool = { _ in true }
  ) -> Stub? {
    guard sequencer.stubCount.value > 0 else { return nil }
    guard
      let found = stubs?.last(type, where: accepts)
        ?? sequencer.stubs.last(type, where: accepts)
    else { return nil }
    (entry, call.stub) = (found.entry, found.entry.place)
    return found.stub
  }

  /// Runs a stub; nil where it hands the call on to the script.
  ///
  /// - Parameters:
  ///   - failure: The type of the requirement's errors.
  ///   - body: Runs the closure with the arguments.
  /// - Returns: What the closure returned.
  /// - Throws: What the closure threw; an error that the requirement cannot throw is reported.
  public mutating func run<Result, Failure: Error>(
    throwing failure: Failure.Type, _ body: () throws -> Result
  ) throws(Failure) -> Result? {
    let running = beginStubbed(waits: false)
    let isEndless = entry.map { !$0.place.begin(StubPlace.thread) } ?? false
    defer { entry?.place.end(StubPlace.thread) }
    do {
      if isEndless { throw endlessStub() }
      reportSkippedWait("isn't async, and can't wait")
      var result = try body()
      if let directed = DirectedStub(running, of: self, returning: result, failure) {
        result = try directed.result(of: result)
      }
      endStubbed(running, result)
      return result
    } catch {
      return try failed(running, error, failure)
    }
  }

  /// Runs a stub; nil where it hands the call on to the script.
  ///
  /// - Parameters:
  ///   - failure: The type of the requirement's errors.
  ///   - body: Runs the closure with the arguments.
  /// - Returns: What the closure returned.
  /// - Throws: What the closure threw; an error that the requirement cannot throw is reported.
  public nonisolated(nonsending) mutating func run<Result, Failure: Error>(
    throwing failure: Failure.Type, _ body: nonisolated(nonsending) () async throws -> Result
  ) async throws(Failure) -> Result? {
    let running = beginStubbed(waits: true)
    let isEndless = entry.map { !$0.place.begin(StubPlace.task) } ?? false
    defer { entry?.place.end(StubPlace.task) }
    do {
      if isEndless { throw endlessStub() }
      var result: Result
      do {
        result = try await body()
      } catch  where !(error is MockPassOn) {
        let directed = DirectedStub<Result>(running, of: self, returning: nil, failure)
        try await wait(running, directed, failure)
        if case .error(let error, _)? = directed?.fault { throw error }
        throw error
      }
      let directed = DirectedStub(running, of: self, returning: result, failure)
      try await wait(running, directed, failure)
      if let directed { result = try directed.result(of: result) }
      endStubbed(running, result)
      return result
    } catch {
      switch try failing(running, error, failure, Result.self) {
      case .success(let result): return result
      case .failure(let deadEnd): await deadEnd.hold()
      }
    }
  }

  /// The call with the errors that its requirement throws.
  func call<Failure: Error>(failing failure: Failure.Type) -> Call {
    var call = call
    call.errors = CallErrors(failure, own: errors)
    return call
  }

  /// Waits at the gate and for the delay of the stub, and in an explored test for the turn of the call.
  private nonisolated(nonsending) func wait<Value, Failure: Error>(
    _ running: StubbedCall, _ directed: DirectedStub<Value>?, _ failure: Failure.Type
  ) async throws {
    let wait = entry?.wait
    guard wait != nil || directed != nil else { return }
    sequencer.log.noteWait(of: running.logged)
    do {
      if let gate = wait?.gate {
        directed?.noteGate(gate)
        defer { directed?.noteGate(nil) }
        try await pause(running, at: gate, for: directed == nil ? wait?.delay : nil)
      } else if let delay = wait?.delay, directed == nil {
        try await pause(running, at: nil, for: delay)
      }
      try await directed?.hold(for: wait?.delay ?? .zero)
    } catch {
      // If the requirement can't throw the cancellation, it returns or throws what the stub says all the same.
      if failure == (any Error).self { throw error }
    }
  }

  private nonisolated(nonsending) func pause(
    _ running: StubbedCall, at gate: String?, for delay: Duration?
  ) async throws {
    let clock = sequencer.context.clock
    try await CallWait(
      clock: clock, ticket: clock.nextTicket(), activity: nil,
      gate: gate.map { (sequencer.context.gates, $0) }, delay: delay ?? .zero,
      call: running.logged.order
    ).wait()
  }

  /// Reports a wait of the stub that the requirement has skipped.
  func reportSkippedWait(_ reason: String) {
    guard entry?.wait != nil else { return }
    let name = sequencer.service.map { "\($0).\(method)" } ?? method
    sequencer.report(
      MockFailure(
        severity: .report,
        message: "`\(name)` \(reason); remove `.after` and `.gate` from its stub",
        sourceLocation: entry?.place.location))
  }

  /// Runs what a call does without an answer, such as setting a property, and records the call.
  ///
  /// - Parameter body: What it does.
  public func finish(_ body: () -> Void) {
    // A stub that has handed the call on has recorded it.
    let running = call.stubbed ?? beginStubbed(waits: false)
    body()
    endStubbed(running, ())
  }

  func beginStubbed(waits: Bool) -> StubbedCall {
    sequencer.calls.beginStubbed(call, waits: waits)
  }

  /// Reports a stub that calls itself, and returns the error that ends its calls.
  private func endlessStub() -> EndlessStub {
    let text = sequencer.describe(
      method, arguments,
      "has a stub that calls itself without an end; return a value, or call another mock")
    sequencer.report(
      MockFailure(severity: .report, message: text, sourceLocation: entry?.place.location))
    return EndlessStub()
  }

  private func endStubbed<Value>(_ running: StubbedCall, _ value: Value) {
    sequencer.calls.endStubbed(
      running, .returned(nil), result: value is Void ? nil : LazyResult(value))
  }

  mutating func failed<Result, Failure: Error>(
    _ running: StubbedCall, _ error: any Error, _ failure: Failure.Type
  ) throws(Failure) -> Result? {
    switch try failing(running, error, failure, Result.self) {
    case .success(let result): return result
    case .failure(let deadEnd): deadEnd.hold()
    }
  }

  private mutating func failing<Value, Failure: Error>(
    _ running: StubbedCall, _ error: any Error, _ failure: Failure.Type, _ type: Value.Type
  ) throws(Failure) -> Result<Value?, DeadEnd> {
    if error is MockPassOn {
      call.stubbed = running
      return .success(nil)
    }
    sequencer.calls.endStubbed(running, MockCallOutcome(error), result: nil)
    let made = { MockPlaceholder.make(type) }
    if error is EndlessStub {
      // The innermost call has reported it.
      if let error = error as? Failure { throw error }
      if let made = MockPlaceholder.make(failure) { throw made }
      if let value = made() { return .success(value) }
    }
    return try instead(
      of: error, failure, "cannot throw what its stub throws: \(error)", isOfStub: true, made: made
    ).map { $0 }
  }

  /// What a stub of a generic requirement returned, as the type that the caller asked for.
  ///
  /// - Parameters:
  ///   - value: What the stub returned.
  ///   - type: The type.
  /// - Returns: The value as that type; one of another type is reported, and a placeholder comes instead.
  public func cast<Result>(_ value: Any, as type: Result.Type = Result.self) -> Result {
    if let result = value as? Result { return result }
    let found = Swift.type(of: value)
    return madeUp("was asked for \(type), and its stub returned \(found)", nil)
  }

  // MARK: - Errors

  /// The error as one of the requirement's; nil where that cannot throw it.
  func thrown<Failure: Error>(
    _ error: any Error, as failure: Failure.Type, isOfStub: Bool = false
  ) -> Failure? {
    let stated = isOfStub ? error : sequencer.context.ownError(error)
    let converted =
      failure == (any Error).self && !isOfStub
      ? sequencer.converted(stated, by: errors, of: method)
      : errors.map { stated.converted(by: $0) } ?? stated
    return converted as? Failure ?? error.converted(to: failure)
  }

  /// Reports that the call has no answer, and makes up for it; never returns where nothing can.
  func madeUp<Value>(_ problem: String, _ error: (any Error)?) -> Value {
    do {
      return try sequencer.placeholder(
        method, arguments, problem, error, MockPlaceholder.make(Value.self))
    } catch {
      error.hold()
    }
  }

  /// What comes in place of an answer: an error of the requirement's type, else a value that is made up.
  ///
  /// An error that the requirement cannot throw is reported, and another of its type is thrown, so that the code under
  /// test does not take a failure for a success.
  ///
  /// - Throws: The error of the call, or one that was made up.
  func instead<Value, Failure: Error>(
    of error: any Error, _ failure: Failure.Type, _ problem: String? = nil, isOfStub: Bool = false,
    made: () -> Value?
  ) throws(Failure) -> Result<Value, DeadEnd> {
    if let error = thrown(error, as: failure, isOfStub: isOfStub) { throw error }
    let error = isOfStub ? error : sequencer.context.ownError(error)
    if failure != Never.self, let made = MockPlaceholder.make(failure) {
      reportUntyped(error, failure)
      throw made
    }
    let problem =
      problem
      ?? (failure == Never.self
        ? "returns a value and cannot throw: \(error)"
        : MockCallSequencer.untyped(error, failure))
    do {
      return .success(try sequencer.placeholder(method, arguments, problem, error, made()))
    } catch let deadEnd {
      return .failure(deadEnd)
    }
  }

  /// Reports an error that the requirement cannot throw, since it throws one type only.
  func reportUntyped<Failure: Error>(_ error: any Error, _ failure: Failure.Type) {
    reportUnthrowable(error, MockCallSequencer.untyped(error, failure))
  }

  /// Reports an error that nobody can be given.
  func reportUnthrowable(_ error: any Error, _ problem: String) {
    sequencer.report(
      MockFailure(
        .unthrowable, because: error, sequencer.describe(method, arguments, problem)))
  }
}

/// A stub calls itself, and would do so until the process runs out of memory.
private struct EndlessStub: Error, CustomStringConvertible {
  let description = "the stub calls itself without an end"
}

extension _MockServiceCore {
  /// Begins a call of a requirement; generated code does.
  ///
  /// - Parameters:
  ///   - method: The key of the requirement.
  ///   - arguments: The arguments by label.
  ///   - errors: The app's own error.
  /// - Returns: The call.
  public func call(
    _ method: String, _ arguments: consuming MockArguments = .none,
    converting errors: (any MockErrorConvertible.Type)? = nil
  ) -> _MockedCall {
    _MockedCall(
      call: Call(method, arguments, of: mock), liveService: live, sequencer: sequencer,
      errors: errors, stubs: mock == 0 ? nil : stubs)
  }
}

extension MockCallSequencer {
  /// Throws the error of a call, or makes up for it.
  nonisolated func unanswered<Value, Failure: Error>(
    _ call: Call, _ errors: (any MockErrorConvertible.Type)?, _ error: any Error,
    _ failure: Failure.Type, _ made: () -> Value?
  ) throws(Failure) -> sending Value {
    let call = _MockedCall(call: call, sequencer: self, errors: errors)
    switch try call.instead(of: error, failure, made: made) {
    case .success(let value): return Box.passing(value)
    case .failure(let deadEnd): deadEnd.hold()
    }
  }

  /// Throws the error of a call that can wait, or makes up for it.
  nonisolated(nonsending) func unanswered<Value, Failure: Error>(
    _ call: Call, _ errors: (any MockErrorConvertible.Type)?, _ error: any Error,
    _ failure: Failure.Type, _ made: () -> Value?
  ) async throws(Failure) -> sending Value {
    let call = _MockedCall(call: call, sequencer: self, errors: errors)
    switch try call.instead(of: error, failure, made: made) {
    case .success(let value): return Box.passing(value)
    case .failure(let deadEnd): await deadEnd.hold()
    }
  }

  /// Begins a call of a method with `@MockMethod`; generated code does.
  ///
  /// - Parameters:
  ///   - method: The name of the method in configurations.
  ///   - arguments: The arguments by label.
  ///   - errors: The app's own error.
  ///   - ignoresErrors: Whether the errors of a method that cannot throw and returns nothing are dropped.
  /// - Returns: The call.
  public nonisolated func _call(
    _ method: String, _ arguments: consuming MockArguments = .none,
    converting errors: (any MockErrorConvertible.Type)? = nil, ignoresErrors: Bool = false
  ) -> _MockedCall {
    _MockedCall(
      call: Call(method, arguments), sequencer: self, errors: errors,
      ignoresErrors: ignoresErrors, ignoresValues: true)
  }
}
