import Dispatch
import MockServices

/// Waits for asynchronous work on a thread outside the executor.
enum Blocking {
  /// Runs a body and waits until it returns.
  static func run(_ body: @escaping @Sendable () async throws -> Void) throws {
    let end = DispatchSemaphore(value: 0)
    let outcome = Outcome()
    Task.detached {
      do { try await body() } catch { outcome.error.withLock { $0 = error } }
      end.signal()
    }
    end.wait()
    if let error = outcome.error.withLock({ $0 }) { throw error }
  }

  private final class Outcome: Sendable {
    let error = Locked<(any Error)?>(nil)
  }
}
