/// Closures whose calls a log records, so that they are verified like those of any other mock.
extension MockCallLog {
  /// A closure that does what another does, and whose calls are recorded.
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
  ///   - clock: The clock that measures how long a call takes; the machine's own by default.
  ///   - body: What a call does.
  /// - Returns: The closure to call in place of `body`.
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

  /// The same for a closure that cannot throw.
  ///
  /// - Parameters:
  ///   - name: The name under which calls are recorded, with labels for the arguments.
  ///   - clock: The clock that measures how long a call takes; the machine's own by default.
  ///   - body: What a call does.
  /// - Returns: The closure to call in place of `body`.
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

  /// The same for a closure that is not `async` and cannot throw.
  ///
  /// - Parameters:
  ///   - name: The name under which calls are recorded, with labels for the arguments.
  ///   - clock: The clock that measures how long a call takes; the machine's own by default.
  ///   - body: What a call does.
  /// - Returns: The closure to call in place of `body`.
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
