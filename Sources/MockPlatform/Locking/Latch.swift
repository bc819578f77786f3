internal import CMockPlatform

/// A latch that blocks a thread until another one opens it.
///
/// `@unchecked Sendable`: the C functions synchronize access to the target of `latch`.
package final class Latch: @unchecked Sendable {
  private let latch: OpaquePointer

  package init() { latch = mockplatform_latch_create() }

  deinit { mockplatform_latch_destroy(latch) }

  /// Lets the waiting thread continue, or otherwise the next one that waits.
  package func open() { mockplatform_latch_open(latch) }

  /// Blocks the thread until the latch is open, and closes it again.
  package func wait() { _ = mockplatform_latch_wait(latch, -1) }

  /// Blocks the thread until the latch is open, and closes it again; returns false if the time limit passes first.
  package func wait(for limit: Duration) -> Bool {
    mockplatform_latch_wait(latch, limit.milliseconds)
  }
}
