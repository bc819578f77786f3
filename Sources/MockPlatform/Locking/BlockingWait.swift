/// Waits for asynchronous work on a thread that is allowed to block.
package enum BlockingWait {
  /// Blocks the thread until a task has ended.
  ///
  /// The thread must not belong to Swift's cooperative pool.
  package static func run(_ body: @escaping @Sendable () async -> Void) {
    let latch = Latch()
    Task {
      await body()
      latch.open()
    }
    latch.wait()
  }
}
