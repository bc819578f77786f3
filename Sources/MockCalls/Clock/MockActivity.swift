/// A call that a virtual clock counts: the clock stands still while one is neither asleep nor waiting.
///
/// `@unchecked Sendable`: its state is only touched under the lock of its clock's state.
package final class MockActivity: @unchecked Sendable {
  /// The call that the current task works for, where it runs a computed answer.
  @TaskLocal package static var current: MockActivity?

  package let clock: MockClock
  /// The call that waits for this one, where a computed answer made it.
  let parent: MockActivity?
  /// The number of the call in the log; nil where it has none.
  let call: Int?
  /// How many sleeps, gates and calls of its own the call waits for; it is counted while there are none.
  var waits = 0
  var hasEnded = false

  init(clock: MockClock, parent: MockActivity?, call: Int? = nil) {
    self.clock = clock
    self.parent = parent
    self.call = call
  }
}
