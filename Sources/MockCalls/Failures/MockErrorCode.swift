/// The codes of errors that come from the mocks themselves, and not from a configuration.
public enum MockErrorCode: String, Sendable, CaseIterable {
  /// The method has no responses, or the service isn't mocked.
  case unconfigured
  /// No `match` accepts the arguments, and the method has no response without a `match`.
  case noMatch
  /// All responses of a sequence are used up.
  case exhausted
  /// The response is dynamic, but nothing can compute it.
  case noResponder
  /// The method returns a value, but the response doesn't contain one.
  case missingValue
  /// The value of the response can't be decoded as the type that the method returns.
  case decodingFailed
  /// A test used the name of a gate that no response uses.
  case unknownGate
  /// The script failed while it computed the response.
  case scriptError
  /// Dynamic responses call each other in a cycle.
  case circularCall
  /// The response must wait, but the caller isn't `async`.
  case wouldWait
  /// The response passes the call through to a live service, but the mock has no live service, or can't pass it.
  ///
  /// A mock can't pass these calls through:
  ///
  /// - calls to a mock whose protocol inherits from `Actor`
  /// - properties, subscripts, and static requirements
  /// - methods that are `mutating` or `rethrows`, or that return a stream and are `async` or throw
  /// - methods with parameters that are closures, generic, variadic, `inout`, `sending`, `borrowing`, or `consuming`
  /// - methods whose result is a publisher, a `Result`, or generic
  /// - methods that mention `Self` or an associated type
  case notLive
  /// The called closure has no implementation.
  case unimplemented
  /// The live session has ended, so the test no longer responds to the app's calls.
  case sessionLost
  /// An argument or value can't be sent between the process of the app and the process of the test.
  case unsendable
}
