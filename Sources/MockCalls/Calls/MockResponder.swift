public import MockConfiguration
public import MockData
package import MockPlatform

/// Computes dynamic responses, such as the results of a script's functions.
public protocol MockResponder: Sendable {
  /// Computes the response to a call.
  ///
  /// It runs on the caller's task, so it can be canceled. It also runs on the caller's executor, so a response that
  /// doesn't wait needs no thread switch. It may call other sequencers.
  ///
  /// - Throws: The error that the call throws.
  nonisolated(nonsending) func answer(_ call: MockCall) async throws -> MockAnswer

  /// Computes the response to a call that isn't `async`, on the caller's thread and without waiting.
  ///
  /// It may call other sequencers, also without waiting. The default implementation throws ``MockServiceError`` with
  /// the code `wouldWait`.
  ///
  /// - Throws: The error that the call throws.
  func answerNow(_ call: MockCall) throws -> MockAnswer

  /// Returns whether a `$where` pattern accepts the arguments of a call.
  ///
  /// It is called while a response is being chosen, on any thread and under a lock. It must not wait, call sequencers,
  /// or rely on isolation.
  ///
  /// - Throws: The error that the call throws, without using up a response.
  func accepts(predicate: String, arguments: AnyCodableValue) throws -> Bool
}

extension MockResponder {
  /// Always throws, because the response may have to wait.
  ///
  /// - Throws: ``MockServiceError`` with the code `wouldWait`.
  public func answerNow(_ call: MockCall) throws -> MockAnswer {
    throw MockServiceError(wouldWait: call)
  }
}

extension MockServiceError {
  /// Creates the error for a call that isn't `async` although its response has to be waited for.
  package init(wouldWait call: MockCall) {
    let name = call.service.isEmpty ? call.method : "\(call.service).\(call.method)"
    self.init(
      problem: .wouldWait,
      "the response of `\(name)`, computed by `\(call.callback)`, is asynchronous, but its caller is not async;"
        + " respond with a function of a script, or with `answerNow(_:)`",
      at: nil)
  }
}

/// A responder whose predicates are functions of a script.
package protocol ScriptedPredicates {
  /// The lock that a call takes before it chooses.
  ///
  /// It ranks after the choosing lock, and may change with each reset.
  var predicateLock: RankedLock? { get }

  /// Runs predicates and costly matching so that they share the budget of a single call.
  func decidingTogether<Result>(_ body: () throws -> Result) rethrows -> Result
}

/// A responder that compares calls with a description of their service.
package protocol CallChecking {
  /// Returns a failure for each way in which a call differs from the description of its method, if it has one.
  func failures(
    of service: String, _ method: String, _ arguments: () -> AnyCodableValue
  ) -> [MockFailure]
}

/// A call whose response a responder computes.
public struct MockCall: Sendable, Equatable {
  /// The name of the service, or empty if the sequencer doesn't have one.
  public var service: String
  /// The name of the method.
  public var method: String
  /// The arguments, as an object by label.
  public var arguments: AnyCodableValue
  /// The number of the call among the method's calls, from 1.
  public var count: Int
  /// The number of the call among the calls with the same rule and key, from 1.
  public var step: Int
  /// The value of the sequence key, or `nil` if the method doesn't have one or the argument is missing or null.
  public var key: AnyCodableValue?
  /// The name of the function that computes the response, such as `OTP.verify#1`.
  public var callback: String
  /// The live service's response, which the function may change; `nil` if the function creates the response itself.
  public var live: Live?
  /// The number of the call in the call log, from 1.
  package var order: Int
  /// The origin of the call, which shows a responder whether the call was made before a reset.
  package var origin = Origin()

  /// Creates a call.
  ///
  /// By default, it isn't in a log and has no key.
  package init(
    service: String, method: String, arguments: AnyCodableValue, count: Int, step: Int,
    key: AnyCodableValue? = nil, callback: String, order: Int = 0
  ) {
    self.service = service
    self.method = method
    self.arguments = arguments
    self.count = count
    self.step = step
    self.key = key
    self.callback = callback
    self.order = order
  }
}

extension MockCall {
  /// The response of a live service.
  public struct Live: Sendable, Equatable {
    /// The value, or `nil` if the service returned nothing.
    public var answer: AnyCodableValue?
  }

  /// A call log and the number of its resets.
  ///
  /// The log is `nil` for a call that was created manually.
  package struct Origin: Sendable, Equatable {
    package var log: ObjectIdentifier?
    package var epoch = 0

    /// Returns true, because calls don't differ by their origins.
    package static func == (first: Origin, second: Origin) -> Bool { true }
  }
}

/// The response that a responder returns.
public enum MockAnswer: Sendable {
  /// A success, an error, or a stream whose values are known.
  ///
  /// Its delay and its gate replace the configured ones. Its updates are added to the configured ones.
  case response(MockResponse)
  /// A stream whose values are produced on demand.
  case stream(AsyncThrowingStream<AnyCodableValue, any Error>)
}
