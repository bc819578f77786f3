package import MockConfiguration
package import MockData
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

/// The app in another process that made a call.
///
/// Its name distinguishes several apps in the log.
package final class CallOrigin: Sendable {
  /// The name of the app with its process, such as `BankingApp (process 812)`.
  package let name: String

  package init(name: String) { self.name = name }
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
    /// A method without responses is then no error.
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

/// A method whose calls are recorded, with its responses.
///
/// `@unchecked Sendable`: `total`, `isReplaced`, and `redaction` are only written under the lock of the method's call
/// log. `redaction` is written before any call. Everything else is constant.
package final class MethodIdentity: @unchecked Sendable {
  /// A number that is unique within the process, even after this method was released.
  let number = numbers.add(1)
  let service: String?
  let name: String
  let prepared: [PreparedResponse]
  /// The locations of the responses in a script, by index.
  let places: [Int: ScriptLocation]
  var total = 0
  /// Whether its responses were replaced, so that they no longer have to be used.
  var isReplaced = false
  /// Hides secrets in messages.
  ///
  /// It is set once, when the method is added to a log.
  var redaction: Redaction?
  /// The argument that separates sequences.
  ///
  /// It is set with the method's chooser, before any call.
  var keyName: String?
  /// Finds keys that the app's types ignore, or `nil` if no test can request that.
  let ignoredKeys: IgnoredKeys?
  /// Observes which fields of another process's response are read, or `nil` if that process didn't request it.
  private let fields: FieldNotes?

  private static let numbers = AtomicNumber()

  package init(
    service: String?, name: String, responses: [MockResponse] = [],
    places: [Int: ScriptLocation] = [:],
    ignoredKeys: IgnoredKeys? = nil, fields: FieldNotes? = nil
  ) {
    self.service = service
    self.name = name
    prepared = responses.enumerated().map { PreparedResponse($1, index: $0) }
    self.places = places
    self.ignoredKeys = ignoredKeys
    self.fields = fields
  }

  /// The index of a pushed value, which belongs to no response.
  static let pushedIndex = -1

  func place(of index: Int?) -> ScriptLocation? {
    index.flatMap { places[$0] }
  }

  /// Returns whether a strict test checks for keys of a response that the app's types ignore.
  func watchesKeys(of index: Int) -> Bool {
    guard let ignoredKeys, ignoredKeys.isWatching, prepared.indices.contains(index) else {
      return false
    }
    return prepared[index].response.ignoresUnknownKeys != true
  }

  /// Returns the object that observes which fields are read, if any, and whether the response's values are constant.
  func fields(of index: Int) -> (notes: FieldNotes, isFixed: Bool)? {
    if let fields { return (fields, false) }
    guard prepared.indices.contains(index), prepared[index].response.ignoresUnknownKeys != true,
      let notes = prepared[index].coverage?.fields
    else { return nil }
    return (notes, !prepared[index].isComputed)
  }

  var firstPlace: ScriptLocation? {
    places.min { $0.key < $1.key }?.value
  }
}

extension MethodIdentity: CustomStringConvertible {
  /// The name with its service, as used in verifications and messages.
  package var description: String { service.map { "\($0).\(name)" } ?? name }
}
