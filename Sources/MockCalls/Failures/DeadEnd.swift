package import MockPlatform

/// A call of a test that has no way to end: it has no answer, cannot throw, and nothing can be made up for its result.
///
/// No Swift code can make a function return without a result. So the failure becomes an issue of the test at once, and the
/// call never returns: a call that is async is suspended, any other keeps its thread. The test does not go on, and so
/// cannot pass; the others do. When none of those has begun or ended for ``quietTime``, the process ends with exit
/// code 1, since the test would keep it for ever.
///
/// Outside of a test nobody would hear of the failure: the process stops, as it does for every call without an answer.
package struct DeadEnd: Error {
  let failure: MockFailure

  /// How long nothing is heard of other tests before the process ends; 10 s by default.
  package static let quietTime = Locked(Duration.seconds(10), isLeaf: true)

  private static let lastSign = Locked(ContinuousClock.now, isLeaf: true)
  private static let isWatched = Locked(false, isLeaf: true)

  /// Says that a test has begun or ended.
  package static func noteSignOfLife() { lastSign.withLock { $0 = .now } }

  /// Keeps a task for ever.
  nonisolated(nonsending) func hold() async -> Never {
    endProcessLater()
    while true { await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in } }
  }

  /// Keeps a thread for ever.
  func hold() -> Never {
    endProcessLater()
    while true { IOThread.sleep(for: .seconds(1000)) }
  }

  /// Goes on without the handler of a call, which is never called: a test that waits for it never ends.
  func leave() { endProcessLater() }

  /// Ends the process when no other test has begun or ended for ``quietTime``, since a test never ends.
  package static func endProcess(_ problem: String) {
    DeadEnd(failure: MockFailure(severity: .stop, message: problem)).endProcessLater()
  }

  private func endProcessLater() {
    guard TestSupport.reporter != nil else { fatalError(failure.description) }
    guard !Self.isWatched.exchange(true) else { return }
    Self.noteSignOfLife()
    let isStarted = IOThread.start { [failure] in
      while true {
        let rest = Self.quietTime.withLock { $0 } - (.now - Self.lastSign.withLock { $0 })
        guard rest > .zero else { break }
        IOThread.sleep(for: rest)
      }
      StandardError.write(
        "mock: the process ends, since a call of a test never returns: \(failure)\n")
      IOThread.endProcess(1)
    }
    if !isStarted { fatalError(failure.description) }
  }
}
