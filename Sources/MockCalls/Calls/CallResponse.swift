package import MockConfiguration
package import MockData
internal import MockPlatform

/// The complete response to a call, before the call waits and the response is applied.
package struct CallResponse: Sendable {
  package enum Content: Sendable {
    case value(AnyCodableValue?)
    case error(MockServiceError)
    case values([AnyCodableValue], end: MockServiceError?, interval: Duration)
    /// A dynamic stream.
    ///
    /// At least `interval` passes between two of its values.
    case live(AsyncThrowingStream<AnyCodableValue, any Error>, interval: Duration)
    /// The call was canceled, or its scenario was reset.
    ///
    /// Only responses from another process have this content.
    case cancelled
  }

  package var content: Content
  /// The index of the response in the configuration, starting at 0.
  package var index: Int
  /// The number of the call among the method's calls, starting at 1.
  ///
  /// It is 0 if the call didn't begin.
  package var count = 0
  /// The location of the response in a script, or `nil` if it is unknown.
  package var place: ScriptLocation?
  /// Whether a strict test checks whether the app's type ignores keys of the value.
  package var checksIgnoredKeys = false
  /// Records which fields of the value the app decodes, or is `nil` if the fields aren't recorded.
  package var fields: FieldNotes?
  /// The live service's original result, or `nil` if the live service didn't respond.
  var live: LiveResult?
  /// The result that a relaxed mock returns because the call has no response, or `nil` for any other call.
  var relaxed: RelaxedResult?
  var gate: String?
  var delay: MockDelay?
  var updates: [String: AnyCodableValue] = [:]
  /// Whether the stream stays open for pushed values after its own values.
  var staysOpen = false
  /// The injected error of a stream that stays open, and the number of elements that precede the error.
  var openFault: (error: MockServiceError, after: Int)?
  /// The wait that a script configures for this response, if the caller skips it because the caller can't wait.
  var statedWait: String?

  package var liveValue: Any? { live?.value }

  package init(
    _ content: Content, index: Int = 0, count: Int = 0, place: ScriptLocation? = nil,
    checksIgnoredKeys: Bool = false
  ) {
    (self.content, self.index, self.count) = (content, index, count)
    (self.place, self.checksIgnoredKeys) = (place, checksIgnoredKeys)
  }

  package init(failing error: any Error, count: Int = 0) {
    switch error {
    case is CancellationError: self.init(.cancelled, count: count)
    case let error as MockServiceError: self.init(.error(error), count: count)
    default: self.init(.error(MockServiceError(untyped: error)), count: count)
    }
  }

  /// Creates the complete form of a response.
  ///
  /// If the response has no gate or delay, for example, the configured response provides it.
  init(_ response: MockResponse, index: Int, over configured: MockResponse? = nil) {
    let error = response.error.map { MockServiceError($0) }
    switch response.result {
    case .stream:
      content = .values(
        response.values ?? [], end: error, interval: .milliseconds(response.intervalMs ?? 0))
    case .error:
      content = .error(error ?? MockServiceError(code: "error", message: "error"))
    case .success, .callback, .passthrough:
      content =
        response.dribbled.map {
          .values($0.values, end: nil, interval: .milliseconds($0.intervalMs))
        } ?? .value(response.value)
    }
    self.index = index
    gate = response.gate ?? configured?.gate
    delay = response.delayMs ?? configured?.delayMs
    staysOpen = response.staysOpen ?? configured?.staysOpen ?? false
    statedWait = response.statedWait ?? configured?.statedWait
    updates = configured?.updateSharedState ?? [:]
    if let own = response.updateSharedState { updates.merge(own) { $1 } }
  }

  func with(_ content: Content) -> CallResponse {
    var answer = self
    answer.content = content
    return answer
  }

  var outcome: MockCallOutcome { error.map { .threw($0) } ?? .returned(relaxed?.data ?? value) }

  /// Whether the response arrives without a wait.
  var isImmediate: Bool {
    guard gate == nil, (delay ?? 0) == 0 else { return false }
    switch content {
    case .value, .error, .cancelled: return true
    case .values, .live: return false
    }
  }

  /// The single value of the response, if any, or the list of a stream's values.
  package var value: AnyCodableValue? {
    switch content {
    case .value(let value): value
    case .values(let values, nil, _): .array(values)
    case .values, .error, .live, .cancelled: nil
    }
  }

  /// The single value, or the first value of a stream, if it is already known.
  var firstValue: AnyCodableValue? {
    if case .values(let values, _, _) = content { values.first } else { value }
  }

  /// The error of the response, or the error that ends its stream.
  var error: MockServiceError? {
    switch content {
    case .error(let error), .values(_, let error?, _): error
    case .values, .value, .live, .cancelled: nil
    }
  }

  /// The time from the first value of a stream to its end.
  var streamTime: Duration {
    guard case .values(let values, let end, let interval) = content else { return .zero }
    return interval * max(0, values.count - 1 + (end == nil || values.isEmpty ? 0 : 1))
  }
}

