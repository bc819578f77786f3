/// Waits for asynchronous work on a thread that may block.
package enum BlockingWait {
  /// Blocks the thread, which must not belong to Swift's cooperative pool, until a task has finished.
  package static func run(_ body: @escaping @Sendable () async -> Void) {
    let latch = Latch()
    Task {
      await body()
      latch.open()
    }
    latch.wait()
  }
}
