internal import MockPlatform

extension MockClock {
  /// What waits for the clock, the earliest first.
  ///
  /// - Parameter limit: The most that are given.
  /// - Returns: The time since the clock's start at which each is due, and the number of the call in the log where
  ///   that is known.
  package func sleeping(limit: Int) -> [(due: Duration, call: Int?)] {
    books.withLock { books in books.sleepers.suffix(limit).reversed().map { ($0.due, $0.call) } }
  }

  /// Moves a virtual clock on, waking whatever is due on the way, also sleeps begun meanwhile.
  ///
  /// Returns when the time has come and nothing that is in the books can run any more. On a real clock
  /// it does nothing.
  public func advance(by duration: Duration) async {
    guard mode != .real else { return }
    let activity = MockActivity.current.flatMap { $0.clock === self ? $0 : nil }
    beginWait(activity)
    await wakeSleepers(until: books.withLock { $0.elapsed + duration })
    endWait(activity)
  }

  /// How many turns of the executor code outside the books gets before the clock goes on.
  private static let turns = 24

  /// Starts what a change of the books calls for.
  func noticeChange() {
    let (idle, ready, startsDriving) = books.withLock { books in
      let idle = books.active == 0 ? books.idleWaiters : []
      if books.active == 0 { books.idleWaiters = [] }
      let ready = books.sleeperWaiters.filter { $0.count <= books.sleepers.count }
      books.sleeperWaiters.removeAll { $0.count <= books.sleepers.count }
      let starts = mode == .fullSpeed && !books.sleepers.isEmpty && !books.isDriven
      if starts { books.isDriven = true }
      return (idle, ready, starts)
    }
    for waiter in idle { waiter.resume() }
    for waiter in ready { waiter.continuation.resume() }
    // Detached: it must inherit neither priority nor task-local values of whoever slept first.
    if startsDriving { Task.detached { await self.wakeSleepers(until: nil) } }
    if mode == .real { setTimer() }
  }

  /// Wakes sleepers one by one until none is left, or none that is due by then.
  private func wakeSleepers(until target: Duration?) async {
    while true {
      await settle()
      let step = books.withLock { books -> Step in
        guard books.active == 0 else { return .again }
        guard let next = books.sleepers.last, target.map({ next.due <= $0 }) ?? true else {
          if target == nil { books.isDriven = false }
          books.elapsed = max(books.elapsed, target ?? .zero)
          return .done
        }
        books.elapsed = max(books.elapsed, next.due)
        return .wake(take(from: &books))
      }
      switch step {
      case .again: continue
      case .done: return
      case .wake(let sleeper): sleeper.wake(false)
      }
    }
  }

  private enum Step {
    case again
    case done
    case wake(Sleeper)
  }

  /// Waits until no call in the books can run, and code outside of them had its turns.
  private func settle() async {
    for _ in 0..<Self.turns { await Task.yield() }
    await withCheckedContinuation { continuation in
      let isIdle = books.withLock { books in
        if books.active == 0 { return true }
        books.idleWaiters.append(continuation)
        return false
      }
      if isIdle { continuation.resume() }
    }
    for _ in 0..<Self.turns { await Task.yield() }
  }

  /// Takes the earliest sleeper, who counts as running from now on.
  private func take(from books: inout Books) -> Sleeper {
    let sleeper = books.sleepers.removeLast()
    books.endWait(sleeper.activity)
    if let landing = sleeper.landing {
      books.landings.append(landing)
      landingCount.add(1)
    }
    return sleeper
  }

  /// Waits for the earliest sleeper with the machine's time.
  private func setTimer() {
    books.withLock { books in
      guard let due = books.sleepers.last?.due else { return }
      if let timer = books.timer, timer.due <= due { return }
      books.timer?.task.cancel()
      let instant = ContinuousClock.now.advanced(by: due - elapsed)
      let task = Task.detached { [weak self] in
        guard (try? await Task.sleep(until: instant, clock: .continuous)) != nil else { return }
        self?.wakeDueSleepers()
      }
      books.timer = (due, task)
    }
  }

  private func wakeDueSleepers() {
    let now = elapsed
    let sleepers = books.withLock { books in
      books.timer = nil
      var woken: [Sleeper] = []
      while let next = books.sleepers.last, next.due <= now { woken.append(take(from: &books)) }
      return woken
    }
    for sleeper in sleepers { sleeper.wake(false) }
    setTimer()
  }
}
