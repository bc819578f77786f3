internal import CLibrary
internal import MockPlatform

/// The clock on which mocked calls wait: the real one, or a virtual one that a test moves.
///
/// A virtual clock starts at 2026-01-01T00:00:00Z unless told otherwise. It wakes one sleeper at a time,
/// the earliest first and of equally early ones the first to sleep, and lets it run to its next
/// `await` before it wakes another.
///
/// # How it knows that nothing can run
///
/// The clock counts the mocked calls that are being answered, and stands still as long as one of them is neither
/// asleep nor waiting at a gate. It does not see code between two calls, and so gives that several turns of the
/// executor before it goes on. When the time of a call has come, its answer is *due*: it is committed (updates,
/// record and result in one step) before any later one, whichever thread comes by first, under the lock
/// `committing`.
public final class MockClock: Sendable {
  /// How a clock moves.
  package enum Mode: Sendable, Hashable {
    /// With the time of the machine.
    case real
    /// Only by ``MockClock/advance(by:)``.
    case manual
    /// By itself to the next sleeper's time, whenever nothing can run.
    case fullSpeed
  }

  /// How the clock moves.
  package let mode: Mode
  /// The date at which the clock starts, since 1970-01-01T00:00:00Z.
  package let startSinceEpoch: Duration
  /// 2026-01-01T00:00:00Z, since 1970.
  public static let defaultStart: Duration = .seconds(1_767_225_600)

  let state = Locked(State(), isLeaf: true)
  /// Held while what is due takes effect, so that it does so in order.
  let committing = RankedLock(.committing)
  /// How many answers are due and have not taken effect; read without a lock by every call.
  let dueCommitCount = AtomicNumber()
  /// What `elapsed` is on a virtual clock, in nanoseconds, for the log; read without a lock by every call.
  let elapsedNanoseconds = AtomicNumber()
  private let lastTicket = AtomicNumber()
  private let machineStart = ContinuousClock.now

  /// Who lets the time pass, where a test is explored; nil in ordinary tests.
  let director: (any CallDirector)?

  private init(mode: Mode, start: Duration) {
    self.mode = mode
    startSinceEpoch = start
    director = mode == .real ? nil : CallDirection.current
  }

  /// The clock of sequencers that are given no other, which started with the process's first use of it.
  public static let system = MockClock.real()

  /// A clock that runs with the time of the machine, from the current date on.
  public static func real() -> MockClock {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return MockClock(
      mode: .real, start: .seconds(Int64(time.tv_sec)) + .nanoseconds(Int64(time.tv_nsec)))
  }

  /// A clock that runs at full speed, or with `manual` only when it is advanced.
  ///
  /// - Parameters:
  ///   - manual: Whether only ``advance(by:)`` moves the clock; false by default.
  ///   - start: The date at which it starts, since 1970; ``defaultStart`` by default.
  /// - Returns: A new clock.
  public static func virtual(
    manual: Bool = false, start: Duration = MockClock.defaultStart
  ) -> MockClock {
    MockClock(mode: manual ? .manual : .fullSpeed, start: start)
  }

  /// The time since the clock started.
  public var elapsed: Duration {
    mode == .real ? ContinuousClock.now - machineStart : state.withLock { $0.elapsed }
  }

  /// The same in nanoseconds on a virtual clock; -1 on the real one, which takes longer to ask than a call does.
  var virtualNanoseconds: Int64 { mode == .real ? -1 : elapsedNanoseconds.int64 }

  /// The date that the clock shows, since 1970-01-01T00:00:00Z.
  public var sinceEpoch: Duration { startSinceEpoch + elapsed }

  /// Waits for some time on this clock; of no time a manual clock knows that it has come.
  ///
  /// - Throws: `CancellationError` at once when the task is cancelled or the clock is reset.
  public func sleep(for duration: Duration) async throws {
    // As any clock of Swift's: nobody has to move it for what is past.
    if mode == .manual, duration <= .zero { return try Task.checkCancellation() }
    let activity = MockActivity.current.flatMap { $0.clock === self ? $0 : nil }
    try await CallWait(clock: self, ticket: nextTicket(), activity: activity, delay: duration)
      .wait()
  }

  /// Waits until so many calls and sleeps are asleep, for a test that is about to advance the clock.
  ///
  /// Returns early when the task is cancelled, as by a test's time limit, however few are asleep then.
  public func waitForSleepers(_ count: Int) async {
    let ticket = nextTicket()
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        // Looked at under the lock: a cancellation that comes later finds the waiter.
        let isOver = state.withLock { state in
          if state.sleepers.count >= count || Task.isCancelled { return true }
          state.sleeperWaiters.append(
            SleeperWaiter(count: count, ticket: ticket, continuation: continuation))
          return false
        }
        if isOver { continuation.resume() }
      }
    } onCancel: {
      let waiter = state.withLock { state in
        state.sleeperWaiters.firstIndex { $0.ticket == ticket }
          .map { state.sleeperWaiters.remove(at: $0) }
      }
      waiter?.continuation.resume()
    }
  }

  /// Brings a virtual clock back to its start; everything that sleeps throws `CancellationError`, and so
  /// does what is due and has not taken effect, and what was about to sleep, or to wait at a gate.
  package func reset() { reset(last: lastTicket.value) }

  /// Ends what ``reset()`` ends, and lets nobody sleep from now on.
  package func end() { reset(last: .max) }

  private func reset(last: Int) {
    let (sleepers, dueCommits, deadlines) = state.withLock { state in
      setElapsed(.zero, in: &state)
      state.advancedTo = .zero
      state.lastTicketBeforeReset = max(last, state.lastTicketBeforeReset)
      defer { (state.sleepers, state.dueCommits, state.deadlines) = ([], [], []) }
      for sleeper in state.sleepers { state.endWait(sleeper.activity) }
      return (state.sleepers, state.dueCommits, state.deadlines)
    }
    for deadline in deadlines { deadline.deadline.cancel() }
    dueCommitCount.add(-dueCommits.count)
    for commit in dueCommits { commit.cancel() }
    for sleeper in sleepers.reversed() { sleeper.wake(true) }
  }

  /// Sets the time of a virtual clock; the caller has the lock.
  func setElapsed(_ time: Duration, in state: inout State) {
    state.elapsed = time
    let (seconds, attoseconds) = time.components
    let nanoseconds = seconds &* 1_000_000_000 &+ attoseconds / 1_000_000_000
    elapsedNanoseconds.int64 = nanoseconds
  }

  func nextTicket() -> Int {
    lastTicket.add(1)
  }
}
