internal import MockPlatform

/// A call to a method of a generated mock, before a stub or the script responds.
///
/// Generated code creates one for each call. If a stub accepts the call, the generated code runs the stub. Otherwise,
/// it calls the method for the requirement's kind of result, such as a value or a stream. Each of these methods has two
/// overloads: one that waits, and one that doesn't.
public struct _MockedCall {
  var call: Call
  /// Returns the live service of the mock, if any.
  var liveService: _LiveService?
  let sequencer: MockCallSequencer
  /// The app's own error type, which replaces each configured error whose code it defines.
  let errors: (any MockErrorConvertible.Type)?
  /// The stubs of the called mock, or `nil` if the call isn't made on a single mock.
  var stubs: StubTable?
  /// The stub that responds to the call.
  var entry: StubEntry?
  /// Whether errors that the call can't throw are ignored instead of reported.
  var ignoresErrors = false
  /// Whether a value is ignored without a report if the call can't use it.
  var ignoresValues = false
  /// Whether the handler is called on the main actor, regardless of the caller's actor.
  var belongsToMainActor = false

  var method: String { call.method }
  var arguments: MockArguments { call.arguments }

  // MARK: - Stubs

  /// Returns the latest stub of the mock that accepts the arguments, or the latest such stub for all mocks, if any.
  public mutating func stub<Stub: Sendable>(
    _ type: Stub.Type, where accepts: (Stub) -> Bool = { _ in true }
  ) -> Stub? {
    guard sequencer.stubCount.value > 0 else { return nil }
    let type = ObjectIdentifier(type)
    let (own, common) = (stubs?.entries(of: type) ?? [], sequencer.stubs.entries(of: type))
    for entry in (common.isEmpty ? own : common + own).reversed() {
      if entry.noteMissingResponse() {
        sequencer.report(
          "the stub of `\(name)` has a gate or a delay, but no response; add `.returns(...)`",
          at: entry.place.location)
      }
      if let stub = entry.next(where: accepts) {
        (self.entry, call.stub) = (entry, entry.place)
        return stub
      }
    }
    return nil
  }

  /// Runs a stub that doesn't wait.
  ///
  /// `body` runs the closure of the stub with the call's arguments. The method throws the error of the closure. If the
  /// requirement can't throw it, the error is reported as a failure, and a placeholder is thrown instead. Returns `nil`
  /// if the stub passes the call on to the script.
  public mutating func run<Result, Failure: Error>(
    throwing failure: Failure.Type, _ body: () throws -> Result
  ) throws(Failure) -> Result? {
    let running = beginStubbed(waits: false)
    let isEndless = entry.map { !$0.place.begin(StubPlace.thread) } ?? false
    defer { entry?.place.end(StubPlace.thread) }
    do {
      if isEndless { throw endlessStub() }
      if entry?.wait != nil { reportSkippedWait("isn't async, and can't wait") }
      var result = try body()
      if sequencer.context.director != nil,
        let directed = DirectedStub(running, of: self, returning: result, failure)
      {
        result = try directed.result(of: result)
      }
      sequencer.endStubbed(running, result)
      return result
    } catch {
      return try failed(running, error, failure, Result.self).orHold()
    }
  }

