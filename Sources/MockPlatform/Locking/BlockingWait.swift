/// Waits on a thread that may block for something async.
package enum BlockingWait {
  /// Blocks the thread, which must be none of Swift's pool, until a task is done.
  package static func run(_ body: @escaping @Sendable () async -> Void) {
    let latch = Latch()
    Task {
      await body()
      latch.open()
    }
    latch.wait()
  }
}
