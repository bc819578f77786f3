internal import CMockLua
internal import MockPlatform

/// Stops a running script from another thread, such as a signal handler's or a timer's.
public final class InterruptHandle: Sendable {
  /// A pointer shared between threads, used only for calls of `mocklua_interrupt` and `mocklua_forget_interrupt`.
  private struct Target: @unchecked Sendable {
    // Guarded by the lock below, and cleared before the state is destroyed.
    var state: OpaquePointer?
  }

  private let target: Locked<Target>

  init(_ state: OpaquePointer) { target = Locked(Target(state: state)) }

  /// Stops the script within a thousand instructions, with `LuaError.limit` of kind `interrupt`.
  ///
  /// If no script is running, the next one stops immediately.
  public func interrupt() {
    target.withLock { target in
      if let state = target.state { mocklua_interrupt(state) }
    }
  }

  /// Withdraws an interruption that hasn't stopped a script yet, so that the next script runs.
  ///
  /// Only the runtime's owner may call it.
  package func withdraw() {
    target.withLock { target in
      if let state = target.state { mocklua_forget_interrupt(state) }
    }
  }

  func detach() { target.withLock { $0.state = nil } }
}
