internal import CMockPlatform

/// A thread for blocking work, which must not run on Swift's cooperative thread pool.
package enum IOThread {
  private final class Work: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// Runs `body` on a new thread, which signals don't interrupt, or returns false if the system can't create the
  /// thread.
  @discardableResult
  package static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
    let work = Unmanaged.passRetained(Work(body))
    let status = mockplatform_start_thread(
      { context in
        guard let context else { return }
        Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body()
      }, work.toOpaque())
    if status != 0 { work.release() }
    return status == 0
  }

  package static func sleep(for time: Duration) { mockplatform_sleep(time.milliseconds) }

  /// Ends the process immediately after flushing its output.
  package static func endProcess(_ code: Int32) -> Never { mockplatform_end_process(code) }
}

extension Duration {
  /// The duration in whole milliseconds, for functions that block a thread.
  ///
  /// It is rounded up, and limited to several weeks.
  package var milliseconds: Int32 {
    let (seconds, attoseconds) = components
    let rest = (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
    return Int32(clamping: min(seconds, Int64(Int32.max)) * 1000 + rest)
  }
}