extension MockResponse {
  /// The wait that is configured for this response.
  ///
  /// A delay that applies to all responses doesn't count.
  package var statedWait: String? {
    if let gate { return ":gate \"\(gate)\"" }
    guard let delayMs, !delayOrigin.isOfAll, delayMs != 0 else { return nil }
    return ":after(...)"
  }
}

extension CallResponse {
  /// Returns the response with the facts about its method that a receiver outside of the sequencer doesn't know.
  func describing(_ method: MethodIdentity) -> CallResponse {
    var answer = self
    if case .live = content { answer.content = .values([], end: nil, interval: .zero) }
    answer.place = method.place(of: index)
    answer.checksIgnoredKeys = method.watchesKeys(of: index)
    answer.fields = method.fields(of: index)?.notes
    return answer
  }
}

/// A configured response, with the values that are computed once rather than for each call.
///
/// `@unchecked Sendable`: `uses` is only accessed under the log's lock. Everything else is constant.
final class PreparedResponse: @unchecked Sendable {
  let response: MockResponse
  /// The index in the configuration, starting at 0.
  let index: Int
  /// The final form of the response, or the defaults of a dynamic response.
  let answer: CallResponse
  /// Whether the response is computed for each call, by a function or by the live service.
  let isComputed: Bool
  /// Whether the response can be returned without waiting.
  let isImmediate: Bool
  var uses = 0
  /// Counts the uses in all scenarios of the process, even across resets, or is `nil` if coverage isn't measured.
  let coverage: CoverageUnit?

  init(_ response: MockResponse, index: Int, relaxed: RelaxedResult? = nil) {
    self.response = response
    coverage = response.coverage.unit
    self.index = index
    var answer = CallResponse(response, index: index)
    answer.relaxed = relaxed
    self.answer = answer
    isComputed = response.result == .callback || response.result == .passthrough
    isImmediate = !isComputed && answer.isImmediate
  }
}

/// The original value or error of a live service.
///
/// The caller gets the original, unless a function of the script has changed its data.
///
/// `@unchecked Sendable`: The result moves from the service to its only caller, which waits for it.
final class LiveResult: @unchecked Sendable {
  let value: Any?
  let error: (any Error)?

  init(_ value: Any?, _ error: (any Error)?) { (self.value, self.error) = (value, error) }
}

/// The value that a stub's closure returned.
///
/// It is encoded only when it is needed.
///
/// `@unchecked Sendable`: If a value contains references, only the name of its type is used.
final class LazyResult: @unchecked Sendable {
  private let value: Any

  init(_ value: Any) {
    self.value = value
  }

  var encoded: AnyCodableValue? {
    guard ValueTree.areEqual(value, value) else { return .string("\(type(of: value))") }
    return MockArgument("result", value as Any).value
  }
}

/// The app in another process that made a call.
///
/// If several apps make calls, the log shows the name of each call's app.
package final class CallOrigin: Sendable {
  /// The name of the app, followed by its process, such as `BankingApp (process 812)`.
  package let name: String

  package init(name: String) { self.name = name }
}

