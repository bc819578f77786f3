package import MockPlatform

/// A call that can't end.
///
/// It has no response and can't throw, and its result has no placeholder.
///
/// A Swift function can't return without a result. The failure is reported as an issue immediately, and the call never
/// returns: an async call stays suspended, and any other call blocks its thread. The call's test can't pass, but other
/// tests continue. If no test begins or ends within ``quietTime``, the process exits with code 1, because the run would
/// never end otherwise. While several tests with scenarios are running, it waits six times as long.
///
/// Outside of a test, the failure would go unnoticed, so the process stops, as for every call without a response.
package struct StuckCall: Error {
  let failure: MockFailure

  /// The time after which the process exits if no test begins or ends (default: 10 s).
  package static let quietTime = Locked(Duration.seconds(10), isLeaf: true)

  private struct Progress {
    var lastSign = ContinuousClock.now
    var running = 0
  }

  private static let progress = Locked(Progress(), isLeaf: true)
  private static let isExitScheduled = Locked(false, isLeaf: true)

  /// Records that a test with a scenario has begun or ended.
  package static func noteTest(begins: Bool) {
    progress.withLock { progress in
      progress.lastSign = .now
      progress.running += begins ? 1 : -1
    }
  }

  /// Blocks a thread forever.
  func hold() -> Never {
    endProcessLater()
    while true { IOThread.sleep(for: .seconds(1000)) }
  }

  /// Ends the process because a test never ends.
  ///
  /// This method first waits until no other test has begun or ended for ``quietTime``.
  package static func endProcess(_ problem: String) {
    StuckCall(failure: MockFailure(severity: .stop, message: problem)).endProcessLater()
  }

  fileprivate func endProcessLater() {
    guard TestSupport.reporter != nil else { fatalError(failure.description) }
    guard !Self.isExitScheduled.exchange(true) else { return }
    Self.progress.withLock { $0.lastSign = .now }
    let isStarted = IOThread.start { [failure] in
      while true {
        let (progress, quietTime) = (Self.progress.withLock { $0 }, Self.quietTime.withLock { $0 })
        let rest = quietTime * (progress.running > 1 ? 6 : 1) - (.now - progress.lastSign)
        guard rest > .zero else { break }
        IOThread.sleep(for: min(rest, quietTime))
      }
      StandardError.write(
        "mock: the process ends because a call of a test never returns: \(failure)\n")
      IOThread.endProcess(1)
    }
    if !isStarted { fatalError(failure.description) }
  }
}

/// The result of a call that ends with a placeholder, or can't end.
extension Result where Failure == StuckCall {
  /// Returns the result, or blocks the thread forever.
  func orHold() -> Success {
    switch self {
    case .success(let value): return value
    case .failure(let stuckCall): stuckCall.hold()
    }
  }

  /// Returns the result, or suspends the task forever.
  nonisolated(nonsending) func orHold() async -> Success {
    switch self {
    case .success(let value): return value
    case .failure(let stuckCall):
      stuckCall.endProcessLater()
      while true { await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in } }
    }
  }

  /// Returns the result, or `nil` for a handler that is never called.
  ///
  /// A test that waits for the handler never ends.
  func orSkip() -> Success? {
    switch self {
    case .success(let value): return value
    case .failure(let stuckCall):
      stuckCall.endProcessLater()
      return nil
    }
  }
}
