internal import CMockLua

/// The implementation of a Lua function that calls the host.
enum HostFunction {
  /// Reads a list of arguments, writes results, and returns their count.
  case immediate((WireValue, WireWriter) throws -> Int)
  /// Reads a list of arguments, and returns the operation that the caller waits for.
  case waiting((WireValue) throws -> WaitingOperation)
}

/// The operation of a waiting function, with one form for callers that can wait and one for callers that can't.
package struct WaitingOperation {
  let wait: AsyncOperation
  let now: ((WireWriter) throws -> Int)?
  let whenWoken: (() -> Void)?

  /// - Parameters:
  ///   - wait: The operation for a caller that waits. Writes results and returns their count.
  ///   - now: The operation for a caller that can't wait; nil to raise an error instead.
  ///   - whenWoken: Called after the wait, once the runtime has its owner again; nothing by default.
  package init(
    wait: @escaping AsyncOperation, now: ((WireWriter) throws -> Int)? = nil,
    whenWoken: (() -> Void)? = nil
  ) {
    self.wait = wait
    self.now = now
    self.whenWoken = whenWoken
  }
}

/// An asynchronous operation that writes results and returns their count.
///
/// Runs on the runtime's owner.
package typealias AsyncOperation =
  nonisolated(nonsending) (WireWriter) async throws -> Int

/// The status values that C expects.
enum HostOutcome {
  static let returned = Int32(MOCKLUA_HOST_RETURN.rawValue)
  static let raised = Int32(MOCKLUA_HOST_RAISE.rawValue)
  static let waits = Int32(MOCKLUA_HOST_AWAIT.rawValue)
}

/// The most recent errors thrown by host functions, by number.
///
/// Lua stores only the number, and a script may raise an error again much later. Only the last few errors are kept. An
/// older one loses its cause.
struct HostErrors {
  private static let limit = 64
  private var errors: [(number: Int32, error: any Error)] = []
  private var last: Int32 = -1

  mutating func keep(_ error: any Error) -> Int32 {
    last = last == .max ? 0 : last + 1
    if errors.count == Self.limit { errors.removeFirst(Self.limit / 2) }
    errors.append((last, error))
    return last
  }

  subscript(number: Int32) -> (any Error)? {
    number < 0 ? nil : errors.last { $0.number == number }?.error
  }
}
