/// The codes of errors that come from the mocks themselves rather than from a configuration.
public enum MockErrorCode: String, Sendable, CaseIterable {
  /// The method has no responses, or the service isn't mocked.
  case unconfigured
  /// No `match` accepts the arguments, and there is no response without a `match`.
  case noMatch
  /// All responses are used up.
  case exhausted
  /// The response is dynamic, but nothing can compute it.
  case noResponder
  /// The response has no value, but the method returns one.
  case missingValue
  /// The value of the response can't be decoded as the type that the method returns.
  case decodingFailed
  /// A test opens or closes a gate that no response uses, or waits for calls at such a gate.
  case unknownGate
  /// The script that computes the response failed.
  case scriptError
  /// Dynamic responses call each other in a cycle.
  case circularCall
  /// The response has to be waited for, but the caller isn't `async`.
  case wouldWait
  /// The response passes the call through, but the mock has no live service.
  case notLive
  /// The called closure has no implementation.
  case unimplemented
  /// The live session with the test, which responds to the app's calls, has ended.
  case sessionLost
  /// An argument or value can't be sent between the app's process and the test's process.
  case unsendable
}
