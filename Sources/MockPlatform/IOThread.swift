internal import CMockPlatform

/// A thread for work that blocks, which the pool of Swift's tasks has no room for.
package enum IOThread {
  private final class Work: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// Runs `body` on a thread of its own that no signal interrupts; false where the system has none left.
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

  /// Blocks the calling thread for some time.
  package static func sleep(for time: Duration) { mockplatform_sleep(time.milliseconds) }

  /// Ends the process at once, once its output is written.
  package static func endProcess(_ code: Int32) -> Never { mockplatform_end_process(code) }
}

extension Duration {
  /// Whole milliseconds for functions that block a thread, rounded up; at most some weeks.
  package var milliseconds: Int32 {
    let (seconds, attoseconds) = components
    let rest = (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
    return Int32(clamping: min(seconds, Int64(Int32.max)) * 1000 + rest)
  }
}
