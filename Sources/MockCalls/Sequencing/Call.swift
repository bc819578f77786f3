internal import MockData

/// A call of a mock as its caller makes it.
package struct Call: Sendable {
  package var method: String
  package var arguments: MockArguments
  /// The number of the mock that is called, as ``_MockServiceCore`` has it; 0 if the call is made on no mock.
  var mock = 0
  /// The errors that the caller takes, for tests that are explored.
  var errors = CallErrors.unknown
  /// The app in another process that made the call; nil for a call of this process.
  package var origin: CallOrigin?
  /// The stub that answers the call; nil for one that the pipeline answers.
  var stub: StubPlace?
  /// The call in the log that a stub has handed on; nil for a new one.
  var stubbed: StubbedCall?
  /// What was chosen for the call when it was asked whether the live service is to answer; nil for a call that has not
  /// begun.
  var chosen: CallChoice?

  package init(
    _ method: String, _ arguments: MockArguments = .none, from origin: CallOrigin? = nil
  ) {
    (self.method, self.arguments, self.origin) = (method, arguments, origin)
  }

  init(_ method: String, _ arguments: MockArguments, of mock: Int) {
    (self.method, self.arguments, self.mock) = (method, arguments, mock)
  }
}

/// The app in another process that made a call; the log tells by its name which of several it was.
package final class CallOrigin: Sendable {
  /// The name of the app with its process, such as `BankingApp (process 812)`.
  package let name: String

  package init(name: String) { self.name = name }
}

/// A call that a closure of the test answers.
struct StubbedCall: Sendable {
  let logged: LoggedCall
  /// The number of the call of the method, from 1.
  let count: Int
  /// The time on the clock at which the call began; nil for one that cannot wait, and so takes no time.
  let began: Duration?
}

/// What a caller wants of the answer of its call.
package struct Wanted: Sendable {
  /// The raw values are those of the field `wish` in the frames of a session.
  package enum Form: String, Sendable, CaseIterable {
    /// The value; a stream that is asked for so is the list of its values.
    case value
    /// No value, so that a method without responses is none the worse for it.
    case nothing
    /// The whole answer: an error is one, and so are the values of a stream.
    case whole
    /// The values of a stream as they come.
    case stream
    /// The response as it is configured.
    case response
  }

  package var form: Form
  /// Whether the caller waits for gates and delays.
  package var waits: Bool
  /// False where the caller has no way to say that it was cancelled.
  package var isCancellable: Bool

  package init(_ form: Form, waits: Bool, isCancellable: Bool = true) {
    (self.form, self.waits, self.isCancellable) = (form, waits, isCancellable)
  }

  /// What a requirement wants; one that cannot throw any error cannot be cancelled.
  init<Failure: Error>(_ form: Form, waits: Bool, throwing failure: Failure.Type) {
    self.init(form, waits: waits, isCancellable: failure == (any Error).self)
  }

  /// The most values that are taken of a stream which nobody stops listening to.
  var valueLimit: Int { form == .whole ? 10_000 : .max }

  /// The bytes of values after which no more of a stream is collected.
  static let byteLimit = 16 << 20
}
