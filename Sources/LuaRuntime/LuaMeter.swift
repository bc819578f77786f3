internal import CMockLua

/// The remaining budget of a chain of calls: instructions and running time.
///
/// A function belongs to the same chain as the functions that respond to its service calls. If one of them exceeds a
/// limit, all of them end, and no `pcall` of the script catches the error.
///
/// `@unchecked Sendable`: the meter travels with a task, and only the owner of the runtime uses it.
package final class LuaMeter: @unchecked Sendable {
  private let state: OpaquePointer
  private var created: OpaquePointer?
  /// The error for the limit that ended the chain; nil if no limit has ended it.
  package internal(set) var stop: LuaError?
  /// The number of times that the chain's code was woken on a virtual clock.
  package var wakeUps = 0

  init(_ state: OpaquePointer) {
    self.state = state
  }

  deinit { if let created { mocklua_destroy_meter(created) } }

  /// The C meter, with the limits in effect at its first use; nil if memory runs out, and then the chain can't run.
  var raw: OpaquePointer? {
    if created == nil { created = mocklua_create_meter(state) }
    return created
  }

  /// Whether any of the budget has been used.
  var isInUse: Bool { created != nil }

  /// Returns whether the meter was created for a runtime.
  package func belongs(to runtime: LuaRuntime) -> Bool { state == runtime.state }

  /// Ends the chain, so that its code can't run any more.
  package func end(_ kind: LuaError.Limit.Kind) {
    guard let raw else { return }
    mocklua_kill_meter(raw, kind == .wakeUps ? MOCKLUA_LIMIT_WAKE_UPS : MOCKLUA_LIMIT_INTERRUPT)
    stop = stop ?? .limit(LuaError.Limit(kind: kind, place: nil, traceback: []))
  }
}
