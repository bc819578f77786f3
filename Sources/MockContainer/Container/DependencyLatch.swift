internal import MockPlatform

/// The end of something that threads and tasks wait for.
final class DependencyLatch: Sendable {
  /// What lets those go on who wait; nil once it is open.
  private let waiting = Locked<[@Sendable () -> Void]?>([])

  var isOpen: Bool { waiting.withLock { $0 == nil } }

  /// Lets everybody go on who waits or will wait.
  func open() {
    for resume in waiting.exchange(nil) ?? [] { resume() }
  }

  /// Blocks the thread; for waiting for what another thread does without waiting itself.
  func wait() {
    let latch = Latch()
    if keep({ latch.open() }) { latch.wait() }
  }

  func wait() async {
    await withCheckedContinuation { continuation in
      if !keep({ continuation.resume() }) { continuation.resume() }
    }
  }

  /// Whether the caller has to wait.
  private func keep(_ resume: @escaping @Sendable () -> Void) -> Bool {
    waiting.withLock { $0?.append(resume) } != nil
  }
}
