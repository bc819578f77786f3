internal import MockPlatform

extension MockClock {
  /// Each change is a single step under the clock's lock.
  struct State {
    var elapsed = Duration.zero
    /// The latest time that a virtual clock will reach when all pending calls to `advance(by:)` have returned.
    var advancedTo = Duration.zero
    /// The number of calls to `advance(by:)` that haven't returned.
    var advances = 0
    /// The last ticket that was drawn before the latest reset.
    ///
    /// Sleepers whose ticket is lower or equal no longer wait.
    var lastTicketBeforeReset = 0
    /// The number of calls that are neither asleep nor waiting, plus the number of tasks in progress outside of calls.
    var active = 0
    /// The deadlines, which don't make time pass.
    var deadlines: [Deadline] = []
    /// The queues that must be empty before time passes.
    var unseenQueues: [ObjectIdentifier: any UnseenQueue] = [:]
    /// Counts the jobs of the test, or is `nil` if the jobs aren't counted.
    var jobs: (any JobCount)?
    /// The sleepers, latest first, so that the earliest one can be removed from the end.
    var sleepers: [Sleeper] = []
    /// The times to which tests are moving the clock while a director controls it.
    var targets: [Duration] = []
    /// Whether a task is waking sleepers automatically.
    var isDriven = false
    var idleWaiters: [CheckedContinuation<Void, Never>] = []
    var sleeperWaiters: [SleeperWaiter] = []
    /// The responses that are due, in the order in which they take effect.
    var dueCommits: [CallWait] = []
    /// The real-time timer for the earliest sleeper, and the time at which that sleeper is due.
    var timer: (due: Duration, task: Task<Void, Never>)?
  }

  struct Sleeper {
    var due: Duration
    /// A unique number that orders sleepers that are due at the same time.
    var ticket: Int
    var activity: MockActivity?
    /// The wait whose effect is applied when the sleeper is due, if any.
    var commit: CallWait?
    /// The number of the sleeping call in the log, or `nil` if it isn't known.
    var call: Int?
    /// The closure to call when the sleeper wakes.
    ///
    /// Its argument is true if the clock was reset. No lock is held while it runs.
    var wake: @Sendable (Bool) -> Void
  }

  /// A test that waits until a certain number of calls are asleep.
  struct SleeperWaiter {
    var count: Int
    var ticket: Int
    var continuation: CheckedContinuation<Void, Never>
  }

  /// Counts a call as running.
  ///
  /// If another call made this call, the other call counts as waiting.
  package func begin(_ activity: MockActivity) {
    guard mode != .real else { return }
    state.withLock { state in
      state.active += 1
      state.beginWait(activity.parent)
    }
  }

  /// Returns `nil` on a real clock, which doesn't count calls.
  package func beginActivity(of call: Int? = nil) -> MockActivity? {
    guard mode != .real else { return nil }
    let activity = MockActivity(
      clock: self, parent: MockActivity.current.flatMap { $0.clock === self ? $0 : nil },
      call: call)
    begin(activity)
    return activity
  }

  /// Stops counting a call, so that the call that made it can continue.
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

  func wasReset(after ticket: Int) -> Bool {
    state.withLock { ticket <= $0.lastTicketBeforeReset }
  }

  /// Returns false if the sleeper was already woken or never slept.
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

  func enqueueCommit(_ wait: CallWait, activity: MockActivity?) {
    state.withLock { state in
      state.endWait(activity)
      state.dueCommits.append(wait)
    }
    dueCommitCount.add(1)
  }

  /// Applies everything that is due, in order.
  ///
  /// If another thread is already applying responses, this method waits until that thread is done.
  func commitDue() {
    if dueCommitCount.value > 0 { commit(nil) }
  }

  /// Applies everything that is due, and then the response of a wait that is over.
  func commitDue(and wait: CallWait) { commit(wait) }

  private func commit(_ last: CallWait?) {
    // Decoding a value may call a mock. In that case, commit after the thread has released its locks.
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
  /// The whole milliseconds of a nonnegative duration, or the largest `Int` if there are more.
  ///
  /// The limit is necessary because a script can sleep for `math.maxinteger`.
  package var wholeMilliseconds: Int {
    let (seconds, attoseconds) = components
    let whole = seconds.multipliedReportingOverflow(by: 1000)
    let sum = whole.partialValue.addingReportingOverflow(attoseconds / 1_000_000_000_000_000)
    return whole.overflow || sum.overflow ? .max : Int(clamping: sum.partialValue)
  }
}

/// A call that a virtual clock counts.
///
/// While any counted call is neither asleep nor waiting, the clock doesn't move.
///
/// `@unchecked Sendable`: The state of the activity is only accessed under the lock of its clock's state.
package final class MockActivity: @unchecked Sendable {
  /// The activity of the call whose dynamic response the current task computes, if any.
  @TaskLocal package static var current: MockActivity?

  package let clock: MockClock
  /// The activity of the call that waits for this one.
  ///
  /// It is `nil` if no dynamic response made this call.
  let parent: MockActivity?
  /// The number of the call in the log, if any.
  let call: Int?
  /// The number of sleeps, gates, and nested calls that the call waits for.
  ///
  /// If it is 0, the clock counts the call.
  var waits = 0
  var hasEnded = false

  init(clock: MockClock, parent: MockActivity?, call: Int? = nil) {
    self.clock = clock
    self.parent = parent
    self.call = call
  }
}

/// A queue in which work can wait without being visible to the clock and the director, such as a `URLSession`'s queue.
package protocol UnseenQueue: AnyObject, Sendable {
  /// Calls `body` when all work that is in the queue now has run, including work that it adds to the queue.
  func whenPassed(_ body: @escaping @Sendable () -> Void)
}

/// Counts the jobs of a test's tasks.
package protocol JobCount: AnyObject, Sendable {
  /// Calls `body` when no job is running or ready to run.
  func whenIdle(_ body: @escaping @Sendable () -> Void)
}
