import Dispatch
import Synchronization

/// Runs asynchronous work from a synchronous `main`.
enum AsyncWork {
  /// Runs the work on the threads of the concurrency runtime and waits for it.
  ///
  /// It must not ask for the main actor, whose thread waits meanwhile.
  static func run<Success: Sendable>(
    _ work: @escaping @Sendable () async -> Result<Success, CommandFailure>
  ) throws(CommandFailure) -> Success {
    let box = Box<Result<Success, CommandFailure>>()
    let done = DispatchSemaphore(value: 0)
    // Detached: a plain task would inherit the main actor.
    Task.detached {
      box.value = await work()
      box.isFilled.store(true, ordering: .releasing)
      done.signal()
    }
    done.wait()
    // The semaphore orders the two threads; ThreadSanitizer only sees the flag.
    guard box.isFilled.load(ordering: .acquiring), let result = box.value else {
      preconditionFailure("work ended without a result")
    }
    return try result.get()
  }

  /// `@unchecked Sendable`: written once before the semaphore is signalled, read after.
  private final class Box<Value: Sendable>: @unchecked Sendable {
    var value: Value?
    let isFilled = Atomic(false)
  }
}
