internal import CMockPlatform

/// A latch that blocks a thread until another one opens it.
///
/// `@unchecked Sendable`: The C functions synchronize access to the target of `latch`.
package final class Latch: @unchecked Sendable {
  private let latch: OpaquePointer

  package init() { latch = mockplatform_latch_create() }

  deinit { mockplatform_latch_destroy(latch) }

  /// Lets the waiting thread continue.
  ///
  /// If no thread is waiting, lets the next one continue.
  package func open() { mockplatform_latch_open(latch) }

  /// Blocks the thread until the latch opens, and then closes the latch.
  package func wait() { _ = mockplatform_latch_wait(latch, -1) }

  /// Blocks the thread until the latch opens, and then closes the latch, or returns false if the time limit passes
  /// first.
  package func wait(for limit: Duration) -> Bool {
    mockplatform_latch_wait(latch, limit.milliseconds)
  }
}
