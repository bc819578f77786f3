internal import MockPlatform

/// Running the stub that accepts a call.
extension _MockedCall {
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

  func reportSkippedWait(_ reason: String) {
    guard entry?.wait != nil else { return }
    sequencer.report(
      "`\(name)` \(reason); remove `.after` and `.gate` from its stub",
      at: entry?.place.location, severity: .report)
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

  func beginStubbed(waits: Bool) -> StubbedCall {
    sequencer.calls.local.beginStubbed(call, waits: waits)
  }
}

/// The error that ends the calls to a stub that calls itself.
///
/// Without it, the calls would use up the memory of the process.
private struct EndlessStub: Error, CustomStringConvertible {
  let description = "the stub calls itself endlessly"
}

extension MockCallSequencer {
  nonisolated func endStubbed<Value>(_ running: StubbedCall, _ value: Value) {
    calls.local.endStubbed(
      running, .returned(nil), result: Value.self == Void.self ? nil : LazyResult(value))
  }
}
