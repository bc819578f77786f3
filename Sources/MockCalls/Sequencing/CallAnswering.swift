internal import MockConfiguration
internal import MockData

/// What answers the calls of a sequencer.
///
/// In the process of its scenario that is ``CallPipeline``. Another implementation can hand the calls on to a
/// process that has one.
protocol CallAnswering: AnyObject, Sendable {
  /// Answers a call on the caller's thread, without waiting: gates and delays are skipped.
  ///
  /// - Returns: What was read.
  /// - Throws: The error of the call, unless its use reads errors as well.
  @discardableResult
  func answerNow(
    _ call: CallRequest, _ use: AnswerUse, _ read: AnswerUse.Reader
  ) throws -> DecodedValue?

  /// Begins a call, and ends it where its answer need not wait, which costs nothing that is async.
  ///
  /// - Throws: The error of the call, unless its use reads errors as well.
  func begin(
    _ call: CallRequest, _ use: AnswerUse, _ read: AnswerUse.Reader
  ) throws -> CallBeginning

  /// Goes on with a call that has begun, or with one that could not begin yet, to its end, on the caller's
  /// executor.
  ///
  /// - Returns: What was read.
  /// - Throws: The error of the call, unless its use reads errors as well.
  nonisolated(nonsending) func goOn(
    _ running: RunningCall?, _ call: CallRequest, _ use: AnswerUse, _ read: AnswerUse.Reader
  ) async throws -> DecodedValue?

  /// Chooses the response of a call at once, and hands the answer over once it has come, never before this
  /// returns to a caller on the main actor.
  func answerLater(
    _ call: CallRequest, _ use: AnswerUse, onMainActor: Bool, _ handler: AnswerHandler)

  /// Counts and records a call that a closure of the test answers.
  ///
  /// - Parameters:
  ///   - call: The call.
  ///   - waits: Whether the closure can wait, so that its time is measured.
  /// - Returns: The call, to be ended by ``endStubbed(_:_:)`` or handed on.
  func beginStubbed(_ call: CallRequest, waits: Bool) -> StubbedCall

  /// Records how such a call ended.
  ///
  /// - Parameters:
  ///   - call: The call.
  ///   - error: What the closure threw; nil where it returned, and the call has its value.
  func endStubbed(_ call: StubbedCall, _ error: (any Error)?)

  /// Chooses the response of a call at once, and gives its values to a stream as they come.
  func stream(_ call: CallRequest, into sink: StreamSink)

  /// The response of a call as it is configured: it neither waits nor updates anything.
  ///
  /// - Throws: ``MockServiceError`` where there is no response for the call.
  func nextResponse(_ call: CallRequest) throws -> MockResponse

  /// Whether a method has responses.
  func isConfigured(_ method: String) -> Bool

  /// How often a method has been called since the start or the last ``resetCallCounts()``.
  func callCount(for method: String) -> Int

  /// Starts all sequences and counts again.
  func resetCallCounts()

  /// Replaces the responses of a method, whose count goes on.
  func replace(_ method: String, with config: MockMethodConfig, places: [Int: SourcePlace])

  /// Brings all methods back to a configuration; calls that began before throw `CancellationError`.
  func restore(_ methods: [String: MockMethodConfig], places: [String: [Int: SourcePlace]])

  /// What the next call of a method would be answered with.
  ///
  /// - Throws: ``MockServiceError`` for a method without responses, and what a condition throws.
  func explanation(of method: String, arguments: MockArguments) throws -> MockExplanation
}

extension CallAnswering {
  /// Answers a call, after its gate and its delay, on the caller's executor.
  ///
  /// - Returns: What was read.
  /// - Throws: The error of the call, unless its use reads errors as well.
  @discardableResult
  @inline(__always) nonisolated(nonsending) func answer(
    _ call: CallRequest, _ use: AnswerUse, _ read: AnswerUse.Reader
  ) async throws -> DecodedValue? {
    switch try begin(call, use, read) {
    case .ended(let value): value
    case .goesOn(let running): try await goOn(running, call, use, read)
    }
  }
}

/// How far the beginning of a call that may wait has come.
@usableFromInline enum CallBeginning {
  /// It has ended; what was read.
  case ended(DecodedValue?)
  /// It goes on, or begins as soon as it can where this is nil.
  case goesOn(RunningCall?)
}

/// A call as its caller makes it.
@usableFromInline struct CallRequest: Sendable {
  let method: String
  let arguments: MockArguments
  /// What only few calls have; apart, so that a call is cheap to copy.
  var detail: Detail?

  /// The call in the log that a stub has handed on; nil for a new one.
  var continuing: StubbedCall? { detail?.continuing }
  /// The app in another process that made the call; nil for a call of this process.
  var origin: CallOrigin? { detail?.origin }

  @usableFromInline final class Detail: Sendable {
    let continuing: StubbedCall?
    let origin: CallOrigin?

    init(continuing: StubbedCall? = nil, origin: CallOrigin? = nil) {
      (self.continuing, self.origin) = (continuing, origin)
    }
  }
}

/// What a caller does with the answer of its call.
///
/// It travels beside the ``CallRequest``, which is made before that is known and then never changes: a call that is
/// written to on its way costs more to hand on than to answer.
@usableFromInline struct AnswerUse: Sendable {
  let form: Form
  /// The type that the value is decoded as; nil where it is not.
  let type: ObjectIdentifier?
  /// False where the caller has no way to say that it was cancelled.
  let isCancellable: Bool