  /// Runs a stub that can wait, like the method that doesn't wait.
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
      } catch let error as OpenStreamStub {
        try await wait(running, nil as DirectedStub<Result>?, failure)
        throw error
      } catch  where !(error is MockFallThrough) {
        let directed = DirectedStub<Result>(running, of: self, returning: nil, failure)
        try await wait(running, directed, failure)
        if case .error(let error, _)? = directed?.fault { throw error }
        throw error
      }
      let directed = DirectedStub(running, of: self, returning: result, failure)
      try await wait(running, directed, failure)
      if let directed { result = try directed.result(of: result) }
      sequencer.endStubbed(running, result)
      return result
    } catch {
      return try await failed(running, error, failure, Result.self).orHold()
    }
  }

  /// Waits for the gate and the delay of the stub.
  ///
  /// In an explored test, also waits until it is the call's turn.
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
      // If the requirement can't throw `CancellationError`, the call continues with the result of the stub.
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

  private var name: String { sequencer.service.map { "\($0).\(method)" } ?? method }

  func reportSkippedWait(_ reason: String) {
    guard entry?.wait != nil else { return }
    sequencer.report(
      "`\(name)` \(reason); remove `.after` and `.gate` from its stub",
      at: entry?.place.location, severity: .report)
  }

  /// Records a call that needs no response, such as setting a property, and performs its effect.
  public func finish(_ body: () -> Void) {
    // If a stub passed the call on, the call is already recorded.
    let running = call.stubbed ?? beginStubbed(waits: false)
    body()
    sequencer.endStubbed(running, ())
  }

  func beginStubbed(waits: Bool) -> StubbedCall {
    sequencer.calls.local.beginStubbed(call, waits: waits)
  }

  /// Reports a stub that calls itself, and returns the error that ends these calls.
  private func endlessStub() -> EndlessStub {
    let text = sequencer.describe(
      method, arguments,
      "has a stub that calls itself endlessly; return a value, or call another mock")
    sequencer.report(text, at: entry?.place.location, severity: .report)
    return EndlessStub()
  }

  /// Ends a call whose stub threw an error.
  ///
  /// Returns `nil` if the stub passes the call on to the script.
  mutating func failed<Value, Failure: Error>(
    _ running: StubbedCall, _ error: any Error, _ failure: Failure.Type, _ type: Value.Type
  ) throws(Failure) -> Result<Value?, StuckCall> {
    if error is MockFallThrough || error is OpenStreamStub {
      call.stubbed = running
      call.staysOpen = error is OpenStreamStub
      return .success(nil)
    }
    sequencer.calls.local.endStubbed(running, MockCallOutcome(error), result: nil)
    let made = { MockPlaceholder.make(type) }
    if error is EndlessStub {
      // The innermost call has already reported the error.
      if let error = error as? Failure { throw error }
      if let made = MockPlaceholder.make(failure) { throw made }
      if let value = made() { return .success(value) }
    }
    return try fallback(
      for: error, failure, "cannot throw what its stub throws: \(error)", isOfStub: true, made: made
    ).map { $0 }
  }

  /// Returns the result of a stub for a generic requirement, as the type that the caller expects.
  ///
  /// If the value has another type, this method reports a failure and returns a placeholder.
  public func cast<Result>(_ value: Any, as type: Result.Type = Result.self) -> Result {
    if let result = value as? Result { return result }
    let found = Swift.type(of: value)
    return sequencer.placeholder(
      method, arguments, "should return \(type), but its stub returned \(found)", nil,
      MockPlaceholder.make(type)
    ).orHold()
  }

  // MARK: - Errors

  /// Returns the error as the requirement's error type, or `nil` if the requirement can't throw it.
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

  /// Returns a placeholder, or throws an error of the requirement's error type, because there is no response.
  ///
  /// If the requirement can't throw the call's error, that error is reported, and another error of the requirement's
  /// error type is thrown. This way, the code under test doesn't take a failure for a success.
  ///
  /// - Throws: The error of the call, or a placeholder error.
  func fallback<Value, Failure: Error>(
    for error: any Error, _ failure: Failure.Type, _ problem: String? = nil, isOfStub: Bool = false,
    made: () -> Value?
  ) throws(Failure) -> Result<Value, StuckCall> {
    if let error = thrown(error, as: failure, isOfStub: isOfStub) { throw error }
    let error = isOfStub ? error : sequencer.context.ownError(error)
    if failure != Never.self, let made = MockPlaceholder.make(failure) {
      reportUntyped(error, failure)
      throw made
    }
    let problem =
      problem
      ?? (failure == Never.self
        ? "returns a value and cannot throw the error: \(error)"
        : MockCallSequencer.untyped(error, failure))
    return sequencer.placeholder(method, arguments, problem, error, made())
  }

  /// Reports an error that a requirement with typed throws can't throw.
  func reportUntyped<Failure: Error>(_ error: any Error, _ failure: Failure.Type) {
    reportUnthrowable(error, MockCallSequencer.untyped(error, failure))
  }

  /// Reports an error that can't reach the caller.
  func reportUnthrowable(_ error: any Error, _ problem: String) {
    sequencer.report(
      MockFailure(
        .unthrowable, because: error, sequencer.describe(method, arguments, problem)))
  }
}

/// The error that ends the calls to a stub that calls itself.
///
/// Without it, the calls would use up the memory of the process.
private struct EndlessStub: Error, CustomStringConvertible {
  let description = "the stub calls itself endlessly"
}

extension MockCallSequencer {
  fileprivate nonisolated func endStubbed<Value>(_ running: StubbedCall, _ value: Value) {
    calls.local.endStubbed(
      running, .returned(nil), result: Value.self == Void.self ? nil : LazyResult(value))
  }
}
