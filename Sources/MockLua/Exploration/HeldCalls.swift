package import MockCalls
internal import MockPlatform

/// Holds the responses of calls until a run releases them.
package final class HeldCalls: Sendable {
  package struct Held: Sendable {
    fileprivate var id: Int
    package var call: DirectedCall
    /// The time at which the response would arrive according to the script, on the clock of its call.
    package var due: Duration
    /// Whether the response never arrives.
    package var isNever: Bool
    fileprivate var continuation: CheckedContinuation<Void, any Error>
  }

  private enum Mode {
    case holding
    /// New calls are canceled immediately.
    case refusing
    /// New calls wait forever.
    case keeping
  }

  private struct State {
    var lastID = 0
    var held: [Held] = []
    var mode = Mode.holding
  }

  private let state = Locked(State(), isLeaf: true)

  package init() {}

  /// The held responses, in the order in which they were held.
  package var all: [Held] { state.withLock { $0.held } }

  /// Waits until the response of a call is released.
  ///
  /// `delay` is the delay of the response in the script.
  ///
  /// - Throws: `CancellationError` if the task or all calls are canceled.
  package nonisolated(nonsending) func hold(
    _ call: DirectedCall, for delay: Duration, isNever: Bool,
    whenHeld: @Sendable () -> Void = {}
  ) async throws {
    let id = state.withLock { state in
      state.lastID += 1
      return state.lastID
    }
    let due = call.clock.elapsed + delay
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let isOver = state.withLock { state in
          // If the task is canceled after this, the cancellation finds the entry.
          if Task.isCancelled || state.mode == .refusing { return true }
          state.held.append(
            Held(id: id, call: call, due: due, isNever: isNever, continuation: continuation))
          return false
        }
        if isOver { continuation.resume(throwing: CancellationError()) } else { whenHeld() }
      }
    } onCancel: {
      take { $0.id == id }?.continuation.resume(throwing: CancellationError())
    }
  }

  /// Releases the response of a call, or returns false if it isn't held or never arrives.
  @discardableResult package func release(_ order: Int) -> Bool {
    guard let held = take({ $0.call.order == order && !$0.isNever }) else { return false }
    held.call.clock.passDirected(to: held.due)
    held.continuation.resume()
    return true
  }

  /// Cancels all waiting calls, and all calls that come later.
  package func refuse() {
    let held = state.withLock { state in
      state.mode = .refusing
      defer { state.held = [] }
      return state.held
    }
    for call in held { call.continuation.resume(throwing: CancellationError()) }
  }

  /// Makes later calls wait forever, because nothing uses their responses anymore.
  package func keep() { state.withLock { $0.mode = .keeping } }

  private func take(_ condition: (Held) -> Bool) -> Held? {
    state.withLock { state in
      state.held.firstIndex(where: condition).map { state.held.remove(at: $0) }
    }
  }
}
