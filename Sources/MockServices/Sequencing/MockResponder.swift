/// Answers the calls that a configuration leaves to run time, such as the functions of a script.
public protocol MockResponder: Sendable {
  /// Computes the answer of a call.
  ///
  /// It runs on the task of the caller, so that cancellation reaches it. It may call other sequencers.
  ///
  /// - Throws: The error of the call.
  func answer(_ call: MockCall) async throws -> MockAnswer

  /// Decides a `$where` pattern, inside the actor turn in which the response is chosen.
  ///
  /// A responder that is the sequencers' `home` actor implements it as `nonisolated` with
  /// `assumeIsolated`.
  ///
  /// - Throws: The error of the call, which then consumes no response.
  func accepts(predicate: String, arguments: AnyCodableValue) throws -> Bool
}
