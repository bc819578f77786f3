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
  /// It may call other sequencers in the same way. The default implementation throws ``MockServiceError`` with the code
  /// `wouldWait`.
  ///
  /// - Throws: The error of the call.
  func answerNow(_ call: MockCall) throws -> MockAnswer

  /// Decides a `$where` pattern while the response of a call is chosen.
  ///
  /// It is called on any thread, under a lock. It must neither wait nor call sequencers, and can't rely on isolation.
  ///
  /// - Throws: The error of the call, which then uses no response.
  func accepts(predicate: String, arguments: AnyCodableValue) throws -> Bool
}

extension MockResponder {
  /// Throws, because the response may have to wait.
  ///
  /// - Throws: ``MockServiceError`` with the code `wouldWait`, always.
  public func answerNow(_ call: MockCall) throws -> MockAnswer {
    throw MockServiceError(wouldWait: call)
  }
}

extension MockServiceError {
  /// Creates the error of a call that isn't async and whose response only an async call can wait for.
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
  /// The lock that a call takes before it chooses, which ranks after the choosing lock and may change after each reset.
  var predicateLock: RankedLock? { get }

  /// Runs predicates and costly matching within the combined budget of a single call.
  func decidingTogether<Result>(_ body: () throws -> Result) rethrows -> Result
}
