public import MockData
package import MockPlatform

/// Computes dynamic responses, such as those of a script's functions.
public protocol MockResponder: Sendable {
  /// Computes the response to a call.
  ///
  /// It runs on the caller's task, so that it can be canceled, and on the caller's executor, so that a response that
  /// doesn't wait requires no thread switch. It may call other sequencers.
  ///
  /// - Throws: The error of the call.
  nonisolated(nonsending) func answer(_ call: MockCall) async throws -> MockAnswer

  /// Computes the response to a call that isn't `async`, on the caller's thread and without waiting.
  ///
  /// It may call other sequencers, also without waiting. The default implementation throws ``MockServiceError`` with
  /// the code `wouldWait`.
  ///
  /// - Throws: The error of the call.
  func answerNow(_ call: MockCall) throws -> MockAnswer

  /// Decides a `$where` pattern while the response of a call is being chosen.
  ///
  /// It is called on any thread, under a lock. It must not wait, call sequencers, or rely on isolation.
  ///
  /// - Throws: The error of the call, which then doesn't use up a response.
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
