internal import CLibrary
internal import MockPlatform

/// The clock that measures the waits of mocked calls.
///
/// It is either the real clock, or a virtual clock that a test controls.
///
/// A virtual clock starts at 2026-01-01T00:00:00Z unless you pass another start. It wakes one sleeper at a time, the
/// earliest first. If two sleepers are due at the same time, it first wakes the one that began to sleep first. It then
/// waits until that sleeper has run to its next `await` before it wakes another one.
///
/// # How the clock knows that nothing can run
///
/// The clock counts the mocked calls in progress. It only moves while each of them is asleep or waiting at a gate. It
/// can't see code between two calls, so it gives that code several executor turns before it moves.
///
/// # How responses stay in order
///
/// When a call's wait is over, its response is due. Due responses are committed one after another, earliest first.
/// Committing applies the response's updates, records the call, and returns the result, in one step under the lock
/// `committing`. Any thread can commit the responses that are due.
public final class MockClock: Sendable {
  /// The ways in which a clock can move.
  ///
  /// The raw values are the names in traces.
  package enum Mode: String, Sendable, CaseIterable {
    /// The clock runs in real time.
    case real
    /// The clock moves only when ``MockClock/advance(by:)`` is called.
    case manual
    /// The clock moves automatically.
    ///
    /// When no call can run, it moves to the time of the next sleeper.
    case fullSpeed
  }

  package let mode: Mode
  /// The date at which the clock starts, as the time since 1970-01-01T00:00:00Z.
  package let startSinceEpoch: Duration
  /// The default start of a virtual clock: 2026-01-01T00:00:00Z, as the time since 1970-01-01T00:00:00Z.
  public static let defaultStart: Duration = .seconds(1_767_225_600)

  let state = Locked(State(), isLeaf: true)
  /// A lock that is held while due responses are applied, so that they are applied in order.
  let committing = RankedLock(.committing)
  /// The number of due responses that haven't been applied.
  ///
  /// It is atomic, because every call reads it.
  let dueCommitCount = AtomicNumber()
  /// The value of `elapsed` on a virtual clock, in nanoseconds.
  ///
  /// It is atomic, because every call reads it for the log.
  let elapsedNanoseconds = AtomicNumber()
  private let lastTicket = AtomicNumber()
  private let machineStart = ContinuousClock.now

  /// The director that controls time while a test is explored, or `nil` in ordinary tests.
  let director: (any CallDirector)?

  private init(mode: Mode, start: Duration) {
    self.mode = mode
    startSinceEpoch = start
    director = mode == .real ? nil : CallDirection.current
  }

  /// The clock that sequencers use by default.
  ///
  /// It is a real clock, which starts when the process first uses it.
  public static let system = MockClock.real()

  /// Returns a clock that runs in real time, starting at the current date.
  public static func real() -> MockClock {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return MockClock(
      mode: .real, start: .seconds(Int64(time.tv_sec)) + .nanoseconds(Int64(time.tv_nsec)))
  }

  /// Returns a virtual clock, on which waiting takes no real time.
  ///
  /// By default, the clock runs at full speed: when no call can run, it jumps to the time at which the next sleeper is
  /// due. A manual clock moves only when a test advances it.
  ///
  /// - Parameters:
  ///   - manual: Whether only ``advance(by:)`` moves the clock (default: false).
  ///   - start: The date at which the clock starts, as the time since 1970-01-01T00:00:00Z (default: ``defaultStart``).
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

  /// The elapsed time in nanoseconds on a virtual clock.
  ///
  /// On a real clock it is -1, because reading the time takes longer than the rest of a call.
  var virtualNanoseconds: Int64 { mode == .real ? -1 : elapsedNanoseconds.int64 }

  /// The current date of the clock, as the time since 1970-01-01T00:00:00Z.
  public var sinceEpoch: Duration { startSinceEpoch + elapsed }

