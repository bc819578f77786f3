internal import CMockLua
internal import MockPlatform

/// Stops a running script from another thread, such as a signal's or a timer's.
public final class InterruptHandle: Sendable {
  /// A pointer that may cross threads: the only call made on it is `mocklua_interrupt`.
  private struct Target: @unchecked Sendable {
    // The lock below guards it, and it is cleared before the state goes.
    var state: OpaquePointer?
  }

  private let target: Locked<Target>

  init(_ state: OpaquePointer) { target = Locked(Target(state: state)) }

  /// Asks the script to stop: it ends with `LuaError.limit` of kind `interrupt`, within a thousand
  /// instructions.
  ///
  /// Where no script runs, the next one stops at once.
  public func interrupt() {
    target.withLock { target in
      if let state = target.state { mocklua_interrupt(state) }
    }
  }

  /// Takes back what no script has met yet, so that the next one runs.
  ///
  /// Only the runtime's owner may call it.
  package func withdraw() {
    target.withLock { target in
      if let state = target.state { mocklua_forget_interrupt(state) }
    }
  }

  func detach() { target.withLock { $0.state = nil } }
}
