public import MockConfiguration
public import MockData
package import MockPlatform

/// Computes dynamic responses, such as the results of a script's functions.
public protocol MockResponder: Sendable {
  /// Computes the response to a call.
  ///
  /// This method runs in the caller's task, so it can be canceled. It also runs on the caller's executor, so a response
  /// that doesn't wait needs no thread switch. The method can call other sequencers.
  ///
  /// - Throws: An error, which the call then throws.
  nonisolated(nonsending) func answer(_ call: MockCall) async throws -> MockAnswer

  /// Computes the response to a call that isn't `async`, on the caller's thread and without waiting.
  ///
  /// This method can call other sequencers, also without waiting. The default implementation throws
  /// ``MockServiceError`` with the code `wouldWait`.
  ///
  /// - Throws: An error, which the call then throws.
  func answerNow(_ call: MockCall) throws -> MockAnswer

  /// Returns whether a `$where` pattern accepts the arguments of a call, or a part of them.
  ///
  /// A sequencer calls this method while it chooses a response, on any thread and under a lock. The method must not
  /// wait, call sequencers, or rely on actor isolation.
  ///
  /// - Parameters:
  ///   - predicate: The name of the function that evaluates the pattern.
  ///   - arguments: The value that the pattern applies to, such as an object with all arguments, or a single argument.
  ///     An absent value is passed as null.
  /// - Returns: Whether the pattern accepts the value.
  /// - Throws: An error, which the call then throws. The call doesn't use up a response.
  func accepts(predicate: String, arguments: AnyCodableValue) throws -> Bool
}

extension MockResponder {
  /// Throws an error, because the response may have to wait.
  ///
  /// - Throws: ``MockServiceError`` with the code `wouldWait`.
  public func answerNow(_ call: MockCall) throws -> MockAnswer {
    throw MockServiceError(wouldWait: call)
  }
}

extension MockServiceError {
  /// Creates the error for a call that isn't `async` although its response must wait.
  package init(wouldWait call: MockCall) {
    let name = call.service.isEmpty ? call.method : "\(call.service).\(call.method)"
    self.init(
      problem: .wouldWait,
      "the response of `\(name)`, computed by `\(call.callback)`, is asynchronous, but its caller is not async;"
        + " respond with a script function, or with `answerNow(_:)`",
      at: nil)
  }
}

/// A responder whose predicates are functions of a script.
package protocol ScriptedPredicates {
  /// The lock that a call takes before it chooses a response.
  ///
  /// It ranks after the choosing lock. Each reset can change it.
  var predicateLock: RankedLock? { get }

  /// Runs predicates and expensive pattern matching under the budget of a single call.
  func decidingTogether<Result>(_ body: () throws -> Result) rethrows -> Result
}

/// A responder that compares calls with a description of their service.
package protocol CallChecking {
  /// Returns a failure for each difference between a call and the description of its method, if there is a description.
  func failures(
    of service: String, _ method: String, _ arguments: () -> AnyCodableValue
  ) -> [MockFailure]
}

/// A call whose response a responder computes.
public struct MockCall: Sendable, Equatable {
  /// The name of the service, or an empty string if the sequencer has no name.
  public var service: String
  /// The name of the method.
  public var method: String
  /// The arguments, as an object whose keys are the labels.
  public var arguments: AnyCodableValue
  /// The number of the call among the method's calls, starting at 1.
  public var count: Int
  /// The number of the call among the calls that the same rule handles with the same key, starting at 1.
  public var step: Int
  /// The value of the sequence key.
  ///
  /// It is `nil` if the method has no sequence key, or if the argument is missing or null.
  public var key: AnyCodableValue?
  /// The name of the function that computes the response, such as `OTP.verify#1`.
  public var callback: String
  /// The live service's response, which the function can change.
  ///
  /// It is `nil` if the function creates the response itself.
  public var live: Live?
  /// The number of the call in the call log, starting at 1.
  package var order: Int
  /// The origin of the call, which tells a responder whether the call was made before a reset.
  package var origin = Origin()

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

  /// A call log, and the number of times that it was reset.
  ///
  /// The log is `nil` for a call that was created manually.
  package struct Origin: Sendable, Equatable {
    package var log: ObjectIdentifier?
    package var epoch = 0

    /// Returns true, because two calls that differ only in their origins are equal.
    package static func == (first: Origin, second: Origin) -> Bool { true }
  }
}

/// The response that a responder returns.
public enum MockAnswer: Sendable {
  /// A success, an error, or a stream whose values are known in advance.
  ///
  /// The delay and the gate of this response replace the configured ones. Its updates are added to the configured ones.
  case response(MockResponse)
  /// A stream whose values are produced on demand.
  case stream(AsyncThrowingStream<AnyCodableValue, any Error>)
}
