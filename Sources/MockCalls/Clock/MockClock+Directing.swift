internal import MockPlatform

/// Lets a director control how time passes on a virtual clock.
extension MockClock {
  /// Sleeps for the duration that the clock is advanced by, so that the director wakes the caller like any other
  /// sleeper.
  func passDirected(_ duration: Duration) async {
    let target = state.withLock { state in
      state.targets.append(state.elapsed + duration)
      return state.elapsed + duration
    }
    // If the task is canceled, time doesn't pass.
    try? await sleep(for: duration)
    state.withLock { state in
      if let index = state.targets.firstIndex(of: target) { state.targets.remove(at: index) }
    }
  }

  /// Whether there are sleepers that wake without a call to ``advance(by:)``.
  package var isDriving: Bool { state.withLock { mode != .manual && !$0.sleepers.isEmpty } }

  /// Whether ``advance(by:)`` is moving the clock, which can take a while on a busy machine.
  package var isAdvancing: Bool { state.withLock { $0.advances > 0 } }

  /// Returns a new clock with the same mode and start.
  package func another() -> MockClock {
    mode == .real ? .real() : .virtual(manual: mode == .manual, start: startSinceEpoch)
  }

  /// The time until the next sleeper wakes.
  ///
  /// It is `nil` if nothing sleeps, or if a manual clock isn't being advanced to that sleeper's time.
  package var timeToNextSleeper: Duration? {
    state.withLock { state in
      guard let next = state.sleepers.last?.due else { return nil }
      guard mode == .fullSpeed || state.targets.contains(where: { $0 >= next }) else { return nil }
      return max(.zero, next - state.elapsed)
    }
  }

  /// Moves the clock to the time of the earliest sleeper and wakes it.
  package func wakeEarliestSleeper() {
    let sleeper = state.withLock { state -> Sleeper? in
      guard let next = state.sleepers.last else { return nil }
      setElapsed(max(state.elapsed, next.due), in: &state)
      return removeEarliestSleeper(from: &state)
    }
    sleeper?.wake(false)
  }

  /// Moves the clock to a time without waking anything.
  package func passDirected(to time: Duration) {
    state.withLock { state in setElapsed(max(state.elapsed, time), in: &state) }
  }

  /// The number of sleepers that each waiting test expects.
  package var awaitedSleepers: [Int] { state.withLock { $0.sleeperWaiters.map(\.count) } }

  /// Resumes the tests that wait for sleepers.
  package func endAwaiting() {
    let waiters = state.withLock { state in
      defer { state.sleeperWaiters = [] }
      return state.sleeperWaiters
    }
    for waiter in waiters { waiter.continuation.resume() }
  }

  /// Ends all sleeps with `CancellationError`.
  package func cancelSleepers() {
    let sleepers = state.withLock { state in
      defer { state.sleepers = [] }
      for sleeper in state.sleepers { state.endWait(sleeper.activity) }
      return state.sleepers
    }
    for sleeper in sleepers.reversed() { sleeper.wake(true) }
  }
}