  /// Waits for a duration on this clock.
  ///
  /// On a manual clock, a sleep of zero or less returns immediately.
  ///
  /// - Throws: `CancellationError` immediately if the task is canceled or the clock is reset.
  public func sleep(for duration: Duration) async throws {
    // Swift's own clocks don't wait for a time in the past, either.
    if mode == .manual, duration <= .zero { return try Task.checkCancellation() }
    let activity = MockActivity.current.flatMap { $0.clock === self ? $0 : nil }
    try await CallWait(clock: self, ticket: nextTicket(), activity: activity, delay: duration)
      .wait()
  }

  /// Waits until at least `count` delays and sleeps are pending on this clock.
  ///
  /// Call this method before you advance the clock. If the task is canceled, for example by a test's time limit, it
  /// returns early.
  public func waitForSleepers(_ count: Int) async {
    let ticket = nextTicket()
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        // Checked under the lock, so that a cancellation after this finds the waiter.
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

  /// Resets a virtual clock to its start.
  ///
  /// Every pending sleep throws `CancellationError`. So does every call whose response is due but hasn't been applied,
  /// and every call that was about to sleep or to wait at a gate.
  package func reset() { reset(last: lastTicket.value) }

  /// Resets the clock like ``reset()``, and makes all later sleeps throw `CancellationError`.
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

  /// Sets the time of a virtual clock, under the caller's lock.
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

/// Conformance to Swift's `Clock`, so that you can pass the clock to the app's own debouncing, retries, and timeouts.
extension MockClock: Clock {
  /// The standard library's duration type.
  public typealias Duration = Swift.Duration

  /// A time on a clock.
  public struct Instant: InstantProtocol {
    /// The time since the clock started.
    public var elapsed: Swift.Duration

    /// Returns the instant that is `duration` later.
    public func advanced(by duration: Swift.Duration) -> Instant {
      Instant(elapsed: elapsed + duration)
    }

    /// Returns the time from this instant to another.
    public func duration(to other: Instant) -> Swift.Duration { other.elapsed - elapsed }

    /// Returns whether one instant is before another.
    public static func < (first: Instant, second: Instant) -> Bool {
      first.elapsed < second.elapsed
    }
  }

  /// The current time of the clock.
  public var now: Instant { Instant(elapsed: elapsed) }

  /// The smallest step of the clock, 1 nanosecond.
  public var minimumResolution: Swift.Duration { .nanoseconds(1) }

  /// Waits until the clock reaches a time.
  ///
  /// - Parameters:
  ///   - deadline: The time until which to wait.
  ///   - tolerance: Ignored, because the clock wakes every sleeper on time.
  /// - Throws: `CancellationError` immediately if the task is canceled or the clock is reset.
  public func sleep(until deadline: Instant, tolerance: Swift.Duration? = nil) async throws {
    try await sleep(for: deadline.elapsed - elapsed)
  }
}

/// Methods that let a director control how time passes on a virtual clock.
extension MockClock {
  /// Sleeps for the duration by which a test advances the clock.
  ///
  /// The director then wakes this sleeper like any other.
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

  /// Whether there are sleepers that will wake without a call to ``advance(by:)``.
  package var isDriving: Bool { state.withLock { mode != .manual && !$0.sleepers.isEmpty } }

  /// Whether a call to ``advance(by:)`` is moving the clock, which can take some time on a busy machine.
  package var isAdvancing: Bool { state.withLock { $0.advances > 0 } }

  /// Returns a new clock with the same mode and start.
  package func another() -> MockClock {
    mode == .real ? .real() : .virtual(manual: mode == .manual, start: startSinceEpoch)
  }

  /// The time until the next sleeper wakes.
  ///
  /// It is `nil` if nothing sleeps. It is also `nil` on a manual clock that isn't being advanced to that sleeper's
  /// time.
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

  /// Moves the clock to a time, but doesn't wake any sleepers.
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
