internal import MockConfiguration
internal import MockData
internal import MockPlatform

/// A call to a mock, as its caller makes it.
package struct Call: Sendable {
  package var method: String
  package var arguments: MockArguments
  /// The number of the called mock, as in ``_MockServiceCore``, or 0 if the call wasn't made on a mock.
  var mock = 0
  /// The errors that the caller accepts, for explored tests.
  var errors = CallErrors.unknown
  /// The app in another process that made the call, or `nil` for a call from this process.
  package var origin: CallOrigin?
  /// The stub that responds to the call, or `nil` if the pipeline responds.
  var stub: StubPlace?
  /// The log's record of a call that a stub has passed on, or `nil` for a new call.
  var stubbed: StubbedCall?
  /// Whether its stub leaves the stream open for pushed values.
  var staysOpen = false
  /// The response that was chosen when the mock checked whether its live service responds, or `nil` if the call hasn't
  /// begun.
  var chosen: CallChoice?
  /// Whether the mock is relaxed, so that a call without a response returns a default.
  var isRelaxed = false

  package init(
    _ method: String, _ arguments: MockArguments = .none, from origin: CallOrigin? = nil
  ) {
    (self.method, self.arguments, self.origin) = (method, arguments, origin)
  }

  init(_ method: String, _ arguments: MockArguments, of mock: Int, isRelaxed: Bool) {
    (self.method, self.arguments, self.mock) = (method, arguments, mock)
    self.isRelaxed = isRelaxed
  }
}

/// A call that a closure of the test responds to.
struct StubbedCall: Sendable {
  let logged: LoggedCall
  /// The number of the call among the method's calls, from 1.
  let count: Int
  /// The time on the clock when the call began, or `nil` for a call that takes no time because it can't wait.
  let began: Duration?
}

/// The form in which a caller wants its response.
package struct ResponseRequest: Sendable {
  /// The raw values are the values of the field `wish` in the frames of a session.
  package enum Form: String, Sendable, CaseIterable {
    /// The value, or the list of values for a stream.
    case value
    /// No value.
    ///
    /// In this case, a method without responses isn't an error.
    case nothing
    /// The whole response, including errors and the values of a stream.
    case whole
    /// The values of a stream as they arrive.
    case stream
    /// The response as configured.
    case response
  }

  package var form: Form
  /// Whether the caller waits for gates and delays.
  package var waits: Bool
  /// Whether the caller can receive a cancellation.
  package var isCancellable: Bool

  package init(_ form: Form, waits: Bool, isCancellable: Bool = true) {
    (self.form, self.waits, self.isCancellable) = (form, waits, isCancellable)
  }

  /// Creates the form that a requirement wants.
  ///
  /// Its caller can only be canceled if the requirement can throw any error.
  init<Failure: Error>(_ form: Form, waits: Bool, throwing failure: Failure.Type) {
    self.init(form, waits: waits, isCancellable: failure == (any Error).self)
  }

  /// The maximum number of values to collect from a stream.
  var valueLimit: Int { form == .whole ? 10_000 : .max }

  /// The maximum size of a stream's collected values, in bytes.
  static let byteLimit = 16 << 20
}

/// The outcome of choosing a response.
enum CallChoice: Sendable {
  case running(RunningCall)
  /// The call doesn't need a response, and doesn't have one.
  case nothing(LoggedCall)
  /// There is no response.
  ///
  /// If `stops` is true, the sequence is exhausted and the process must stop.
  case refused(any Error, MethodIdentity, count: Int, stops: Bool)
  /// Another thread or task holds the lock.
  case busy(RankedLock)
  /// The test's process has made the choice.
  case elsewhere(ForwardedChoice)

  /// The call in the log, or `nil` if it isn't there or has no response.
  var logged: LoggedCall? {
    switch self {
    case .running(let call): call.logged
    case .nothing(let call): call
    case .refused, .busy, .elsewhere: nil
    }
  }
}

/// A call whose response was chosen.
///
/// It is counted and recorded, but hasn't ended.
final class RunningCall: Sendable {
  let call: Call
  let prepared: PreparedResponse
  let method: MethodIdentity
  let count: Int
  let step: Int
  let key: AnyCodableValue?
  let logged: LoggedCall
  /// Whether it ends without waiting.
  let isImmediate: Bool
  /// The time when it began, or `nil` for a call that takes no time.
  let began: Duration?
  let ticket: Int
  /// The activity on a virtual clock, or `nil` on a real clock or for a call that doesn't wait.
  let activity: MockActivity?
  /// A response that was skipped and hasn't been reported yet.
  let skippedResponse: SkippedResponse?
  /// The indices of the responses that another draw would have chosen.
  let alternatives: [Int]
  /// The live service's response, if the call is passed to the service.
  let live: LiveServiceResponse?
  /// The response that the live service would have returned, if a test compares the two.
  let compared: LiveServiceResponse?

  init(
    _ call: Call, _ prepared: PreparedResponse, _ method: MethodIdentity,
    _ choice: ResponseChooser.Choice, logged: LoggedCall, isImmediate: Bool, began: Duration?,
    clock: MockClock
  ) {
    self.call = call
    self.prepared = prepared
    self.method = method
    (count, step, key) = (choice.count, choice.step, choice.key)
    (skippedResponse, alternatives) = (choice.skippedResponse, choice.alternatives)
    (self.logged, self.isImmediate, self.began) = (logged, isImmediate, began)
    (live, compared) = (nil, nil)
    ticket = isImmediate ? 0 : clock.nextTicket()
    activity = isImmediate ? nil : clock.beginActivity(of: logged.order)
  }

  /// Creates a copy of a call with the live service's response, or with a response to compare.
  private init(_ call: RunningCall, live: LiveServiceResponse?, compared: LiveServiceResponse?) {
    (self.call, prepared, method, logged) = (call.call, call.prepared, call.method, call.logged)
    (count, step, key, skippedResponse) = (call.count, call.step, call.key, call.skippedResponse)
    alternatives = call.alternatives
    (isImmediate, began, ticket) = (call.isImmediate, call.began, call.ticket)
    (activity, self.live, self.compared) = (call.activity, live, compared)
  }

  /// Creates a copy of a call with the live service's response.
  convenience init(_ call: RunningCall, answeredBy live: LiveServiceResponse) {
    self.init(call, live: live, compared: nil)
  }

  /// Creates a copy of a call with the response that the live service would have returned.
  convenience init(_ call: RunningCall, comparedWith live: LiveServiceResponse) {
    self.init(call, live: call.live, compared: live)
  }
}

/// The test process's decision about a call that may be passed to this process's live service.
package struct ForwardedChoice: Sendable {
  /// The number of the call.
  package let id: Int
  /// Whether the call is passed to the live service.
  package let isPassed: Bool
  /// The values of a call that returns a sequence of values, or `nil` for other calls.
  package let values: AsyncThrowingStream<CallResponse, any Error>?
  /// The response of the live service, or `nil` if it wasn't called.
  package internal(set) var live: LiveServiceResponse?

  package init(
    id: Int, isPassed: Bool, values: AsyncThrowingStream<CallResponse, any Error>? = nil
  ) {
    (self.id, self.isPassed, self.values) = (id, isPassed, values)
  }
}
