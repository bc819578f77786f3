internal import CMockLua

/// What a Lua function that calls the host runs.
enum HostFunction {
  /// Reads its list of arguments, writes results, returns their count.
  case immediate((WireValue, WireWriter) throws -> Int)
  /// Reads its list of arguments and returns what its caller waits for.
  case waiting((WireValue) throws -> WaitingOperation)
}

/// What a waiting function does, for a run that waits and for one that does not.
package struct WaitingOperation {
  let wait: AsyncOperation
  let now: ((WireWriter) throws -> Int)?
  let whenWoken: (() -> Void)?

  /// - Parameters:
  ///   - wait: what a run that waits does; it writes results and returns their count.
  ///   - now: what a run that cannot wait does; nil where there is nothing, which raises an error.
  ///   - whenWoken: what happens after the wait, once the runtime has its owner again; nothing by default.
  package init(
    wait: @escaping AsyncOperation, now: ((WireWriter) throws -> Int)? = nil,
    whenWoken: (() -> Void)? = nil
  ) {
    self.wait = wait
    self.now = now
    self.whenWoken = whenWoken
  }
}

/// What a waiting function waits for: writes results, returns their count.
///
/// Runs on the runtime's owner.
package typealias AsyncOperation =
  nonisolated(nonsending) (WireWriter) async throws -> Int

/// The statuses that C understands.
enum HostOutcome {
  static let returned = Int32(MOCKLUA_HOST_RETURN.rawValue)
  static let raised = Int32(MOCKLUA_HOST_RAISE.rawValue)
  static let waits = Int32(MOCKLUA_HOST_AWAIT.rawValue)
}

/// The errors that host functions threw lately, by number.
///
/// Lua holds the number, and a script may raise an error again much later. The last few are kept; an
/// older one comes back without its cause.
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
