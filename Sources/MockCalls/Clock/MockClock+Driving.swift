internal import MockPlatform

extension MockClock {
  /// What waits for the clock, the earliest first.
  ///
  /// - Parameter limit: The most that are given.
  /// - Returns: The time since the clock's start at which each is due, and the number of the call in the log where
  ///   that is known.
  package func sleeping(limit: Int) -> [(due: Duration, call: Int?)] {
    state.withLock { state in state.sleepers.suffix(limit).reversed().map { ($0.due, $0.call) } }
  }

  /// Whether every call that a virtual clock counts has ended, sleeps or waits at a gate.
  package var isIdle: Bool { state.withLock { $0.active == 0 } }

  /// Moves a virtual clock on, waking whatever is due on the way, also sleeps begun meanwhile.
  ///
  /// Returns when the time has come and no call that the clock counts can run any more. A real clock can't be moved, and
  /// no clock goes back: both are reported, and nothing happens.
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
      // Two who move the clock at once move it by both times.
      let target = max(state.elapsed, state.advancedTo) + duration
      state.advancedTo = max(target, state.advancedTo)
      state.advances += 1
      return target
    }
    await wakeSleepers(until: target)
    state.withLock { $0.advances -= 1 }
    endWait(activity)
  }

  /// The number of executor turns that code outside of calls gets before the clock continues.
  private static let turns = 24
  /// The number of turns that suffice once the deadline has passed.
  private static let turnsInHurry = 4

  /// Starts what a change of the clock's state calls for.
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
    // Detached: it must inherit neither priority nor task-local values of whoever slept first.
    if startsDriving { Task.detached { await self.wakeSleepers(until: nil) } }
    if mode == .real { setTimer() }
    director?.noteSleepers(on: self)
  }

  /// Wakes sleepers one by one until none is left, or none that is due by then.
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

  /// Waits until no call can run, and code outside of calls had its turns.
  ///
  /// If the jobs of the test are counted, none of them can run then.
  ///
  /// - Parameter deadline: When code outside of calls gets only a few more turns, each of which takes long on a busy
  ///   machine; never by default.
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
      // The jobs may have made requests meanwhile.
      if state.withLock({ $0.active == 0 }) { return }
    }
  }

  /// Takes the earliest sleeper out, who counts as running from now on.
  func removeEarliestSleeper(from state: inout State) -> Sleeper {
    let sleeper = state.sleepers.removeLast()
    state.endWait(sleeper.activity)
    if let commit = sleeper.commit {
      state.dueCommits.append(commit)
      dueCommitCount.add(1)
    }
    return sleeper
  }

  /// Waits for the earliest sleeper with the machine's time.
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
