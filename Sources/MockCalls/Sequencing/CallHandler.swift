internal import MockConfiguration
internal import MockData

/// What answers the calls of a sequencer.
///
/// In the process of its scenario that is ``CallPipeline``; ``ForwardedCalls`` hands the calls on to a process that
/// has one. A mock does not know which.
protocol CallHandler: AnyObject, Sendable {
  /// Answers a call on the caller's thread, without waiting: gates and delays are skipped.
  ///
  /// - Throws: The error of the call, unless the whole answer is wanted.
  func answerNow(_ call: Call, _ wanted: Wanted, _ read: AnswerReader) throws

  /// Begins a call, and ends it where its answer need not wait, which costs nothing that is async.
  ///
  /// - Throws: The error of the call, unless the whole answer is wanted.
  func begin(_ call: Call, _ wanted: Wanted, _ read: AnswerReader) throws -> CallStart

  /// Brings a call that has begun, or one that could not begin yet, to its end, on the caller's executor.
  ///
  /// - Throws: The error of the call, unless the whole answer is wanted.
  nonisolated(nonsending) func resume(
    _ running: RunningCall?, _ call: Call, _ wanted: Wanted, _ read: AnswerReader
  ) async throws

  /// Chooses the response of a call at once, and hands the answer over once it has come, never before this
  /// returns to a caller on the main actor.
  func answerLater(_ call: Call, _ wanted: Wanted, _ handler: AnswerHandler)

  /// Whether a method may have a response that passes calls to the live service.
  func mayPass(_ method: String) -> Bool

  /// Chooses the response of a call whose mock has a live service behind it; the call goes on with what was chosen.
  func chooseNow(_ call: Call, _ wanted: Wanted) -> CallChoice

  /// Chooses the response of a call whose mock has a live service behind it; the call goes on with what was chosen.
  nonisolated(nonsending) func chooseFirst(_ call: Call, _ wanted: Wanted) async -> CallChoice

  /// Ends a call that was chosen and is not to be answered any more.
  func abandon(_ call: Call)

  /// Counts and records a call that a closure of the test answers.
  ///
  /// - Parameters:
  ///   - call: The call.
  ///   - waits: Whether the closure can wait, so that its time is measured.
  /// - Returns: The call, to be ended by ``endStubbed(_:_:result:)`` or handed on.
  func beginStubbed(_ call: Call, waits: Bool) -> StubbedCall

  /// Records how such a call ended.
  func endStubbed(_ call: StubbedCall, _ outcome: MockCallOutcome, result: LazyResult?)

  /// Chooses the response of a call at once, and gives its values to a stream as they come.
  func stream(_ call: Call, into sink: StreamSink)

  /// The response of a call as it is configured: it neither waits nor updates anything.
  ///
  /// - Throws: ``MockServiceError`` where there is no response for the call.
  func nextResponse(_ call: Call) throws -> MockResponse

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

extension CallHandler {
  /// Answers a call, after its gate and its delay, on the caller's executor.
  ///
  /// - Throws: The error of the call, unless the whole answer is wanted.
  nonisolated(nonsending) func answer(
    _ call: Call, _ wanted: Wanted, _ read: AnswerReader
  ) async throws {
    if case .suspended(let running) = try begin(call, wanted, read) {
      try await resume(running, call, wanted, read)
    }
  }
}

/// How far a call has come when it has begun.
enum CallStart {
  case ended
  /// It waits, or begins as soon as it can where this is nil.
  case suspended(RunningCall?)
}

/// Takes the answer of a call whose caller has gone on meanwhile.
struct AnswerHandler: Sendable {
  let isOnMainActor: Bool
  /// Takes the answer before it takes effect, as an ``AnswerReader`` does.
  let read: @Sendable (Answer, MethodIdentity) throws -> Void
  /// Hears that the answer has taken effect, or of its error.
  let done: @Sendable ((any Error)?) -> Void

  /// Tells of the end on the main actor, or in the background.
  func finish(_ error: (any Error)?) {
    if isOnMainActor {
      Task { @MainActor in done(error) }
    } else {
      Task { done(error) }
    }
  }
}
