internal import MockPlatform

/// How a director lets the time of a virtual clock pass.
extension MockClock {
  /// Sleeps for the time by which the clock is to be moved: whoever has it moved waits as well.
  func passDirected(_ duration: Duration) async {
    let target = state.withLock { state in
      state.targets.append(state.elapsed + duration)
      return state.elapsed + duration
    }
    // Where the task is cancelled the time does not pass.
    try? await sleep(for: duration)
    state.withLock { state in
      if let index = state.targets.firstIndex(of: target) { state.targets.remove(at: index) }
    }
  }

  /// Whether somebody sleeps who is woken without anybody's moving the clock.
  package var isDriving: Bool { state.withLock { mode != .manual && !$0.sleepers.isEmpty } }

  /// Whether ``advance(by:)`` is moving the clock, which takes a while on a busy machine.
  package var isAdvancing: Bool { state.withLock { $0.advances > 0 } }

  /// A clock that moves as this one does, at its start.
  package func another() -> MockClock {
    mode == .real ? .real() : .virtual(manual: mode == .manual, start: startSinceEpoch)
  }

  /// How long it takes until somebody wakes; nil where nobody sleeps, or nobody moves a manual clock so far.
  package var timeToNextSleeper: Duration? {
    state.withLock { state in
      guard let next = state.sleepers.last?.due else { return nil }
      guard mode == .fullSpeed || state.targets.contains(where: { $0 >= next }) else { return nil }
      return max(.zero, next - state.elapsed)
    }
  }

  /// Moves the clock to the time of the earliest sleeper, and wakes that one.
  package func wakeEarliestSleeper() {
    let sleeper = state.withLock { state -> Sleeper? in
      guard let next = state.sleepers.last else { return nil }
      setElapsed(max(state.elapsed, next.due), in: &state)
      return removeEarliestSleeper(from: &state)
    }
    sleeper?.wake(false)
  }

  /// Moves the clock to a time, and wakes nobody.
  package func passDirected(to time: Duration) {
    state.withLock { state in setElapsed(max(state.elapsed, time), in: &state) }
  }

  /// The numbers of sleeps that tests wait for, and that haven't begun.
  package var awaitedSleepers: [Int] { state.withLock { $0.sleeperWaiters.map(\.count) } }

  /// Ends the waits of tests for sleeps.
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
