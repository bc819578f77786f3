internal import MockConfiguration
package import MockData
internal import MockPlatform

/// The calls to pass to live services for recording, in addition to the calls that the scenario passes through.
package enum MockPassing: Sendable {
  /// No additional calls.
  case asConfigured
  /// The calls that have no response in the scenario.
  case missing
  case all

  /// The calls to pass in scenarios that are created in the current task.
  @TaskLocal package static var current = MockPassing.asConfigured

  /// Runs a closure, in which new scenarios pass these calls to live services.
  package func applied<Result, Failure: Error>(
    _ make: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try Self.$current.withValue(self) {
      Swift.Result { () throws(Failure) in try make() }
    }.get()
  }

  /// Returns a method's configuration with the responses that pass these calls through.
  func applied(to config: MockMethodConfig) -> MockMethodConfig {
    let pass = MockResponse(result: .passthrough)
    var config = config
    switch self {
    case .asConfigured: break
    case .missing:
      if !config.responses.contains(where: { $0.match == nil }) { config.responses.append(pass) }
    case .all: config = MockMethodConfig(responses: [pass])
    }
    return config
  }
}

package struct LiveServiceResponse: Sendable {
  package let answer: MockAnswer
  /// The original result.
  ///
  /// It is `nil` for a stream, and if a function of the script has changed the response.
  var result: LiveResult?

  /// Creates a response from data only, without an original value.
  package init(_ answer: MockAnswer) { self.answer = answer }

  /// `nil` for an error and for a stream, because functions of the script can't change these.
  var value: AnyCodableValue?? {
    guard case .response(let response) = answer, response.result == .success else { return nil }
    return .some(response.value)
  }

  init<Value>(returning value: Value) {
    let data = Value.self == Void.self ? nil : MockArgument("result", value as Any).value
    answer = .response(MockResponse(result: .success, value: data))
    result = LiveResult(value, nil)
  }

  package init<Value>(returning value: Value, as data: AnyCodableValue) {
    answer = .response(MockResponse(result: .success, value: data))
    result = LiveResult(value, nil)
  }

  package init(throwing error: any Error) {
    let serviceError = error as? MockServiceError ?? MockServiceError(untyped: error)
    answer = .response(
      MockResponse(
        result: .error,
        error: MockErrorPayload(
          code: serviceError.code, message: serviceError.message, details: serviceError.details)))
    result = LiveResult(nil, error)
  }

  package init(stream: AsyncThrowingStream<AnyCodableValue, any Error>) { answer = .stream(stream) }
}

/// Collects calls for which both the scenario and the live service have responded, so that a test can compare the
/// responses.
package final class LiveComparison: Sendable {
  /// The comparison for scenarios that are created in the current task, if any.
  @TaskLocal package static var current: LiveComparison?

  /// A call with both of its outcomes.
  package struct Pair: Sendable {
    package var service: String
    package var method: String
    /// The location of the scenario's response in the script, or `nil` if it is unknown.
    package var place: ScriptLocation?
    /// The outcome in the scenario.
    package var outcome: MockCallOutcome
    /// The outcome that the live service produced.
    package var live: MockCallOutcome
  }

  private let storage = Locked<[Pair]>([], isLeaf: true)

  package init() {}

  /// The calls so far, in the order in which they ended.
  package var pairs: [Pair] { storage.withLock { $0 } }

  func add(_ call: RunningCall, _ outcome: MockCallOutcome, _ live: LiveServiceResponse) {
    guard case .response(let response) = live.answer else { return }
    let pair = Pair(
      service: call.method.service ?? "", method: call.method.name,
      place: call.method.place(of: call.prepared.index), outcome: outcome,
      live: response.error.map { .threw(MockServiceError($0)) } ?? .returned(response.value))
    storage.withLock { $0.append(pair) }
  }
}
