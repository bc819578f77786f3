public import MockConfiguration
internal import MockPlatform

extension MockCallLog {
  /// Waits until a method has been called as often as expected.
  ///
  /// It checks whenever a call is recorded, and does nothing in between.
  ///
  /// - Parameters:
  ///   - method: The method with its service, such as `OTP.verify`.
  ///   - arguments: What the arguments must match; nil, the default, for any.
  ///   - expected: How often; at least once by default.
  ///   - limit: How long to wait on `clock`.
  ///   - clock: The clock; the machine's own by default.
  /// - Throws: ``MockVerificationError`` with the actual calls when the time is up or the task cancelled, and at once for an
  ///   expectation that no call at all meets, such as `.never`.
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

  /// Waits until a condition holds, which is checked whenever a call is recorded, or until the time is up.
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
