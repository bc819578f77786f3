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
