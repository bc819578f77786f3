/// A call that a virtual clock counts.
///
/// The clock doesn't move while any such call is neither asleep nor waiting.
///
/// `@unchecked Sendable`: Its state is only accessed under the lock of its clock's state.
package final class MockActivity: @unchecked Sendable {
  /// The call whose dynamic response the current task computes, if any.
  @TaskLocal package static var current: MockActivity?

  package let clock: MockClock
  /// The call that waits for this one, if a dynamic response made it.
  let parent: MockActivity?
  /// The number of the call in the log, if any.
  let call: Int?
  /// The number of sleeps, gates, and nested calls that the call waits for, or 0 while the clock counts the call.
  var waits = 0
  var hasEnded = false

  init(clock: MockClock, parent: MockActivity?, call: Int? = nil) {
    self.clock = clock
    self.parent = parent
    self.call = call
  }
}
