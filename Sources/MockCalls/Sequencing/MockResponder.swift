public import MockData
package import MockPlatform

/// Answers the calls that a configuration leaves to run time, such as the functions of a script.
public protocol MockResponder: Sendable {
  /// Computes the answer of a call.
  ///
  /// It runs on the task of the caller, so that cancellation reaches it, and on the caller's executor, so that an
  /// answer that need not wait costs no change of threads. It may call other sequencers.
  ///
  /// - Throws: The error of the call.
  nonisolated(nonsending) func answer(_ call: MockCall) async throws -> MockAnswer

  /// Computes the answer of a call whose caller is not `async`, on the caller's thread, without waiting.
  ///
  /// It may call other sequencers in the same way. By default it throws ``MockServiceError`` with the code
  /// `wouldWait`.
  ///
  /// - Throws: The error of the call.
  func answerNow(_ call: MockCall) throws -> MockAnswer

  /// Decides a `$where` pattern while the response of a call is chosen.
  ///
  /// It is called on any thread, under a lock: it must neither wait nor call sequencers, and needs no isolation.
  ///
  /// - Throws: The error of the call, which then consumes no response.
  func accepts(predicate: String, arguments: AnyCodableValue) throws -> Bool
}

extension MockResponder {
  /// Throws, since the answer may have to wait.
  ///
  /// - Throws: ``MockServiceError`` with the code `wouldWait`, always.
  public func answerNow(_ call: MockCall) throws -> MockAnswer {
    throw MockServiceError(wouldWait: call)
  }
}

extension MockServiceError {
  /// The error of a call that is not async and whose answer only an async call can wait for.
  package init(wouldWait call: MockCall) {
    let name = call.service.isEmpty ? call.method : "\(call.service).\(call.method)"
    self.init(
      problem: .wouldWait,
      "the answer of `\(name)`, computed by `\(call.callback)`, has to be waited for, and its caller is not"
        + " async; answer with a function of a script, or with `answerNow(_:)`",
      at: nil)
  }
}

/// A responder whose predicates are functions of a script.
package protocol ScriptedPredicates {
  /// The lock that a call takes before it chooses; its rank comes after that of choosing. It may be another
  /// one after each reset.
  var predicateLock: RankedLock? { get }

  /// Runs what asks predicates, and what costs much to match: all of it together may spend what one call may.
  func decidingTogether<Result>(_ body: () throws -> Result) rethrows -> Result
}
