internal import MockPlatform

// A maximum number of calls can be verified too early: before the code that makes the calls has finished. These bounds
// let the test detect calls that come after a verification.

/// The maximum number of calls that the latest successful verification of a method permits.
///
/// `@unchecked Sendable`: `accepts` only reads what the test passed to the verification.
struct VerifiedBound: @unchecked Sendable {
  /// The method, or `nil` for calls of any method.
  var method: String?
  var expected: MockCallCount
  /// A description of the verified calls, such as `Shop.place {"id": 1}`.
  var text: String
  /// The number of the latest call at the time of the verification.
  var last: Int
  var epoch: Int
  var accepts: (MockCallRecord, CallEntry) -> Bool
}

/// A call that contradicts an earlier verification.
package struct CallBeyondBound: Sendable {
  /// The call.
  package var call: MockCallRecord
  /// A description of the problem and how to fix it.
  package var problem: String
}

extension MockCallLog {
  /// Remembers the bound of the latest verification of a method.
  func note(
    _ expected: MockCallCount, of method: String?, by mock: Int, _ text: String,
    _ accepts: @escaping (MockCallRecord, CallEntry) -> Bool
  ) {
    let old = storage.withLock { storage in
      // Each mock of a service has its own verifications.
      let name = method ?? text
      let key = mock == 0 ? name : "\(name) #\(mock)"
      let old = storage.bounds[key]
      storage.bounds[key] =
        expected.maximum == nil
        ? nil
        : VerifiedBound(
          method: method, expected: expected, text: text, last: storage.last, epoch: storage.epoch,
          accepts: accepts)
      return old
    }
    // Freed without holding the lock, because it refers to objects of the test.
    withExtendedLifetime(old) {}
  }

  /// Returns calls that were made after the latest verification of their method and contradict it.
  ///
  /// - Parameter first: The number of the first call to check. Earlier calls were made in the body of the test.
  /// - Returns: For each verification, the first call that exceeds its maximum.
  package func callsBeyondBounds(from first: Int) -> [CallBeyondBound] {
    let (bounds, epoch) = storage.withLock { ($0.bounds, $0.epoch) }
    return bounds.sorted { $0.key < $1.key }.compactMap { _, bound in
      guard bound.epoch == epoch else { return nil }
      let calls = entries(of: bound.method).compactMap { order, entry -> MockCallRecord? in
        let call = entry.record(order: order, redaction: redaction)
        return bound.accepts(call, entry) ? call : nil
      }
      guard !bound.expected.accepts(calls.count),
        let call = calls.first(where: { $0.order >= max(first, bound.last + 1) })
      else { return nil }
      return CallBeyondBound(
        call: call,
        problem:
          "`\(call.qualifiedMethod)` was called after the body of its test had ended, but a verification had expected"
          + " \(bound.expected) of \(bound.text); await the code that calls it, and then verify")
    }
  }
}
