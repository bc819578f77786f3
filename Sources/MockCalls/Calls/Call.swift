internal import MockConfiguration
internal import MockData
internal import MockPlatform

/// A call to a mock, with everything that is known before a response is chosen.
package struct Call: Sendable {
  package var method: String
  package var arguments: MockArguments
  /// The number of the called mock, which its ``_MockServiceCore`` stores, or 0 if the call wasn't made on a mock.
  var mock = 0
  /// Whether generated code of a mock, its type, or a client makes the call.
  private(set) var isGenerated = false
  var errors = CallErrors.unknown
  /// The app in another process that made the call, or `nil` for a call in this process.
  package var origin: CallOrigin?
  /// The stub that responds to the call, or `nil` if the pipeline responds.
  var stub: StubPlace?
  /// The log's record of a call that a stub has passed on, or `nil` for a new call.
  var stubbed: StubbedCall?
  /// Whether the call's stub leaves the stream open for pushed values.
  var staysOpen = false
  /// The response that was chosen in advance, to find out whether the mock must call its live service.
  ///
  /// It is `nil` if no response has been chosen yet.
  var chosen: CallChoice?
  /// A relaxed mock returns a default if the call has no response.
  var isRelaxed = false
  /// Whether the call's handler observes events, so that it isn't called without a response.
  var isObserver = false

  package init(
    _ method: String, _ arguments: MockArguments = .none, from origin: CallOrigin? = nil
  ) {
    (self.method, self.arguments, self.origin) = (method, arguments, origin)
  }

  init(_ method: String, _ arguments: MockArguments, of mock: Int, isRelaxed: Bool) {
    (self.method, self.arguments, self.mock) = (method, arguments, mock)
    isGenerated = true
    self.isRelaxed = isRelaxed
  }
}

/// A call that a stub's closure responds to.
struct StubbedCall: Sendable {
  let logged: LoggedCall
  /// The number of the call among the method's calls, starting at 1.
  let count: Int
  /// The time on the clock when the call began, or `nil` for a call that can't wait and takes no time.
  let began: Duration?
}

