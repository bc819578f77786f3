/// Records the calls of closures in a log, so that you can verify them like calls to any other mock.
extension MockCallLog {
  /// Wraps a closure, and records each call.
  ///
  /// ```swift
  /// let log = MockCallLog()
  /// service.cancel = log.recording("ReservationService.cancel(id:)", service.cancel)
  /// ...
  /// try log.verify("ReservationService.cancel", arguments: ["id": 7], called: 1)
  /// ```
  ///
  /// - Parameters:
  ///   - name: The name under which calls are recorded, with labels for the arguments.
  ///   - clock: The clock that measures how long a call takes (default: the system clock).
  ///   - body: The closure that each call runs.
  /// - Returns: The closure to call instead of `body`.
  public func recording<each Argument: SendableMetatype, Value: SendableMetatype>(
    _ name: MockClosureName, clock: MockClock = .system,
    _ body: @escaping @Sendable (repeat each Argument) async throws -> Value
  ) -> @Sendable (repeat each Argument) async throws -> Value {
    let recorder = ClosureRecorder(log: self, name: name, clock: clock)
    return { (argument: repeat each Argument) in
      let call = recorder.begin(name.arguments(repeat each argument))
      do {
        let value = try await body(repeat each argument)
        recorder.end(call, returning: value)
        return value
      } catch {
        recorder.end(call, MockCallOutcome(error))
        throw error
      }
    }
  }

  /// Wraps a closure that can't throw, and records each call.
  ///
  /// - Parameters:
  ///   - name: The name under which calls are recorded, with labels for the arguments.
  ///   - clock: The clock that measures how long a call takes (default: the system clock).
  ///   - body: The closure that each call runs.
  /// - Returns: The closure to call instead of `body`.
  public func recording<each Argument: SendableMetatype, Value: SendableMetatype>(
    _ name: MockClosureName, clock: MockClock = .system,
    _ body: @escaping @Sendable (repeat each Argument) async -> Value
  ) -> @Sendable (repeat each Argument) async -> Value {
    let recorder = ClosureRecorder(log: self, name: name, clock: clock)
    return { (argument: repeat each Argument) in
      let call = recorder.begin(name.arguments(repeat each argument))
      let value = await body(repeat each argument)
      recorder.end(call, returning: value)
      return value
    }
  }

  /// Wraps a closure that isn't `async` and can't throw, and records each call.
  ///
  /// - Parameters:
  ///   - name: The name under which calls are recorded, with labels for the arguments.
  ///   - clock: The clock that measures how long a call takes (default: the system clock).
  ///   - body: The closure that each call runs.
  /// - Returns: The closure to call instead of `body`.
  public func recording<each Argument: SendableMetatype, Value: SendableMetatype>(
    _ name: MockClosureName, clock: MockClock = .system,
    _ body: @escaping @Sendable (repeat each Argument) -> Value
  ) -> @Sendable (repeat each Argument) -> Value {
    let recorder = ClosureRecorder(log: self, name: name, clock: clock)
    return { (argument: repeat each Argument) in
      let call = recorder.begin(name.arguments(repeat each argument))
      let value = body(repeat each argument)
      recorder.end(call, returning: value)
      return value
    }
  }
}