/// A method whose calls are recorded, and its responses.
///
/// `@unchecked Sendable`: `total`, `isReplaced`, and `redaction` are only written under the lock of the log that the
/// method was added to. `redaction` and `keyName` are written before any call. Everything else is constant.
package final class MethodIdentity: @unchecked Sendable {
  /// A number that is unique within the process, even after this method was released.
  let number = numbers.add(1)
  let service: String?
  let name: String
  let prepared: [PreparedResponse]
  /// The locations of the responses in a script, by index.
  let places: [Int: ScriptLocation]
  var total = 0
  /// Whether other responses have replaced the method's responses, so that unused responses are no longer reported.
  var isReplaced = false
  /// Hides secrets in messages.
  ///
  /// It is set once, when the method is added to a log.
  var redaction: Redaction?
  /// The name of the argument whose values have separate sequences.
  ///
  /// It is set together with the method's chooser, before any call.
  var keyName: String?
  /// Finds keys that the app's types ignore.
  ///
  /// It is `nil` if no test can request this check.
  let ignoredKeys: IgnoredKeys?
  /// Records which fields of a response from another process are read.
  ///
  /// It is `nil` if that process didn't request this.
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

  /// The index for a pushed value, which isn't part of a response.
  static let pushedIndex = -1

  func place(of index: Int?) -> ScriptLocation? {
    index.flatMap { places[$0] }
  }

  /// Returns whether to look for ignored keys while a response is decoded as a type.
  func watchesKeys(of index: Int, element: Int?, as type: any Any.Type) -> Bool {
    guard let ignoredKeys, ignoredKeys.isWatching else { return false }
    if ignoredKeys.isForwarding { return true }
    guard let checked = checked(index) else { return false }
    return checked.isComputed || ignoredKeys.isNew(index, element: element, of: number, as: type)
  }

  /// Returns whether a strict test requests a check for ignored keys of a response.
  func watchesKeys(of index: Int) -> Bool {
    ignoredKeys?.isWatching == true && checked(index) != nil
  }

  /// Returns a response, or `nil` if it may contain keys that the app's types ignore.
  private func checked(_ index: Int) -> PreparedResponse? {
    guard let response = response(at: index), response.response.ignoresUnknownKeys != true else {
      return nil
    }
    return response
  }

  /// Returns a response, or `nil` for a pushed value and for a call to a method of another process.
  func response(at index: Int) -> PreparedResponse? {
    prepared.indices.contains(index) ? prepared[index] : nil
  }

  /// Returns the object that records which fields of a response are read, if any.
  ///
  /// `isFixed` is true if the response's values are constant.
  func fields(of index: Int) -> (notes: FieldNotes, isFixed: Bool)? {
    if let fields { return (fields, false) }
    guard let checked = checked(index), let notes = checked.coverage?.fields else { return nil }
    return (notes, !checked.isComputed)
  }

  var firstPlace: ScriptLocation? {
    places.min { $0.key < $1.key }?.value
  }
}

extension MethodIdentity: CustomStringConvertible {
  /// The name with its service, as used in verifications and messages.
  package var description: String { service.map { "\($0).\(name)" } ?? name }
}

/// Reads the response of a call before it takes effect, without holding a lock.
///
/// If the reader throws an error, the call fails with that error and doesn't update anything. The method appears in
/// messages about the response.
typealias ResponseReader = (CallResponse, MethodIdentity) throws -> Void

extension CallResponse {
  /// Errors name the service, method, response, and key path.
  func decoded<T: Decodable & SendableMetatype>(_ method: MethodIdentity) throws -> sending T {
    if let relaxed { return Box.passing(try relaxed.value(T.self, of: method)) }
    return try method.decode(value, index)
  }

  /// Returns the value as a type that the compiler doesn't know to be `Decodable`.
  func dynamic<T>(
    _ type: T.Type, candidates types: [any Any.Type] = [], _ method: MethodIdentity
  ) throws -> T {
    if let relaxed { return try relaxed.value(type, candidates: types, of: method) }
    return try DynamicDecoding.decode(type, from: value, candidates: types, method, index)
  }

  func tuple<each T>(
    _ labels: [String?], _ types: repeat (each T).Type, of method: MethodIdentity
  ) throws -> (repeat each T) {
    if let relaxed { return try relaxed.tuple(repeat each types, of: method) }
    return try DynamicDecoding.tuple(labels, repeat each types, from: value, method, index)
  }

  /// Converts the value with a closure.
  ///
  /// Errors name the service, method, response, and key path.
  func made<T>(
    _ method: MethodIdentity, _ make: (AnyCodableValue) throws -> T
  ) throws -> T {
    try method.requireValue(value, index, as: T.self)
    do {
      return try make(value ?? .null)
    } catch let error as DecodingError {
      throw method.placed(error, index, nil)
    }
  }
}

