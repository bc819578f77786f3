import Foundation

/// Runs a body on a thread with the given stack size, and waits for it.
func onOwnThread<T: Sendable>(
  stackSize: Int, _ body: @escaping @Sendable () throws -> T
) throws -> T {
  let box = ResultBox<T>()
  let isDone = DispatchSemaphore(value: 0)
  let thread = Thread {
    let result = Result { try body() }
    box.result = result
    isDone.signal()
  }
  thread.stackSize = stackSize
  thread.start()
  isDone.wait()
  guard let result = box.result else { throw CancellationError() }
  return try result.get()
}

/// `@unchecked`: the value is read only after the thread has signaled that it has been written.
private final class ResultBox<T: Sendable>: @unchecked Sendable {
  var result: Result<T, any Error>?
}
