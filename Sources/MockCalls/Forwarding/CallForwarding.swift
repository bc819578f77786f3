package import MockData

/// Hands calls to a process that answers them.
package protocol CallForwarding: AnyObject, Sendable {
  /// Makes a call and blocks the thread until its answer is here.
  ///
  /// - Throws: ``MockServiceError`` where the call cannot be handed over.
  func ask(
    _ call: Call, of service: String, _ wanted: Wanted
  ) throws(MockServiceError) -> Answer

  /// Makes a call and waits for its answer, on the caller's executor.
  ///
  /// - Throws: ``MockServiceError`` where the call cannot be handed over, `CancellationError` at once when the task
  ///   is cancelled.
  nonisolated(nonsending) func answer(
    _ call: Call, of service: String, _ wanted: Wanted
  ) async throws -> Answer

  /// Makes a call that the live service of this process may have to answer, and blocks the thread until the test has
  /// said whether it has to.
  ///
  /// - Returns: What was chosen, with which the call goes on.
  /// - Throws: ``MockServiceError`` where the call cannot be handed over.
  func choose(
    _ call: Call, of service: String, _ wanted: Wanted
  ) throws(MockServiceError) -> ForwardedChoice

  /// Makes a call that the live service of this process may have to answer, and waits until the test has said whether
  /// it has to.
  ///
  /// - Returns: What was chosen, with which the call goes on.
  /// - Throws: ``MockServiceError`` where the call cannot be handed over, `CancellationError` at once when the task
  ///   is cancelled.
  nonisolated(nonsending) func chooseFirst(
    _ call: Call, of service: String, _ wanted: Wanted
  ) async throws -> ForwardedChoice

  /// Whether a method of a service may have a response that passes calls to the live service.
  func mayPass(_ service: String, _ method: String) -> Bool

  /// Makes a call whose values come one after the other; both closures run on a thread that must not be held up.
  ///
  /// - Parameters:
  ///   - call: The call.
  ///   - service: The name of its service.
  ///   - receive: Takes a value; false where no more are wanted.
  ///   - finish: Ends the stream.
  /// - Returns: What cancels the call.
  func stream(
    _ call: Call, of service: String,
    receive: @escaping @Sendable (AnyCodableValue, Answer) -> Bool,
    finish: @escaping @Sendable ((any Error)?) -> Void
  ) -> @Sendable () -> Void

  /// Whether responses answer a property of a service.
  func answers(_ service: String, _ property: String) -> Bool

  /// How often a method of a service has been called.
  func callCount(of service: String, _ method: String) -> Int

  /// Starts the sequences and counts of a service again.
  func resetCallCounts(of service: String)

  /// Tells the test of something that is wrong in this process.
  func report(_ failure: MockFailure)

  /// Tells that the caller could do nothing with an answer, which then was none.
  func refuse(
    _ answer: Answer, of service: String, _ method: String, because error: MockServiceError)
}

/// What the process of the test has chosen for a call that the live service of this process may have to answer.
package struct ForwardedChoice: Sendable {
  /// The number of the call.
  package let id: Int
  /// Whether the live service is asked.
  package let isPassed: Bool
  /// The values of a call whose values come one after the other; nil for others.
  package let values: AsyncThrowingStream<Answer, any Error>?
  /// What the live service has answered; nil where it was not asked.
  package internal(set) var live: LiveAnswer?

  package init(
    id: Int, isPassed: Bool, values: AsyncThrowingStream<Answer, any Error>? = nil
  ) {
    (self.id, self.isPassed, self.values) = (id, isPassed, values)
  }
}

extension Call {
  /// What the process of the test has chosen for the call; nil for a call of which it does not know.
  package var forwarded: ForwardedChoice? {
    if case .elsewhere(let choice) = chosen { choice } else { nil }
  }
}
