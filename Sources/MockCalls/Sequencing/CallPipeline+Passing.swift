internal import MockConfiguration
package import MockData
internal import MockPlatform

/// Calls whose response passes them to the live service behind the mock.
///
/// The mock asks for the choice first, since only it can call the service; then the call goes on as any other, with
/// the answer of the service as one that was computed.
extension CallPipeline {
  func mayPass(_ method: String) -> Bool {
    choosing.withLock {
      guard let chooser = choosers[method] else { return passes }
      return chooser.mayPass || context.comparison != nil && !chooser.rules.isEmpty
    }
  }

  /// Hands the answer of the live service to whoever compares, where a call has one besides its own.
  func compare(_ call: RunningCall, _ outcome: MockCallOutcome) {
    if let live = call.compared { context.comparison?.add(call, outcome, live) }
  }

  func chooseNow(_ call: Call, _ wanted: Wanted) -> CallChoice {
    clock.commitDue()
    return choosing.withLock { choose(call, wanted) }
  }

  nonisolated(nonsending) func chooseFirst(_ call: Call, _ wanted: Wanted) async -> CallChoice {
    clock.commitDue()
    return await chooseWaiting(call, wanted)
  }

  /// The answer of the live service; nil for a response that does not pass its calls.
  ///
  /// - Throws: `MockServiceError` where the mock has none, or cannot ask it.
  func liveAnswer(_ call: RunningCall) throws -> LiveAnswer? {
    guard call.prepared.response.result == .passthrough else { return nil }
    guard let live = call.live else {
      throw CallProblem.notLive(call.method, index: call.prepared.index).error
    }
    return live
  }
}

extension Call {
  /// The call as it runs, where its response passes it; nil for one that has not begun, or that the scenario answers.
  var passed: RunningCall? {
    guard case .running(let running) = chosen, running.prepared.response.result == .passthrough
    else { return nil }
    return running
  }

  /// Whether the live service is to be asked for a call that has begun.
  ///
  /// - Parameter compares: Whether it is asked as well where the scenario answers.
  /// - Returns: Whether it is.
  func asks(comparing compares: Bool) -> Bool {
    if passed != nil { return true }
    if compares, case .running = chosen { return true }
    return false
  }

  /// Takes the answer of the live service: for a call that is passed its own, for others one to compare with.
  mutating func give(_ answer: LiveAnswer) {
    if let passed {
      chosen = .running(RunningCall(passed, answeredBy: answer))
    } else if case .running(let running) = chosen {
      chosen = .running(RunningCall(running, comparedWith: answer))
    }
  }
}

extension MockCallSequencer {
  /// Whether a method may have a response that passes calls to the live service.
  package nonisolated func mayPass(_ method: String) -> Bool { calls.mayPass(method) }

  /// Whether methods of which the scenario says nothing are passed, since they are recorded.
  package nonisolated var passesUnknown: Bool { context.passing != .asWritten }

  /// Begins a call whose values come one after the other, and asks for its answer where its response passes it.
  ///
  /// - Parameters:
  ///   - call: The call.
  ///   - compares: Whether the live side is asked as well where the scenario answers and somebody compares.
  ///   - ask: Asks the live side: the answer as data, and as it came.
  /// - Returns: The call, to be gone on with.
  package nonisolated func begun<Live: Sendable>(
    _ call: Call, comparing compares: Bool,
    asking ask: @Sendable () async throws -> (data: AnyCodableValue, live: Live)
  ) async -> Call {
    var call = call
    call.chosen = await calls.chooseFirst(call, Wanted(.stream, waits: true))
    guard call.asks(comparing: compares && context.comparison != nil) else { return call }
    do {
      let answer = try await ask()
      call.give(LiveAnswer(returning: answer.live, as: answer.data))
    } catch {
      call.give(LiveAnswer(throwing: error))
    }
    return call
  }
}

/// What the live service behind a mock answered a call with.
struct LiveAnswer: Sendable {
  /// The answer as data.
  let answer: MockAnswer
  /// The answer as the service gave it; nil for a stream, and for one that a function of the script has changed.
  var result: LiveResult?

  /// The value of the answer; nil for an error and a stream, which no function changes.
  var value: AnyCodableValue?? {
    guard case .response(let response) = answer, response.result == .success else { return nil }
    return .some(response.value)
  }

  init<Value>(returning value: Value) {
    let data = Value.self == Void.self ? nil : MockArgument("result", value as Any).value
    answer = .response(MockResponse(result: .success, value: data))
    result = LiveResult(value, nil)
  }

  /// Takes a value with the data that stands for it.
  init<Value>(returning value: Value, as data: AnyCodableValue) {
    answer = .response(MockResponse(result: .success, value: data))
    result = LiveResult(value, nil)
  }

  init(throwing error: any Error) {
    let told = error as? MockServiceError ?? MockServiceError(untyped: error)
    answer = .response(
      MockResponse(
        result: .error,
        error: MockErrorPayload(code: told.code, message: told.message, details: told.details)))
    result = LiveResult(nil, error)
  }

  init(stream: AsyncThrowingStream<AnyCodableValue, any Error>) { answer = .stream(stream) }
}

/// A value or an error as the live service gave it, which its caller gets when nothing has changed it.
///
/// `@unchecked Sendable`: it goes from the service to the one caller who asked, which waits for it.
final class LiveResult: @unchecked Sendable {
  let value: Any?
  let error: (any Error)?

  init(_ value: Any?, _ error: (any Error)?) { (self.value, self.error) = (value, error) }
}
