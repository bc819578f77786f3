/// A call that is being answered: its response, and its place in the log and in the books of the clock.
///
/// A class, because it is handed on through several functions and closures.
/// `@unchecked Sendable`: `logged` is set once, before anybody else has the call; the rest is constant.
final class RunningCall: @unchecked Sendable {
  let prepared: PreparedResponse
  let method: MethodIdentity
  let arguments: MockArguments
  let count: Int
  let step: Int
  let key: AnyCodableValue?
  var logged = LoggedCall(order: 0, epoch: 0)
  let began: Duration
  let ticket: Int
  let activity: MockActivity?

  init(_ prepared: PreparedResponse, entry: borrowing CallEntry, clock: MockClock) {
    self.prepared = prepared
    method = entry.method
    arguments = entry.arguments
    count = entry.count
    step = entry.step
    key = entry.extra?.key
    began = clock.elapsed
    ticket = clock.nextTicket()
    activity = clock.beginActivity()
  }
}
