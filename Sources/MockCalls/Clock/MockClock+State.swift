internal import MockPlatform

extension MockClock {
  /// What the clock knows of the calls; everything in it is done in one step under its lock.
  struct State {
    var elapsed = Duration.zero
    /// The latest time that pending calls to `advance(by:)` move a manual clock to.
    var advancedTo = Duration.zero
    /// The number of calls to `advance(by:)` that haven't returned.
    var advances = 0
    /// The last ticket of those that were drawn before the latest reset: who has it waits no more.
    var lastTicketBeforeReset = 0
    /// The calls that are neither asleep nor waiting, and the work outside of calls.
    var active = 0
    /// The time limits, which don't make time pass.
    var deadlines: [Deadline] = []
    /// The queues to look at before time passes.
    var unseenQueues: [ObjectIdentifier: any UnseenQueue] = [:]
    /// The jobs of the test, if they are counted.
    var jobs: (any JobCount)?
    /// The latest comes first, so that the earliest is removed from the end.
    var sleepers: [Sleeper] = []
    /// Up to when somebody moves the clock, where a director lets the time pass.
    var targets: [Duration] = []
    /// Whether a task wakes sleepers by itself.
    var isDriven = false
    var idleWaiters: [CheckedContinuation<Void, Never>] = []
    var sleeperWaiters: [SleeperWaiter] = []
    /// The answers that are due, in the order in which they take effect.
    var dueCommits: [CallWait] = []
    /// The task that waits for the machine's time, and for which.
    var timer: (due: Duration, task: Task<Void, Never>)?
  }

  struct Sleeper {
    var due: Duration
    /// Orders sleepers that are due at the same time; no two sleep at once with the same one.
    var ticket: Int
    var activity: MockActivity?
    /// The answer that is committed when the time has come, else nil.
    var commit: CallWait?
    /// The number in the log of the call that sleeps; nil where it is not known.
    var call: Int?
    /// Called without the lock; the argument tells whether the clock was reset.
    var wake: @Sendable (Bool) -> Void
  }

  /// Who waits until so many are asleep.
  struct SleeperWaiter {
    var count: Int
    /// No two wait at once with the same one.
    var ticket: Int
    var continuation: CheckedContinuation<Void, Never>
  }

  /// Counts a call, while the one that made it waits for it.
  package func begin(_ activity: MockActivity) {
    guard mode != .real else { return }
    state.withLock { state in
      state.active += 1
      state.beginWait(activity.parent)
    }
  }

  /// Creates the activity of a call and counts it; nil on the real clock, which counts no calls.
  package func beginActivity(of call: Int? = nil) -> MockActivity? {
    guard mode != .real else { return nil }
    let activity = MockActivity(
      clock: self, parent: MockActivity.current.flatMap { $0.clock === self ? $0 : nil },
      call: call)
    begin(activity)
    return activity
  }

  /// Counts a call no more, so that the one that made it goes on.
  package func end(_ activity: MockActivity?) {
    guard let activity else { return }
    state.withLock { state in
      guard !activity.hasEnded else { return }
      activity.hasEnded = true
      if activity.waits == 0 { state.active -= 1 }
      state.endWait(activity.parent)
    }
    noticeChange()
  }

  func schedule(
    after delay: Duration, ticket: Int, activity: MockActivity?, beginsWait: Bool,
    commit: CallWait?, call: Int? = nil, wake: @escaping @Sendable (Bool) -> Void
  ) {
    let now = mode == .real ? elapsed : .zero
    let isOver = state.withLock { state in
      guard ticket > state.lastTicketBeforeReset else {
        if !beginsWait { state.endWait(activity) }
        return true
      }
      if beginsWait { state.beginWait(activity) }
      let due = (mode == .real ? now : state.elapsed) + max(delay, .zero)
      state.insert(
        Sleeper(
          due: due, ticket: ticket, activity: activity, commit: commit, call: call, wake: wake))
      return false
    }
    if isOver { return wake(true) }
    noticeChange()
  }

  /// Whether the clock was reset since a ticket was drawn.
  func wasReset(after ticket: Int) -> Bool {
    state.withLock { ticket <= $0.lastTicketBeforeReset }
  }

  /// Takes a sleeper out; false where it has been woken already or never slept.
  @discardableResult func cancelSleeper(ticket: Int) -> Bool {
    state.withLock { state in
      guard let index = state.sleepers.firstIndex(where: { $0.ticket == ticket }) else {
        return false
      }
      state.endWait(state.sleepers.remove(at: index).activity)
      return true
    }
  }

  func beginWait(_ activity: MockActivity?) {
    guard let activity else { return }
    state.withLock { $0.beginWait(activity) }
    noticeChange()
  }

  func endWait(_ activity: MockActivity?) {
    guard let activity else { return }
    state.withLock { $0.endWait(activity) }
  }

  /// Puts an answer whose gate has opened behind those that are due already.
  func enqueueCommit(_ wait: CallWait, activity: MockActivity?) {
    state.withLock { state in
      state.endWait(activity)
      state.dueCommits.append(wait)
    }
    dueCommitCount.add(1)
  }

  /// Lets everything that is due take effect, in order; what another thread is at has then taken effect as well.
  func commitDue() {
    if dueCommitCount.value > 0 { commit(nil) }
  }

  /// Lets everything that is due take effect, and then an answer whose wait is over.
  func commitDue(and wait: CallWait) { commit(wait) }

  private func commit(_ last: CallWait?) {
    // A value that is decoded may call a mock: what is due follows when the thread has let go of its locks.
    if RankedLock.isAnyHeld { return RankedLock.whenFree { self.commit(last) } }
    committing.withLock {
      while let next = state.withLock({ $0.dueCommits.isEmpty ? nil : $0.dueCommits.removeFirst() })
      {
        next.commit()
        dueCommitCount.add(-1)
      }
      last?.commit()
    }
  }
}

extension MockClock.State {
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

extension Duration {
  /// The whole milliseconds of a time that is not negative; the largest `Int` for one beyond that, since
  /// nothing keeps a script from sleeping `math.maxinteger`.
  package var wholeMilliseconds: Int {
    let milliseconds = (self / .milliseconds(1)).rounded(.towardZero)
    return Int(exactly: milliseconds) ?? .max
  }
}