  @usableFromInline @inline(__always) init(
    _ form: Form, as type: ObjectIdentifier? = nil, isCancellable: Bool = true
  ) {
    (self.form, self.type, self.isCancellable) = (form, type, isCancellable)
  }

  @usableFromInline enum Form: Sendable {
    /// Decodes the value.
    case value
    /// Wants no value, so that a method without responses is none the worse for it.
    case nothing
    /// Takes the value as it is, and errors as the scenario states them.
    case tree
    /// Takes the values of a stream as they come.
    case stream
    /// Takes the whole answer: an error is one, and so are the values of a stream.
    case whole
  }

  /// Takes the answer before it takes effect; what it throws is the error of the call, which then updates nothing.
  typealias Reader = (AnswerReading) throws -> DecodedValue?

  /// The most values that are taken of a stream which nobody stops listening to.
  var valueLimit: Int { form == .whole ? 10_000 : .max }

  /// The bytes of values after which no more of a stream is collected.
  static let weightLimit = 16 << 20
}

/// Takes the answer of a call whose caller has gone on meanwhile.
struct AnswerHandler: Sendable {
  /// Takes the answer before it takes effect, as a ``AnswerUse/Reader`` does.
  let read: @Sendable (AnswerReading) throws -> DecodedValue?
  /// Hears that the answer has taken effect, or of its error.
  let done: @Sendable ((any Error)?) -> Void

  /// Tells of the end on the main actor, or in the background.
  func finish(_ error: (any Error)?, onMainActor: Bool) {
    if onMainActor {
      Task { @MainActor in done(error) }
    } else {
      Task { done(error) }
    }
  }
}

/// An answer that waits to be read by whoever made the call.
@usableFromInline struct AnswerReading {
  let answer: ResolvedAnswer
  let method: MethodIdentity
  /// The number of the call of the method, from 1.
  let count: Int
  /// Where what decoding gave is kept; nil where the answer is read without the choosing lock.
  var cache: PreparedResponse?

  /// The value as a type; the error names service, method, response and key path.
  @usableFromInline func decoded<T: Decodable & SendableMetatype>(
    as type: T.Type
  ) throws -> DecodedValue? {
    if let cache { return try cache.decodedValue(method, as: type) }
    return DecodedBox<T>(try method.decode(answer.value, answer.index))
  }
}

extension AnswerReading {
  /// An error, for a caller that reads errors as well.
  static func error(_ error: any Error, _ method: MethodIdentity, count: Int) -> AnswerReading {
    let answer = ResolvedAnswer(.error(MockServiceError(played: error)), index: 0)
    return AnswerReading(answer: answer, method: method, count: count)
  }
}

extension MethodIdentity {
  /// Decodes a value of a response; the error names service, method, response and key path.
  @inline(__always) func decode<T: Decodable & SendableMetatype>(
    _ value: AnyCodableValue?, _ index: Int, element: Int? = nil
  ) throws -> sending T {
    if value == nil, !(T.self is any OptionalValue.Type) {
      throw CallProblem.missingValue(self, index: index, type: "\(T.self)").error
    }
    do {
      if let ignoredKeys, ignoredKeys.isWatching, let value {
        return try decodeWatched(value, index, element, ignoredKeys)
      }
      return try AnyCodableValueDecoder().decode(T.self, from: value ?? .null)
    } catch let error as DecodingError {
      throw placed(error, index, element)
    }
  }

  /// Decodes a value for a strict test, which wants to know what of it the type ignores.
  @inline(never) private func decodeWatched<T: Decodable & SendableMetatype>(
    _ value: AnyCodableValue, _ index: Int, _ element: Int?, _ ignoredKeys: IgnoredKeys
  ) throws -> sending T {
    guard ignoredKeys.watches(self, index, element: element, as: T.self) else {
      return try AnyCodableValueDecoder().decode(T.self, from: value)
    }
    let (decoded, ignored) = try AnyCodableValueDecoder().decodeWatching(T.self, from: value)
    ignoredKeys.add(ignored, of: self, index, element: element)
    return decoded
  }

  func placed(_ error: DecodingError, _ index: Int, _ element: Int?) -> MockServiceError {
    let context = error.context
    let place: [JSONPath.Step] =
      element.map { [.key("values"), .index($0)] } ?? [.key("value")]
    let path = JSONPath(place + JSONPath(context?.codingPath ?? []).steps)
    return CallProblem.decodingFailed(
      self, index: index, path: path,
      reason: (context?.debugDescription ?? "\(error)") + caseAdvice(context?.underlyingError)
        + (element == nil && context?.codingPath.isEmpty != false ? streamAdvice(index) : "")
    ).error
  }

  /// What to write in place of a stream, which is a list where one value is expected.
  private func streamAdvice(_ index: Int) -> String {
    guard prepared.indices.contains(index), prepared[index].response.result == .stream else {
      return ""
    }
    return isOfScript
      ? "; the method returns one value: write `reply(value)` in place of `stream`"
      : "; the method returns one value: write \"result\": \"success\" and `value`"
  }

  /// How a case of an enum with values is written, for data that should have been one.
  private func caseAdvice(_ cause: (any Error)?) -> String {
    guard let problem = cause as? EnumCaseProblem else { return "" }
    let name = (problem.name ?? "case").shown
    return isOfScript
      ? "; a case with values is `variant(\"\(name)\", ...)`, one with labels `{ \(name) = { label = ... } }`"
      : "; a case with values is `{\"\(name)\": {\"_0\": ...}}`, with labels in place of `_0` where it has them"
  }
}
