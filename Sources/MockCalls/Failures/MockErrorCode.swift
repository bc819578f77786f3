/// The codes of errors that come from the mocks themselves and not from a configuration.
public enum MockErrorCode: String, Sendable, CaseIterable {
  /// The method has no responses, or the service is not mocked.
  case unconfigured
  /// No `match` accepts the arguments, and there are no plain responses.
  case noMatch
  /// The last response is used up.
  case exhausted
  /// The answer is computed, and nobody is there to compute it.
  case noResponder
  /// The response has no value, and the method returns one.
  case missingValue
  /// The value of the response is not one of the type that the method returns.
  case decodingFailed
  /// Somebody opens or closes a gate that no response has, or waits for calls there.
  case unknownGate
  /// The script that computes the answer made a mistake.
  case scriptError
  /// Computed answers call each other in a circle.
  case circularCall
  /// The answer has to be waited for, and the caller is not async.
  case wouldWait
  /// The response passes the call to a live service, and the mock has none that it can ask.
  case notLive
  /// Nothing implements the closure that was called.
  case unimplemented
  /// The test that answers the app's calls from its own process is gone.
  case sessionLost
  /// An argument or a value cannot go from an app's process to that of the test, or back.
  case unsendable
}
