internal import MockPlatform

/// A latch that threads and tasks can wait for.
final class DependencyLatch: Sendable {
  /// The actions that resume the waiting callers, or `nil` if the latch is open.
  private let waiting = Locked<[@Sendable () -> Void]?>([])

  var isOpen: Bool { waiting.withLock { $0 == nil } }

  /// Resumes all current and future callers.
  func open() {
    for resume in waiting.exchange(nil) ?? [] { resume() }
  }

  /// Blocks the thread.
  ///
  /// Use it only to wait for a thread that doesn't wait itself.
  func wait() {
    let latch = Latch()
    if keep({ latch.open() }) { latch.wait() }
  }

  func wait() async {
    await withCheckedContinuation { continuation in
      if !keep({ continuation.resume() }) { continuation.resume() }
    }
  }

  /// Adds a callback unless the latch is open.
  ///
  /// - Returns: Whether the caller must wait.
  private func keep(_ resume: @escaping @Sendable () -> Void) -> Bool {
    waiting.withLock { $0?.append(resume) } != nil
  }
}
