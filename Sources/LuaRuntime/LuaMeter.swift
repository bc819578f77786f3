internal import CMockLua

/// What a chain of calls may still spend: instructions, and time in which code of the chain runs.
///
/// A function that calls a service which is answered by another function makes one chain with it. A limit that
/// one of them reaches ends them all, and no `pcall` of the script catches it.
///
/// `@unchecked Sendable`: it travels with a task, and is touched only by the owner of the runtime.
package final class LuaMeter: @unchecked Sendable {
  private let state: OpaquePointer
  private var created: OpaquePointer?
  /// The error of the limit that ended the chain.
  package internal(set) var stop: LuaError?
  /// How often code of the chain was woken on a clock that does not take real time.
  package var wakeUps = 0

  init(_ state: OpaquePointer) {
    self.state = state
  }

  deinit { if let created { mocklua_destroy_meter(created) } }

  /// The meter with the limits that hold at its first use; nil where memory is short, and then nothing of the
  /// chain runs.
  var raw: OpaquePointer? {
    if created == nil { created = mocklua_create_meter(state) }
    return created
  }

  /// Whether anything has been spent of it.
  var isInUse: Bool { created != nil }

  /// Whether the meter was made for a runtime.
  package func belongs(to runtime: LuaRuntime) -> Bool { state == runtime.state }

  /// Ends the chain: nothing of it runs any more.
  package func end(_ kind: LuaError.Limit.Kind) {
    guard let raw else { return }
    mocklua_kill_meter(raw, kind == .wakeUps ? MOCKLUA_LIMIT_WAKE_UPS : MOCKLUA_LIMIT_INTERRUPT)
    stop = stop ?? .limit(LuaError.Limit(kind: kind, place: nil, traceback: []))
  }
}
