/// A call that is being answered: its response, and its place in the log and in the books of the clock.
///
/// A class, because it is handed on through several functions and closures.
final class RunningCall: Sendable {
  let prepared: PreparedResponse
  let method: MethodIdentity
  let arguments: MockArguments
  let count: Int
  let step: Int
  let key: AnyCodableValue?
  let logged: LoggedCall
  let began: Duration
  let ticket: Int
  let activity: MockActivity?

  init(
    _ prepared: PreparedResponse, entry: CallEntry, logged: LoggedCall, clock: MockClock
  ) {
    self.prepared = prepared
    method = entry.method
    arguments = entry.arguments
    count = entry.count
    step = entry.step
    key = entry.extra?.key
    self.logged = logged
    began = clock.elapsed
    ticket = clock.nextTicket()
    activity = clock.beginActivity()
  }
}
