internal import MockPlatform

/// A time limit, such as the timeout of a request.
///
/// A deadline doesn't make time pass. On a virtual clock, it fires only when the clock moves past it for another
/// reason, such as the delay of a response. A request that waits at a gate therefore never times out on a virtual
/// clock, unless something else advances the clock.
package final class ClockDeadline: Sendable {
  private struct State {
    /// The time at which the deadline fires, or `nil` if it has fired or was canceled.
    var due: Duration?
    var timer: Task<Void, Never>?
  }

  private let clock: MockClock
  private let state: Locked<State>
  private let fire: @Sendable () -> Void

  /// Calls `fire` once, when `due` has passed.
  ///
  /// `due` is counted from the clock's start. No lock is held while `fire` runs.
  package init(on clock: MockClock, at due: Duration, _ fire: @escaping @Sendable () -> Void) {
    (self.clock, self.fire) = (clock, fire)
    state = Locked(State(due: due))
    if clock.mode == .real {
      // This loops because the deadline can be moved in the meantime. The priority is high so that the timer runs
      // before tests that haven't begun. The system's own timeouts don't wait for tasks either.
      let timer = Task.detached(priority: .high) { [weak self] in
        while let rest = self?.rest {
          guard rest > .zero else {
            self?.pass()
            return
          }
          guard (try? await Task.sleep(for: rest, clock: .continuous)) != nil else { return }
        }
      }
      let isOver = state.withLock { state in
        state.timer = timer
        return state.due == nil
      }
      if isOver { timer.cancel() }
    } else {
      clock.state.withLock { $0.deadlines.append(.init(due: due, deadline: self)) }
    }
  }

  /// Moves the deadline to another time, unless it has fired.
  package func move(to due: Duration) {
    let isOpen = state.withLock { state in
      guard state.due != nil else { return false }
      state.due = due
      return true
    }
    guard isOpen, clock.mode != .real else { return }
    clock.state.withLock { state in
      guard let index = state.deadlines.firstIndex(where: { $0.deadline === self }) else { return }
      state.deadlines[index].due = due
    }
  }

  package func cancel() {
    let timer = state.withLock { state in
      state.due = nil
      return state.timer.take()
    }
    timer?.cancel()
    guard clock.mode != .real else { return }
    clock.state.discard { state in
      state.deadlines.firstIndex { $0.deadline === self }.map { state.deadlines.remove(at: $0) }
    }
  }

  /// Fires the deadline unless it was canceled.
  func pass() {
    let isOpen = state.withLock { state in
      defer { (state.due, state.timer) = (nil, nil) }
      return state.due != nil
    }
    if isOpen { fire() }
  }

  private var rest: Duration? { state.withLock { $0.due }.map { $0 - clock.elapsed } }
}

extension MockClock.State {
  struct Deadline {
    var due: Duration
    var deadline: ClockDeadline
  }

  /// If `orAt` is true, a deadline at exactly that time also qualifies.
  mutating func removeDeadline(before time: Duration, orAt: Bool) -> Deadline? {
    guard
      let index = deadlines.indices.min(by: { deadlines[$0].due < deadlines[$1].due }),
      deadlines[index].due < time || (orAt && deadlines[index].due == time)
    else { return nil }
    return deadlines.remove(at: index)
  }
}

/// The time that a call can take before its caller gives up.
package enum CallTimeLimit {
  /// The limit for calls that the current task makes while a director controls them, if any.
  @TaskLocal package static var current: Duration?
}
