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
  /// A response that was passed over, of which nobody has been told.
  let passedOver: PassedOver?

  init(
    _ call: Call, _ prepared: PreparedResponse, _ method: MethodIdentity,
    _ choice: ResponseChooser.Choice, logged: LoggedCall, isImmediate: Bool, began: Duration?,
    clock: MockClock
  ) {
    self.call = call
    self.prepared = prepared
    self.method = method
    (count, step, key) = (choice.count, choice.step, choice.key)
    passedOver = choice.passedOver
    (self.logged, self.isImmediate, self.began) = (logged, isImmediate, began)
    ticket = isImmediate ? 0 : clock.nextTicket()
    activity = isImmediate ? nil : clock.beginActivity(of: logged.order)
  }
}
