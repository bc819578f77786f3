internal import CMockPlatform

/// What one thread waits for until another one has it.
///
/// `@unchecked Sendable`: the C functions synchronise what `latch` points to.
package final class Latch: @unchecked Sendable {
  private let latch: OpaquePointer

  package init() { latch = mockplatform_latch_create() }

  deinit { mockplatform_latch_destroy(latch) }

  /// Lets the thread that waits, or the next one that does, go on.
  package func open() { mockplatform_latch_open(latch) }

  /// Blocks the thread until it is open, and closes it again.
  package func wait() { _ = mockplatform_latch_wait(latch, -1) }

  /// The same until the time is up, which gives false.
  package func wait(for limit: Duration) -> Bool {
    mockplatform_latch_wait(latch, limit.milliseconds)
  }
}