/// The form in which a caller needs its response.
package struct ResponseRequest: Sendable {
  /// In a session's frames, the raw value is the value of the field `wish`.
  package enum Form: String, Sendable, CaseIterable {
    /// The value, or the list of values for a stream.
    case value
    /// No value.
    ///
    /// A method without responses isn't an error in this case.
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
  /// Whether a cancellation can be passed on to the caller.
  package var isCancellable: Bool

  package init(_ form: Form, waits: Bool, isCancellable: Bool = true) {
    (self.form, self.waits, self.isCancellable) = (form, waits, isCancellable)
  }

  /// The caller can be canceled only if the requirement has an untyped `throws`.
  init<Failure: Error>(_ form: Form, waits: Bool, throwing failure: Failure.Type) {
    self.init(form, waits: waits, isCancellable: failure == (any Error).self)
  }

  /// The maximum number of values to collect from a stream.
  var valueLimit: Int { form == .whole ? 10_000 : .max }

  /// The maximum total size of a stream's collected values, in bytes.
  static let byteLimit = 16 << 20
}

/// The outcome of choosing a response.
enum CallChoice: Sendable {
  case running(RunningCall)
  /// The call doesn't need a response, and none is configured.
  case nothing(LoggedCall)
  /// There is no response.
  ///
  /// If `stops` is true, the sequence is exhausted and its configuration requires that the process stops.
  case refused(any Error, MethodIdentity, count: Int, stops: Bool)
  /// Another thread or task holds the lock.
  case busy(RankedLock)
  /// The test process has chosen the response.
  case elsewhere(ForwardedChoice)

  /// The call in the log, or `nil` if it isn't in the log or has no response.
  var logged: LoggedCall? {
    switch self {
    case .running(let call): call.logged
    case .nothing(let call): call
    case .refused, .busy, .elsewhere: nil
    }
  }
}

/// A call whose response has been chosen.
///
/// The call has been counted and recorded, but hasn't ended.
///
/// `@unchecked Sendable`: `live` and `compared` are set at most once, by the code that receives the response of the live
/// service, before the call continues. Everything else is constant.
final class RunningCall: @unchecked Sendable {
  let call: Call
  let prepared: PreparedResponse
  let method: MethodIdentity
  let choice: ResponseChooser.Choice
  let logged: LoggedCall
  /// Whether the call ends as soon as its response is chosen.
  ///
  /// It is false for a stream or a request, even without a wait.
  let isImmediate: Bool
  /// The time when the call began, or `nil` for a call that takes no time.
  let began: Duration?
  let ticket: Int
  /// The activity that counts the call on a virtual clock.
  ///
  /// It is `nil` on a real clock, and for an immediate call.
  let activity: MockActivity?
  /// The live service's response, if the call is passed to the service.
  var live: LiveServiceResponse?
  /// The live service's response, if a test compares it with the scenario's response.
  var compared: LiveServiceResponse?

  init(
    _ call: Call, _ prepared: PreparedResponse, _ method: MethodIdentity,
    _ choice: ResponseChooser.Choice, logged: LoggedCall, isImmediate: Bool, began: Duration?,
    clock: MockClock
  ) {
    (self.call, self.prepared, self.method, self.choice) = (call, prepared, method, choice)
    (self.logged, self.isImmediate, self.began) = (logged, isImmediate, began)
    ticket = isImmediate ? 0 : clock.nextTicket()
    activity = isImmediate ? nil : clock.beginActivity(of: logged.order)
  }

  /// The number of the call among the method's calls, starting at 1.
  var count: Int { choice.count }
}

/// The test process's decision about a call that this process may have to pass to its live service.
package struct ForwardedChoice: Sendable {
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

/// The errors that a caller can throw.
///
/// An explored test injects only these errors.
package struct CallErrors: Sendable {
  private enum Kind {
    /// The call is only known from the script, for example because another process makes it.
    case unknown
    case request
    case ofRequirement(any Error.Type)
  }

  private let kind: Kind
  /// The app's own error type, which replaces each error whose code it defines.
  private let own: (any MockErrorConvertible.Type)?

  /// The errors of a call if its requirement isn't known.
  package static let unknown = CallErrors(.unknown, nil)
  /// The errors of a request: `URLError`s, responses with an error status, and connection failures.
  package static let request = CallErrors(.request, nil)

  private init(_ kind: Kind, _ own: (any MockErrorConvertible.Type)?) {
    (self.kind, self.own) = (kind, own)
  }

  /// For a requirement that can't throw, `failure` is `Never`.
  init(_ failure: any Error.Type, own: (any MockErrorConvertible.Type)?) {
    self.init(.ofRequirement(failure), own)
  }

  package var canFail: Bool {
    if case .ofRequirement(let type) = kind { type != Never.self } else { true }
  }

  /// Whether the call can throw any type of error, including `CancellationError`.
  package var takesAny: Bool {
    switch kind {
    case .unknown: true
    case .request: false
    case .ofRequirement(let type): type == (any Error).self
    }
  }

  package var isOfRequest: Bool { if case .request = kind { true } else { false } }

  package var typeName: String {
    if case .ofRequirement(let type) = kind { "\(type)" } else { "Error" }
  }

  /// The codes of the errors that the call can throw.
  ///
  /// This is `nil` if the script determines the codes, and empty if no error can be created.
  package var codes: [String]? {
    switch kind {
    case .unknown: return nil
    case .request:
      return ["notConnectedToInternet", "timedOut", "500"]
        + [.reset, .malformed, .truncated].map { (fault: RouteFault) in fault.rawValue }
    case .ofRequirement: return cases.map(\.code)
    }
  }

  /// Returns the error for a code, as the type that the caller accepts.
  package func error(_ code: String) -> any Error {
    cases.first { $0.code == code }?.error ?? MockServiceError(code: code, message: code)
  }

  /// The errors that the call can throw, each with its code in a schedule.
  ///
  /// An error is `nil` if it has to be created from its code, like an error in a script.
  private var cases: [(code: String, error: (any Error)?)] {
    guard case .ofRequirement(let type) = kind, type != Never.self else { return [] }
    if type == (any Error).self {
      guard let own else { return [("failure", nil)] }
      let listed = Self.listed(own).map { code, error in
        (code, own.init(code: code, message: "", details: nil) == nil ? error : nil)
      }
      return listed.isEmpty ? [("failure", nil)] : listed
    }
    let listed = Self.listed(type).map { ($0, Optional($1)) }
    guard listed.isEmpty else { return listed }
    return Self.made(type).map { [("failure", $0)] } ?? []
  }

  /// Returns the cases of an error enum without associated values, each with its raw value or its name.
  private static func listed<Failure: Error>(_ type: Failure.Type) -> [(String, any Error)] {
    (EnumCases.all(of: type) ?? []).map { value in
      ((value as? any RawRepresentable).flatMap { $0.rawValue as? String } ?? "\(value)", value)
    }
  }

  private static func made<Failure: Error>(_ type: Failure.Type) -> (any Error)? {
    MockPlaceholder.make(type)
  }
}
