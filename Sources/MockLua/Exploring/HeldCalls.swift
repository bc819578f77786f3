package import MockCalls
internal import MockPlatform

/// The answers of calls that wait until a run lets them come.
package final class HeldCalls: Sendable {
  /// An answer that waits.
  package struct Held: Sendable {
    fileprivate var id: Int
    package var call: DirectedCall
    /// When it would come by the script, on the clock of its call.
    package var due: Duration
    /// Whether it shall never come.
    package var isNever: Bool
    fileprivate var continuation: CheckedContinuation<Void, any Error>
  }

  private enum Mode {
    case holding
    /// Whoever comes is cancelled at once.
    case refusing
    /// Nobody goes on any more.
    case keeping
  }

  private struct State {
    var lastID = 0
    var held: [Held] = []
    var mode = Mode.holding
  }

  private let state = Locked(State(), isLeaf: true)

  package init() {}

  /// The answers that wait, in the order in which they came to.
  package var all: [Held] { state.withLock { $0.held } }

  /// Waits until the answer of a call is let come.
  ///
  /// - Parameters:
  ///   - call: The call.
  ///   - delay: How long its answer takes by the script.
  ///   - isNever: Whether it shall never come.
  ///   - whenHeld: What is done once it is among those that wait.
  /// - Throws: `CancellationError` where the task is cancelled, or all are.
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
          // A cancellation that comes later finds it.
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

  /// Lets the answer of a call come; false where it does not wait, or shall never come.
  @discardableResult package func release(_ order: Int) -> Bool {
    guard let held = take({ $0.call.order == order && !$0.isNever }) else { return false }
    held.call.clock.passDirected(to: held.due)
    held.continuation.resume()
    return true
  }

  /// Cancels all calls that wait, and all that come from now on.
  package func refuse() {
    let held = state.withLock { state in
      state.mode = .refusing
      defer { state.held = [] }
      return state.held
    }
    for call in held { call.continuation.resume(throwing: CancellationError()) }
  }

  /// Keeps whatever comes from now on for ever: nobody is there any more whom its answer would tell something.
  package func keep() { state.withLock { $0.mode = .keeping } }

  private func take(_ condition: (Held) -> Bool) -> Held? {
    state.withLock { state in
      state.held.firstIndex(where: condition).map { state.held.remove(at: $0) }
    }
  }
}
