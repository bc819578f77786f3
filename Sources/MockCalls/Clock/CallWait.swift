internal import MockPlatform

/// The time that a call waits before its response is applied: first at a gate, then for a delay.
///
/// `@unchecked Sendable`: All mutable state is in `state`, which a lock protects.
final class CallWait: @unchecked Sendable {
  private enum Phase {
    case new
    case atGate
    case asleep
    /// The wait is over, and the response is applied when its turn comes.
    case due
    case committed
    case cancelled
  }

  private struct State {
    var phase = Phase.new
    var continuation: CheckedContinuation<Void, any Error>?
  }

  private let clock: MockClock
  private let ticket: Int
  private let activity: MockActivity?
  private let gate: (gates: MockGates, name: String)?
  private let delay: Duration
  /// The number of the waiting call in the log, or `nil` if it isn't known.
  let call: Int?
  /// Applies the response, and returns whether that was possible.
  ///
  /// Responses are applied in the order in which they are due.
  private let effect: (@Sendable () -> Bool)?
  private let state = Locked(State())

  init(
    clock: MockClock, ticket: Int, activity: MockActivity?,
    gate: (gates: MockGates, name: String)? = nil, delay: Duration, call: Int? = nil,
    effect: (@Sendable () -> Bool)? = nil
  ) {
    self.clock = clock
    self.ticket = ticket
    self.activity = activity
    self.gate = gate
    self.delay = delay
    self.call = call ?? activity?.call
    self.effect = effect
  }

  /// Waits, and then applies everything that is due, including this wait's own effect.
  ///
  /// - Throws: `CancellationError` immediately if the task is canceled.
  nonisolated(nonsending) func wait() async throws {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { start($0) }
    } onCancel: {
      cancel()
    }
    if effect != nil { clock.commitDue(and: self) }
    if state.withLock({ $0.phase == .cancelled }) { throw CancellationError() }
  }

  /// Applies the effect under the clock's committing lock, unless the wait was canceled or its effect was already
  /// applied.
  func commit() {
    let isDue = state.withLock { state in
      // This wait may still be asleep, because another thread can commit due waits before it wakes.
      guard state.phase == .due || state.phase == .asleep else { return false }
      state.phase = .committed
      return true
    }
    if isDue, let effect, !effect() { state.withLock { $0.phase = .cancelled } }
  }

  /// Ends the wait without an effect.
  func cancel() {
    let (phase, continuation) = state.withLock { state in
      let phase = state.phase
      if phase != .committed { state.phase = .cancelled }
      defer { state.continuation = nil }
      return (phase, state.continuation)
    }
    switch phase {
    case .asleep: clock.cancelSleeper(ticket: ticket)
    case .atGate:
      gate?.gates.remove(self)
      clock.endWait(activity)
    case .new, .due, .committed, .cancelled: break
    }
    continuation?.resume(throwing: CancellationError())
  }

  private func start(_ continuation: CheckedContinuation<Void, any Error>) {
    let isCancelled = state.withLock { state in
      if state.phase == .cancelled { return true }
      state.phase = gate == nil ? .asleep : .atGate
      state.continuation = continuation
      return false
    }
    if isCancelled { return continuation.resume(throwing: CancellationError()) }
    guard let gate else { return sleep(beginsWait: true) }
    clock.beginWait(activity)
    gate.gates.add(self, at: gate.name)
    // The wait may have been canceled in the meantime, and a reset cancels only the waits that it can see.
    if clock.wasReset(after: ticket) { cancel() }
    if state.withLock({ $0.phase == .cancelled }) { gate.gates.remove(self) }
  }

  /// Starts the delay when the gate opens.
  func open() {
    let continuation = state.withLock { state -> CheckedContinuation<Void, any Error>?? in
      guard state.phase == .atGate else { return nil }
      if delay > .zero {
        state.phase = .asleep
        return .some(nil)
      }
      state.phase = .due
      defer { state.continuation = nil }
      return state.continuation
    }
    guard let continuation else { return }
    guard let continuation else { return sleep(beginsWait: false) }
    clock.enqueueCommit(self, activity: activity)
    continuation.resume()
  }

  private func sleep(beginsWait: Bool) {
    clock.schedule(
      after: delay, ticket: ticket, activity: activity, beginsWait: beginsWait,
      commit: effect == nil ? nil : self, call: call
    ) { [self] isReset in
      if isReset { cancel() } else { wake() }
    }
    if state.withLock({ $0.phase == .cancelled }) { clock.cancelSleeper(ticket: ticket) }
  }

  private func wake() {
    let continuation = state.withLock { state -> CheckedContinuation<Void, any Error>? in
      if state.phase == .asleep { state.phase = .due }
      defer { state.continuation = nil }
      return state.continuation
    }
    continuation?.resume()
  }
}
