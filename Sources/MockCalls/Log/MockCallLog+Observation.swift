public import MockConfiguration
package import MockData
internal import MockPlatform

extension MockCallLog {
  /// Calls a closure each time a call is recorded or ends.
  ///
  /// The closure can run on any thread.
  ///
  /// Returns the number of the observer.
  @discardableResult package func subscribe(_ notify: @escaping @Sendable () -> Void) -> Int {
    storage.withLock { storage in
      storage.lastObserver += 1
      storage.observers[storage.lastObserver] = notify
      return storage.lastObserver
    }
  }

  /// Returns the calls that the log still keeps, in order, starting at a given number.
  ///
  /// The first call in the log has the number 1.
  package func calls(from first: Int, limit: Int = .max) -> [MockCallRecord] {
    let entries = storage.withLock { storage -> [(Int, CallEntry)] in
      let first = max(first, storage.first)
      guard first <= storage.last else { return [] }
      let end = limit < storage.last - first + 1 ? first + limit - 1 : storage.last
      return (first...end).compactMap { order in
        storage.slot(order).map { (order, storage.entries[$0]) }
      }
    }
    return entries.map { $1.record(order: $0, redaction: redaction) }
  }

  /// Returns the numbers of the given calls that have ended or are no longer kept, in order.
  package func ended(of orders: Set<Int>) -> [Int] {
    storage.withLock { storage in
      orders.filter { storage.slot($0).map { !storage.entries[$0].isRunning } ?? true }
    }.sorted()
  }

  /// Records a value that a running stream has sent, if the log is observed.
  func note(sent value: AnyCodableValue, by call: LoggedCall) {
    let isObserved = storage.withLock { storage in
      guard storage.isObserved, call.epoch == storage.epoch else { return false }
      storage.sent[call.order, default: SentValues()].add(value)
      return true
    }
    if isObserved { notifyObservers() }
  }

  /// Returns the number of values that each running stream has sent since the log has been observed, by the number of
  /// the call.
  package func sentCounts() -> [Int: Int] {
    storage.withLock { $0.sent.mapValues(\.count) }
  }

  /// Returns the latest values that a running stream has sent.
  package func sent(by order: Int) -> [AnyCodableValue] {
    storage.withLock { $0.sent[order]?.values ?? [] }
  }

  /// Returns the call with a number, or `nil` if the log no longer keeps it.
  package func call(_ order: Int) -> MockCallRecord? {
    storage.withLock { storage in storage.slot(order).map { storage.entries[$0] } }?
      .record(order: order, redaction: redaction)
  }

  /// Returns the number of calls that each response in a script has handled, by location.
  ///
  /// The result includes the responses of replaced methods.
  package func answeredPlaces() -> [ScriptLocation: Int] {
    storage.withLock { storage in
      var places: [ScriptLocation: Int] = [:]
      for method in storage.methods {
        for response in method.prepared where response.uses > 0 {
          if let place = method.places[response.index] {
            places[place, default: 0] += response.uses
          }
        }
      }
      return places
    }
  }
}

extension MockCallLog {
  /// Waits until a method has been called the expected number of times.
  ///
  /// The number is checked whenever a call is recorded, without polling.
  ///
  /// - Parameters:
  ///   - method: The method with its service, such as `OTP.verify`.
  ///   - arguments: The pattern for the arguments, or `nil` (the default) to accept any arguments.
  ///   - expected: The expected number of calls (default: at least one).
  ///   - limit: The maximum time to wait, measured by `clock`.
  ///   - clock: The clock that measures the limit (default: the real clock).
  /// - Throws: ``MockVerificationError`` with the actual calls if the time runs out or the task is canceled. The error
  ///   is thrown immediately if `method` is unknown, or if `expected` accepts zero calls, as `.never` does.
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

  /// Waits until a condition is true or the time runs out.
  ///
  /// The condition is checked each time a call is recorded.
  nonisolated(nonsending) func wait(
    within limit: Duration, on clock: MockClock, until isDone: () -> Bool
  ) async {
    let (changes, continuation) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let observer = subscribe { continuation.yield() }
    let timeout = Task {
      try? await clock.sleep(for: limit)
      continuation.finish()
    }
    defer {
      timeout.cancel()
      storage.discard { $0.observers.removeValue(forKey: observer) }
    }
    continuation.yield()
    for await _ in changes where isDone() { return }
  }
}

/// Follows a log, and returns each call once, after the call has ended.
package struct EndedCalls {
  private var next = 1
  /// The number of resets of the log up to now.
  ///
  /// After each reset, the log numbers its calls from 1 again.
  private var epoch = 0
  private var running: Set<Int> = []

  package init() {}

  /// Returns the calls that have ended since the last time, if the log still keeps them.
  package mutating func take(from log: MockCallLog) -> [MockCallRecord] {
    let now = log.epoch
    if epoch != now { (epoch, next, running) = (now, 1, []) }
    let last = log.ended(of: running)
    running.subtract(last)
    return last.compactMap(log.call)
      + log.calls(from: next).filter { call in
        next = call.order + 1
        if call.outcome == .running { running.insert(call.order) }
        return call.outcome != .running
      }
  }
}
