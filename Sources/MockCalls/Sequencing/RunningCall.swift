internal import MockData

/// A call whose response is chosen: it is counted and recorded, and has yet to be answered.
final class RunningCall: Sendable {
  let call: Call
  let prepared: PreparedResponse
  let method: MethodIdentity
  let count: Int
  let step: Int
  let key: AnyCodableValue?
  let logged: LoggedCall
  /// Whether it ends without waiting for anything.
  let isImmediate: Bool
  /// When it began; nil for a call that takes no time.
  let began: Duration?
  let ticket: Int
  /// Nil on the real clock, and for a call that does not wait.
  let activity: MockActivity?

  init(
    _ call: Call, _ wanted: Wanted, _ prepared: PreparedResponse, _ method: MethodIdentity,
    _ choice: ResponseChooser.Choice, logged: LoggedCall, clock: MockClock
  ) {
    self.call = call
    self.prepared = prepared
    self.method = method
    (count, step, key) = (choice.count, choice.step, choice.key)
    self.logged = logged
    // A caller that was cancelled before is told so where waiting begins.
    isImmediate =
      !wanted.waits
      || prepared.isImmediate && wanted.form != .stream
        && !(wanted.isCancellable && Task.isCancelled)
    began = isImmediate && !prepared.isCallback ? nil : clock.elapsed
    ticket = isImmediate ? 0 : clock.nextTicket()
    activity = isImmediate ? nil : clock.beginActivity(of: logged.order)
  }
}