extension MethodIdentity {
  /// Errors name the service, method, response, and key path.
  ///
  /// Both indices start at 0, and `element` is `nil` if the value isn't in a stream. `isPart` is true if the value is
  /// part of another value, such as an element of a tuple.
  func decode<T: Decodable & SendableMetatype>(
    _ value: AnyCodableValue?, _ index: Int, element: Int? = nil, isPart: Bool = false
  ) throws -> sending T {
    RankedLock.assertNoneHeld()
    try requireValue(value, index, as: T.self)
    do {
      guard let value else { return try AnyCodableValueDecoder().decode(T.self, from: .null) }
      let ignoredKeys = watchesKeys(of: index, element: element, as: T.self) ? ignoredKeys : nil
      let fields = isPart ? nil : fields(of: index)
      let key = fields.flatMap { $0.notes.key(of: value, as: T.self, isFixed: $0.isFixed) }
      guard ignoredKeys != nil || key != nil else {
        return try AnyCodableValueDecoder().decode(T.self, from: value)
      }
      let (decoded, watch) = try AnyCodableValueDecoder().decodeWatching(T.self, from: value)
      if let ignoredKeys {
        for key in watch.ignored {
          let text = text(of: key, from: place(ofElement: element), index)
          ignoredKeys.add(MockFailure(.ignoredKey, text, at: place(of: index)))
        }
      }
      if let fields, let key {
        fields.notes.note(watch.fields(of: value), of: key, isFixed: fields.isFixed)
      }
      return decoded
    } catch let error as DecodingError {
      throw placed(error, index, element)
    }
  }

  /// Throws an error if a response has no value although the type isn't optional.
  func requireValue(_ value: AnyCodableValue?, _ index: Int, as type: any Any.Type) throws {
    guard value == nil, !(type is any OptionalValue.Type) else { return }
    throw CallProblem.missingValue(self, index: index, type: "\(type)").error
  }

  func placed(_ error: DecodingError, _ index: Int, _ element: Int?) -> MockServiceError {
    let context = error.context
    let path = JSONPath(
      place(ofElement: element) + JSONPath(context?.codingPath ?? []).steps)
    return CallProblem.decodingFailed(
      self, index: index, path: path,
      reason: (context?.debugDescription ?? "\(error)") + caseAdvice(context?.underlyingError)
        + (element == nil && context?.codingPath.isEmpty != false ? streamAdvice(index) : "")
    ).error
  }

  private func place(ofElement element: Int?) -> [JSONPath.Step] {
    element.map { [.key("values"), .index($0)] } ?? [.key("value")]
  }

  /// Returns the message about a key that the app's type ignores.
  ///
  /// `start` is the path of the value.
  func text(of key: KeyWatch.Ignored, from start: [JSONPath.Step], _ index: Int) -> String {
    let permission =
      isOfScript
      ? "permit it with `:ignore_unknown_keys()`" : "permit it with `\"ignoresUnknownKeys\": true`"
    let path = JSONPath(start + key.path.steps + [.key(key.name)])
    let shown = isOfScript ? path.ofScript : path.description
    let hint =
      key.nearest.map { "did you mean `\($0.escaped)`? Otherwise, \(permission)" }
      ?? "remove it, or \(permission)"
    return
      "`\(self)`, response \(index + 1): the type that the app decodes ignores `\(shown.escaped)`; \(hint)"
  }

  /// Returns advice on what to write instead of a stream, for a method that returns a single value.
  ///
  /// If the response isn't a stream, returns an empty string.
  private func streamAdvice(_ index: Int) -> String {
    response(at: index)?.response.result == .stream ? streamAdvice : ""
  }

  var streamAdvice: String {
    isOfScript
      ? "; the method returns one value: write `reply(value)` instead of `stream`"
      : "; the method returns one value: write \"result\": \"success\" and `value`"
  }

  /// Returns advice on how to write an enum case with associated values, if the value was probably meant to be one.
  ///
  /// Otherwise, returns an empty string.
  private func caseAdvice(_ cause: (any Error)?) -> String {
    guard let problem = cause as? EnumCaseProblem else { return "" }
    let name = (problem.name ?? "case").escaped
    return isOfScript
      ? "; a case with values is `enum_case(\"\(name)\", ...)`, one with labels `{ \(name) = { label = ... } }`"
      : "; a case with values is `{\"\(name)\": {\"_0\": ...}}`, with labels instead of `_0` if it has them"
  }
}

/// Passes a value from the reader of a response to the caller.
///
/// `@unchecked Sendable`: The reader writes the value before the only caller reads it.
final class Box<Value>: @unchecked Sendable {
  var value: Value?

  func put(_ value: Value) { self.value = value }

  static func holding(_ value: Value) -> Box {
    let box = Box()
    box.put(value)
    return box
  }

  /// Passes on a value that its creator no longer uses.
  static func passing(_ value: Value) -> sending Value {
    let box = Box()
    box.put(value)
    return box.take()
  }

  func take() -> sending Value {
    guard let value else { fatalError("the answer was not read") }
    return value
  }
}
