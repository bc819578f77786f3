package import MockCalls
internal import MockPlatform

/// Tasks that wait until a run resumes them.
package final class HeldTasks<Label: Sendable>: Sendable {
  private struct Held {
    var id: Int
    var label: Label
    var continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var lastID = 0
    var held: [Held] = []
    /// Whether tasks that come later are canceled immediately.
    var isRefusing = false
  }

  private let state = Locked(State(), isLeaf: true)

  package init() {}

  /// The labels of the waiting tasks, in the order in which the tasks began to wait.
  package var all: [Label] { state.withLock { $0.held.map(\.label) } }

  package var isEmpty: Bool { state.withLock { $0.held.isEmpty } }

  /// The number of tasks that have waited so far.
  package var arrivals: Int { state.withLock { $0.lastID } }

  /// Waits until the task is resumed.
  ///
  /// - Throws: `CancellationError` if the task or all tasks are canceled.
  package nonisolated(nonsending) func hold(
    _ label: Label, whenHeld: @Sendable () -> Void = {}
  ) async throws {
    let id = state.withLock { state in
      state.lastID += 1
      return state.lastID
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let isOver = state.withLock { state in
          // If the task is canceled after this, the cancellation finds the entry.
          if Task.isCancelled || state.isRefusing { return true }
          state.held.append(Held(id: id, label: label, continuation: continuation))
          return false
        }
        if isOver { continuation.resume(throwing: CancellationError()) } else { whenHeld() }
      }
    } onCancel: {
      take { $0.id == id }?.continuation.resume(throwing: CancellationError())
    }
  }

  /// Resumes the first task whose label meets a condition, or returns false if no label does.
  ///
  /// `prepare` is called before the task continues.
  func resume(where condition: (Label) -> Bool, preparing prepare: (Label) -> Void) -> Bool {
    guard let held = take({ condition($0.label) }) else { return false }
    prepare(held.label)
    held.continuation.resume()
    return true
  }

  /// Resumes all waiting tasks.
  package func resume() {
    let held = state.withLock { state in
      defer { state.held = [] }
      return state.held
    }
    for task in held { task.continuation.resume() }
  }

  /// Cancels all waiting tasks, and all tasks that come later.
  package func refuse() {
    let held = state.withLock { state in
      state.isRefusing = true
      defer { state.held = [] }
      return state.held
    }
    for task in held { task.continuation.resume(throwing: CancellationError()) }
  }

  /// Holds later tasks again, although nothing resumes them, because the run is over.
  package func keep() { state.withLock { $0.isRefusing = false } }

  private func take(_ condition: (Held) -> Bool) -> Held? {
    state.withLock { state in
      state.held.firstIndex(where: condition).map { state.held.remove(at: $0) }
    }
  }
}

/// A call whose response is held.
package struct HeldCall: Sendable {
  package var call: DirectedCall
  /// The time at which the response would arrive according to the script, on the clock of its call.
  package var due: Duration
  /// Whether the response never arrives.
  package var isNever: Bool

  package init(_ call: DirectedCall, for delay: Duration, isNever: Bool) {
    (self.call, due, self.isNever) = (call, call.clock.elapsed + delay, isNever)
  }
}

extension HeldTasks<HeldCall> {
  /// Releases the response of a call, or returns false if it isn't held or never arrives.
  @discardableResult package func release(_ order: Int) -> Bool {
    resume(
      where: { $0.call.order == order && !$0.isNever },
      preparing: { $0.call.clock.passDirected(to: $0.due) })
  }
}
