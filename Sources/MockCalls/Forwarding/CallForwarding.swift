package import MockData

/// Forwards calls to another process, which responds to them.
package protocol CallForwarding: AnyObject, Sendable {
  /// Makes a call and blocks the thread until the response arrives.
  ///
  /// - Throws: ``MockServiceError`` if the call can't be forwarded.
  func ask(
    _ call: Call, of service: String, _ wanted: Wanted
  ) throws(MockServiceError) -> Answer

  /// Makes a call and waits for its response on the caller's executor.
  ///
  /// - Throws: ``MockServiceError`` if the call can't be forwarded, or `CancellationError` as soon as the task is
  ///   canceled.
  nonisolated(nonsending) func answer(
    _ call: Call, of service: String, _ wanted: Wanted
  ) async throws -> Answer

  /// Makes a call that may be passed to this process's live service, and blocks the thread until the test has decided.
  ///
  /// - Returns: The decision, with which the call continues.
  /// - Throws: ``MockServiceError`` if the call can't be forwarded.
  func choose(
    _ call: Call, of service: String, _ wanted: Wanted
  ) throws(MockServiceError) -> ForwardedChoice

  /// Makes a call that may be passed to this process's live service, and waits until the test has decided.
  ///
  /// - Returns: The decision, with which the call continues.
  /// - Throws: ``MockServiceError`` if the call can't be forwarded, or `CancellationError` as soon as the task is
  ///   canceled.
  nonisolated(nonsending) func chooseFirst(
    _ call: Call, of service: String, _ wanted: Wanted
  ) async throws -> ForwardedChoice

  /// Returns whether a method of a service may have a response that passes calls to the live service.
  func mayPass(_ service: String, _ method: String) -> Bool

  /// Makes a call that returns a sequence of values.
  ///
  /// Both closures run on a thread that must not be blocked.
  ///
  /// - Parameters:
  ///   - call: The call.
  ///   - service: The name of its service.
  ///   - receive: Receives a value. Returns false to stop receiving.
  ///   - finish: Ends the stream.
  /// - Returns: A closure that cancels the call.
  func stream(
    _ call: Call, of service: String,
    receive: @escaping @Sendable (AnyCodableValue, Answer) -> Bool,
    finish: @escaping @Sendable ((any Error)?) -> Void
  ) -> @Sendable () -> Void

  /// Returns whether a property of a service has responses.
  func answers(_ service: String, _ property: String) -> Bool

  /// Returns the number of calls to a method of a service.
  func callCount(of service: String, _ method: String) -> Int

  /// Restarts the sequences and counts of a service.
  func resetCallCounts(of service: String)

  /// Reports a failure in this process to the test.
  func report(_ failure: MockFailure)

  /// Reports that the caller couldn't use a response, so that the response doesn't count as used.
  func refuse(
    _ answer: Answer, of service: String, _ method: String, because error: MockServiceError)
}

/// The test process's decision about a call that may be passed to this process's live service.
package struct ForwardedChoice: Sendable {
  /// The number of the call.
  package let id: Int
  /// Whether the call is passed to the live service.
  package let isPassed: Bool
  /// The values of a call that returns a sequence of values, or `nil` for other calls.
  package let values: AsyncThrowingStream<Answer, any Error>?
  /// The response of the live service, or `nil` if it wasn't called.
  package internal(set) var live: LiveAnswer?

  package init(
    id: Int, isPassed: Bool, values: AsyncThrowingStream<Answer, any Error>? = nil
  ) {
    (self.id, self.isPassed, self.values) = (id, isPassed, values)
  }
}

extension Call {
  /// The test process's decision about the call, or `nil` if the test doesn't know about the call.
  package var forwarded: ForwardedChoice? {
    if case .elsewhere(let choice) = chosen { choice } else { nil }
  }
}
