import Dispatch
import MockServices

/// Waits on a thread that is not of the executor's for what is asynchronous.
enum Blocking {
  /// Runs a body to its end.
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
