public import MockConfiguration
internal import MockPlatform

extension MockCallLog {
  /// Waits until a method has been called the expected number of times.
  ///
  /// The condition is checked whenever a call is recorded. There is no polling in between.
  ///
  /// - Parameters:
  ///   - method: The method with its service, such as `OTP.verify`.
  ///   - arguments: The pattern for the arguments, or `nil`, the default, to accept any.
  ///   - expected: The expected number of calls (default: at least one).
  ///   - limit: The maximum time to wait on `clock`.
  ///   - clock: The clock (default: the real clock).
  /// - Throws: ``MockVerificationError`` with the actual calls when the time is up or the task is canceled. An
  ///   expectation that is met without any calls, such as `.never`, throws immediately.
  public func verifyEventually(
    _ method: String, arguments: MatchPattern? = nil,
    called expected: some MockCallCountExpression = .atLeast(1), within limit: Duration,
    clock: MockClock = .real()
  ) async throws(MockVerificationError) {
    try checkName(of: method)
    if let problem = expected.callCount.waitProblem(method) {
      throw refusal(problem, calls: calls(), droppedCount: droppedCount)
    }
    func verify() throws(MockVerificationError) {
      try self.verify(method, arguments: arguments, called: expected)
    }
    await wait(within: limit, on: clock) { (try? verify()) != nil }
    try verify()
  }

  /// Waits until a condition holds or the time is up.
  ///
  /// The condition is checked whenever a call is recorded.
  nonisolated(nonsending) func wait(
    within limit: Duration, on clock: MockClock, until isDone: () -> Bool
  ) async {
    let (changes, continuation) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let observer = storage.withLock { storage in
      storage.lastObserver += 1
      storage.observers[storage.lastObserver] = { continuation.yield() }
      return storage.lastObserver
    }
    let timeout = Task {
      try? await clock.sleep(for: limit)
      continuation.finish()
    }
    defer {
      timeout.cancel()
      let removed = storage.withLock { $0.observers.removeValue(forKey: observer) }
      withExtendedLifetime(removed) {}
    }
    continuation.yield()
    for await _ in changes where isDone() { return }
  }
}
