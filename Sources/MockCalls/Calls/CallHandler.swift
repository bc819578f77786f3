internal import MockConfiguration
internal import MockData

/// Responds to the calls of a sequencer.
///
/// In the process that runs the scenario, the handler is a ``CallPipeline``. In any other process, it is
/// ``ForwardedCalls``, which forwards the calls to the process that runs the scenario. To a mock, both look the same.
protocol CallHandler: AnyObject, Sendable {
  /// Responds to a call on the caller's thread without waiting.
  ///
  /// Gates and delays are skipped.
  ///
  /// - Throws: The error of the call, unless the caller requests the whole response.
  func answerNow(_ call: Call, _ wanted: ResponseRequest, _ read: ResponseReader) throws

  /// Begins a call.
  ///
  /// If the response doesn't have to wait, this method also ends the call, without the cost of async code.
  ///
  /// - Throws: The error of the call, unless the caller requests the whole response.
  func begin(_ call: Call, _ wanted: ResponseRequest, _ read: ResponseReader) throws -> CallStart

  /// Completes a call on the caller's executor.
  ///
  /// The call has already begun, or begins now because it couldn't begin earlier.
  ///
  /// - Throws: The error of the call, unless the caller requests the whole response.
  nonisolated(nonsending) func resume(
    _ running: RunningCall?, _ call: Call, _ wanted: ResponseRequest, _ read: ResponseReader
  ) async throws

  /// Chooses the response of a call immediately, and passes the response to a handler when it arrives.
  ///
  /// If the caller is on the main actor, the response never arrives before this method returns.
  ///
  /// - Returns: The call in this process's log, or `nil` if the log doesn't contain it.
  func answerLater(_ call: Call, _ wanted: ResponseRequest, _ handler: ResponseHandler)
    -> LoggedCall?

  /// Returns whether a method may have a response that passes calls to the live service.
  func mayPass(_ method: String) -> Bool

  /// Chooses the response of a call to a mock with a live service, and blocks the thread if necessary.
  ///
  /// The call then continues with the chosen response.
  func chooseNow(_ call: Call, _ wanted: ResponseRequest) -> CallChoice

  /// Chooses the response of a call to a mock with a live service, and suspends if necessary.
  ///
  /// The call then continues with the chosen response.
  nonisolated(nonsending) func chooseFirst(_ call: Call, _ wanted: ResponseRequest) async
    -> CallChoice

  /// Ends a call whose response was chosen but is no longer needed.
  func abandon(_ call: Call)

  /// Counts and records a call that a stub's closure responds to.
  ///
  /// - Parameters:
  ///   - call: The call.
  ///   - waits: Whether the closure can wait. If it can, the duration of the call is measured.
  /// - Returns: The call. It must be ended with ``endStubbed(_:_:result:)``, or passed on.
  func beginStubbed(_ call: Call, waits: Bool) -> StubbedCall

  /// Records the end of a stubbed call.
  func endStubbed(_ call: StubbedCall, _ outcome: MockCallOutcome, result: LazyResult?)

  /// Chooses the response of a call immediately, and sends its values to a stream as they arrive.
  func stream(_ call: Call, into sink: StreamSink)

  /// Returns the response of a call as configured.
  ///
  /// It neither waits nor updates anything.
  ///
  /// - Throws: ``MockServiceError`` for a call without a response.
  func nextResponse(_ call: Call) throws -> MockResponse

  /// Returns whether a method has responses.
  func isConfigured(_ method: String) -> Bool

  /// Returns the number of calls to a method since the start or the last ``resetCallCounts()``.
  func callCount(for method: String) -> Int

  /// Restarts all sequences and counts.
  func resetCallCounts()

  /// Replaces the responses of a method.
  ///
  /// The number of the method's calls isn't reset.
  func replace(_ method: String, with config: MockMethodConfig, places: [Int: ScriptLocation])

  /// Resets all methods to a configuration, and cancels the calls that began before.
  func restore(_ methods: [String: MockMethodConfig], places: [String: [Int: ScriptLocation]])

  /// Explains how the next call to a method would be handled.
  ///
  /// - Throws: ``MockServiceError`` for a method without responses, or the error of a condition.
  func explanation(of method: String, arguments: MockArguments) throws -> MockExplanation
}

extension CallHandler {
  /// Responds to a call on the caller's executor, after the response's gate and delay.
  ///
  /// - Throws: The error of the call, unless the caller requests the whole response.
  nonisolated(nonsending) func answer(
    _ call: Call, _ wanted: ResponseRequest, _ read: ResponseReader
  ) async throws {
    if case .suspended(let running) = try begin(call, wanted, read) {
      try await resume(running, call, wanted, read)
    }
  }
}

/// The state of a call after it has begun.
enum CallStart {
  case ended
  /// The call waits.
  ///
  /// If the associated value is `nil`, the call couldn't begin yet. It begins as soon as it can.
  case suspended(RunningCall?)
}

/// Receives the response of a call whose caller has already continued.
struct ResponseHandler: Sendable {
  let isOnMainActor: Bool
  /// Reads the response before it takes effect, like a ``ResponseReader``.
  let read: @Sendable (CallResponse, MethodIdentity) throws -> Void
  /// Called when the response has been applied, or with the error that prevented it.
  let done: @Sendable ((any Error)?) -> Void

  /// Calls `done` on the main actor or in the background.
  func finish(_ error: (any Error)?) {
    if isOnMainActor {
      Task { @MainActor in done(error) }
    } else {
      Task { done(error) }
    }
  }
}
