internal import MockPlatform

extension MockClock {
  /// Returns the sleepers of the clock, earliest first.
  ///
  /// For each sleeper, `due` is counted from the clock's start, and `call` is the number of its call in the log, if
  /// known.
  package func sleeping(limit: Int) -> [(due: Duration, call: Int?)] {
    state.withLock { state in state.sleepers.suffix(limit).reversed().map { ($0.due, $0.call) } }
  }

  /// Whether every call that a virtual clock counts has ended, is asleep, or waits at a gate.
  package var isIdle: Bool { state.withLock { $0.active == 0 } }

  /// Moves a virtual clock forward, and wakes every call and sleep that becomes due.
  ///
  /// It also wakes sleeps that begin in the meantime. The method returns when the clock has reached the new time and no
  /// call can run. If the clock is real or the duration is negative, the method reports a failure and does nothing
  /// else.
  public func advance(by duration: Duration) async {
    guard mode != .real, duration >= .zero else {
      let problem =
        mode == .real
        ? "a real clock can't be advanced; write `clock: .virtual()`"
        : "a clock can't go back by \(.zero - duration); advance it by a positive duration"
      return MockFailureHandler.report(MockFailure(severity: .report, message: problem))
    }
    if director != nil { return await passDirected(duration) }
    let activity = MockActivity.current.flatMap { $0.clock === self ? $0 : nil }
    beginWait(activity)
    let target = state.withLock { state in
      // Two concurrent calls move the clock by the sum of their durations.
      let target = max(state.elapsed, state.advancedTo) + duration
      state.advancedTo = max(target, state.advancedTo)
      state.advances += 1
      return target
    }
    await wakeSleepers(until: target)
    state.withLock { $0.advances -= 1 }
    endWait(activity)
  }

  /// The number of executor turns that the clock gives to code outside of calls before it moves.
  private static let turns = 24
  /// The number of turns after the deadline of ``settle(hurryingAfter:)``.
  private static let turnsInHurry = 4

  /// Responds to a change in the clock's state: resumes waiting tests, starts to wake sleepers, or sets the timer.
  func noticeChange() {
    let (idle, ready, startsDriving) = state.withLock { state in
      let idle = state.active == 0 ? state.idleWaiters : []
      if state.active == 0 { state.idleWaiters = [] }
      let ready = state.sleeperWaiters.filter { $0.count <= state.sleepers.count }
      state.sleeperWaiters.removeAll { $0.count <= state.sleepers.count }
      let starts =
        mode == .fullSpeed && !state.sleepers.isEmpty && !state.isDriven && director == nil
      if starts { state.isDriven = true }
      return (idle, ready, starts)
    }
    for waiter in idle { waiter.resume() }
    for waiter in ready { waiter.continuation.resume() }
    // Detached, because it must not inherit the priority or task-local values of the first sleeper.
    if startsDriving { Task.detached { await self.wakeSleepers(until: nil) } }
    if mode == .real { setTimer() }
    director?.noteSleepers(on: self)
  }

  /// Wakes sleepers one by one until there are no more, or none due at or before `target`.
  private func wakeSleepers(until target: Duration?) async {
    while true {
      await settle()
      let step = state.withLock { state -> Step in
        guard state.active == 0 else { return .again }
        let next = state.sleepers.last.flatMap { next in
          target.map { next.due <= $0 } ?? true ? next : nil
        }
        if let end = next?.due ?? target,
          let passed = state.removeDeadline(before: end, orAt: next == nil)
        {
          setElapsed(max(state.elapsed, passed.due), in: &state)
          return .pass(passed.deadline)
        }
        guard let next else {
          if target == nil { state.isDriven = false }
          setElapsed(max(state.elapsed, target ?? .zero), in: &state)
          return .done
        }
        setElapsed(max(state.elapsed, next.due), in: &state)
        return .wake(removeEarliestSleeper(from: &state))
      }
      switch step {
      case .again: continue
      case .done: return
      case .wake(let sleeper): sleeper.wake(false)
      case .pass(let deadline): deadline.pass()
      }
    }
  }

  private enum Step {
    case again
    case done
    case wake(Sleeper)
    case pass(ClockDeadline)
  }

  /// Waits until no call can run, and code outside of calls has had its turns.
  ///
  /// If the jobs of the test are counted, it also waits until none of them can run.
  ///
  /// - Parameter deadline: The time after which code outside of calls gets only a few more turns. On a busy machine,
  ///   each turn takes a long time. By default, there is no deadline.
  package func settle(hurryingAfter deadline: ContinuousClock.Instant? = nil) async {
    func giveTurns() async {
      for turn in 0..<Self.turns {
        if turn >= Self.turnsInHurry, let deadline, ContinuousClock.now > deadline { return }
        await Task.yield()
      }
    }
    while true {
      await giveTurns()
      await withCheckedContinuation { continuation in
        let isIdle = state.withLock { state in
          if state.active == 0 { return true }
          state.idleWaiters.append(continuation)
          return false
        }
        if isIdle { continuation.resume() }
      }
      for queue in state.withLock({ $0.unseenQueues.values.map { $0 } }) {
        await withCheckedContinuation { continuation in
          queue.whenPassed { continuation.resume() }
        }
      }
      await giveTurns()
      guard let jobs = state.withLock(\.jobs) else { return }
      await withCheckedContinuation { continuation in
        jobs.whenIdle { continuation.resume() }
      }
      // The jobs may have made calls in the meantime.
      if state.withLock({ $0.active == 0 }) { return }
    }
  }

  /// Removes the earliest sleeper, whose call counts as running from now on.
  func removeEarliestSleeper(from state: inout State) -> Sleeper {
    let sleeper = state.sleepers.removeLast()
    state.endWait(sleeper.activity)
    if let commit = sleeper.commit {
      state.dueCommits.append(commit)
      dueCommitCount.add(1)
    }
    return sleeper
  }

  /// Starts a real-time timer for the earliest sleeper.
  private func setTimer() {
    state.withLock { state in
      guard let due = state.sleepers.last?.due else { return }
      if let timer = state.timer, timer.due <= due { return }
      state.timer?.task.cancel()
      let instant = ContinuousClock.now.advanced(by: due - elapsed)
      let task = Task.detached { [weak self] in
        guard (try? await Task.sleep(until: instant, clock: .continuous)) != nil else { return }
        self?.wakeDueSleepers()
      }
      state.timer = (due, task)
    }
  }

  private func wakeDueSleepers() {
    let now = elapsed
    let sleepers = state.withLock { state in
      state.timer = nil
      var woken: [Sleeper] = []
      while let next = state.sleepers.last, next.due <= now {
        woken.append(removeEarliestSleeper(from: &state))
      }
      return woken
    }
    for sleeper in sleepers { sleeper.wake(false) }
    setTimer()
  }
}
