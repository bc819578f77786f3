import Foundation
import Synchronization

/// Runs a body on a thread with a stack of its own size, and waits for it.
func onOwnThread<T: Sendable>(
  stackSize: Int, _ body: @escaping @Sendable () throws -> T
) throws -> T {
  let box = ResultBox<T>()
  let isDone = DispatchSemaphore(value: 0)
  let thread = Thread {
    let result = Result { try body() }
    box.result.withLock { $0 = result }
    isDone.signal()
  }
  thread.stackSize = stackSize
  thread.start()
  isDone.wait()
  guard let result = box.result.withLock({ $0 }) else { throw CancellationError() }
  return try result.get()
}

private final class ResultBox<T: Sendable>: Sendable {
  let result: Mutex<Result<T, any Error>?>

  init() { result = Mutex(nil) }
}
