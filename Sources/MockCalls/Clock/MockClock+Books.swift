internal import MockPlatform

extension MockClock {
  /// What the clock knows of the calls; everything in it is done in one step under its lock.
  struct Books {
    var elapsed = Duration.zero
    /// The calls that are neither asleep nor waiting.
    var active = 0
    /// The latest comes first, so that the earliest is removed from the end.
    var sleepers: [Sleeper] = []
    /// Whether a task wakes sleepers by itself.
    var isDriven = false
    var idleWaiters: [CheckedContinuation<Void, Never>] = []
    var sleeperWaiters: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    /// The answers that are due, in the order in which they take effect.
    var landings: [Pause] = []
    /// The task that waits for the machine's time, and for which.
    var timer: (due: Duration, task: Task<Void, Never>)?
  }

  struct Sleeper {
    var due: Duration
    /// Orders sleepers that are due at the same time; no two sleep at once with the same one.
    var ticket: Int
    var activity: MockActivity?
    /// The answer that lands when the time has come, else nil.
    var landing: Pause?
    /// The number in the log of the call that sleeps; nil where it is not known.
    var call: Int?
    /// Called without the lock; the argument tells whether the clock was reset.
    var wake: @Sendable (Bool) -> Void
  }

  /// Enters a call, while the one that made it waits for it.
  package func begin(_ activity: MockActivity) {
    guard mode != .real else { return }
    books.withLock { books in
      books.active += 1
      books.beginWait(activity.parent)
    }
  }

  /// Creates the activity of a call and enters it; nil on the real clock, which keeps no books.
  package func beginActivity(of call: Int? = nil) -> MockActivity? {
    guard mode != .real else { return nil }
    let activity = MockActivity(
      clock: self, parent: MockActivity.current.flatMap { $0.clock === self ? $0 : nil },
      call: call)
    begin(activity)
    return activity
  }

  /// Takes a call out of the books, so that the one that made it goes on.
  package func end(_ activity: MockActivity?) {
    guard let activity else { return }
    books.withLock { books in
      guard !activity.hasEnded else { return }
      activity.hasEnded = true
      if activity.waits == 0 { books.active -= 1 }
      books.endWait(activity.parent)
    }
    noticeChange()
  }

  func schedule(
    after delay: Duration, ticket: Int, activity: MockActivity?, beginsWait: Bool, landing: Pause?,
    call: Int? = nil, wake: @escaping @Sendable (Bool) -> Void
  ) {
    let now = mode == .real ? elapsed : .zero
    books.withLock { books in
      if beginsWait { books.beginWait(activity) }
      let due = (mode == .real ? now : books.elapsed) + max(delay, .zero)
      books.insert(
        Sleeper(
          due: due, ticket: ticket, activity: activity, landing: landing, call: call, wake: wake))
    }
    noticeChange()
  }

  /// Takes a sleeper out; false where it has been woken already or never slept.
  @discardableResult func cancelSleeper(ticket: Int) -> Bool {
    books.withLock { books in
      guard let index = books.sleepers.firstIndex(where: { $0.ticket == ticket }) else {
        return false
      }
      books.endWait(books.sleepers.remove(at: index).activity)
      return true
    }
  }

  func beginWait(_ activity: MockActivity?) {
    guard let activity else { return }
    books.withLock { $0.beginWait(activity) }
    noticeChange()
  }

  func endWait(_ activity: MockActivity?) {
    guard let activity else { return }
    books.withLock { $0.endWait(activity) }
  }

  /// Puts an answer whose gate has opened behind those that are due already.
  func enqueueLanding(_ pause: Pause, activity: MockActivity?) {
    books.withLock { books in
      books.endWait(activity)
      books.landings.append(pause)
    }
    landingCount.add(1)
  }

  /// Lets everything that is due take effect, in order; what another thread is at has then taken effect as well.
  @inline(__always) func landDue() {
    if landingCount.value > 0 { land(nil) }
  }

  /// Lets everything that is due take effect, and then an answer whose wait is over.
  func landDue(and pause: Pause) { land(pause) }

  private func land(_ last: Pause?) {
    // A value that is decoded may call a mock: what is due follows when the thread has let go of its locks.
    if RankedLock.isAnyHeld { return RankedLock.whenFree { self.land(last) } }
    landing.withLock {
      while let next = books.withLock({ $0.landings.isEmpty ? nil : $0.landings.removeFirst() }) {
        next.land()
        landingCount.add(-1)
      }
      last?.land()
    }
  }
}

extension MockClock.Books {
  mutating func beginWait(_ activity: MockActivity?) {
    guard let activity, !activity.hasEnded else { return }
    if activity.waits == 0 { active -= 1 }
    activity.waits += 1
  }

  mutating func endWait(_ activity: MockActivity?) {
    guard let activity, !activity.hasEnded, activity.waits > 0 else { return }
    activity.waits -= 1
    if activity.waits == 0 { active += 1 }
  }

  mutating func insert(_ sleeper: MockClock.Sleeper) {
    var low = 0
    var high = sleepers.count
    while low < high {
      let middle = (low + high) / 2
      let other = sleepers[middle]
      if (other.due, other.ticket) > (sleeper.due, sleeper.ticket) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    sleepers.insert(sleeper, at: low)
  }
}
