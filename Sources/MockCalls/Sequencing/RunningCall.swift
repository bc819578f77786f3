internal import MockData

/// A call that is being answered: its response, and its place in the log and on the clock.
@usableFromInline final class RunningCall: Sendable {
  let prepared: PreparedResponse
  let method: MethodIdentity
  let arguments: MockArguments
  let count: Int
  let step: Int
  let key: AnyCodableValue?
  let logged: LoggedCall
  let began: Duration
  let ticket: Int
  /// Nil on the real clock, and for a call that does not wait.
  let activity: MockActivity?

  init(
    _ prepared: PreparedResponse, _ method: MethodIdentity, _ arguments: MockArguments,
    _ choice: ResponseChooser.Choice, logged: LoggedCall, clock: MockClock, mayWait: Bool
  ) {
    self.prepared = prepared
    self.method = method
    self.arguments = arguments
    count = choice.count
    step = choice.step
    key = choice.key
    self.logged = logged
    began = clock.elapsed
    ticket = mayWait ? clock.nextTicket() : 0
    activity = mayWait ? clock.beginActivity(of: logged.order) : nil
  }
}
