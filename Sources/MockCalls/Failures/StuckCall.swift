package import MockPlatform

/// A call that can't end.
///
/// It has no response and can't throw, and its result has no placeholder.
///
/// A Swift function can't return without a result. The failure is reported as an issue immediately, and the call never
/// returns: an async call stays suspended, and any other call blocks its thread. The call's test can't pass, but other
/// tests continue. If no other test begins or ends within ``quietTime``, the process exits with code 1, because the run
/// would never end otherwise.
///
/// Outside of a test, the failure would go unnoticed, so the process stops, as for every call without a response.
package struct StuckCall: Error {
  let failure: MockFailure

  /// The time after which the process exits if no test begins or ends (default: 10 s).
  package static let quietTime = Locked(Duration.seconds(10), isLeaf: true)

  private static let lastSign = Locked(ContinuousClock.now, isLeaf: true)
  private static let isExitScheduled = Locked(false, isLeaf: true)

  /// Records that a test has begun or ended.
  package static func noteProgress() { lastSign.withLock { $0 = .now } }

  /// Suspends a task forever.
  nonisolated(nonsending) func hold() async -> Never {
    endProcessLater()
    while true { await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in } }
  }

  /// Blocks a thread forever.
  func hold() -> Never {
    endProcessLater()
    while true { IOThread.sleep(for: .seconds(1000)) }
  }

  /// Returns without calling the completion handler of the call.
  ///
  /// A test that waits for the handler never ends.
  func skipHandler() { endProcessLater() }

  /// Ends the process because a test never ends.
  ///
  /// This method first waits until no other test has begun or ended for ``quietTime``.
  package static func endProcess(_ problem: String) {
    StuckCall(failure: MockFailure(severity: .stop, message: problem)).endProcessLater()
  }

  private func endProcessLater() {
    guard TestSupport.reporter != nil else { fatalError(failure.description) }
    guard !Self.isExitScheduled.exchange(true) else { return }
    Self.noteProgress()
    let isStarted = IOThread.start { [failure] in
      while true {
        let rest = Self.quietTime.withLock { $0 } - (.now - Self.lastSign.withLock { $0 })
        guard rest > .zero else { break }
        IOThread.sleep(for: rest)
      }
      StandardError.write(
        "mock: the process ends because a call of a test never returns: \(failure)\n")
      IOThread.endProcess(1)
    }
    if !isStarted { fatalError(failure.description) }
  }
}
