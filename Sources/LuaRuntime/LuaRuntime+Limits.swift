internal import CMockLua
internal import MockPlatform

extension LuaRuntime {
  /// The limits, the random seed, and the output of a runtime.
  ///
  /// If a limit is nil, the runtime doesn't have that limit.
  public struct Options: Sendable {
    /// The maximum number of instructions for a call from Swift, including all calls that it makes.
    ///
    /// Work in C functions counts, too. Default: 100 million.
    public var instructionBudget: Int? = 100_000_000
    /// The maximum running time of a call from Swift, not counting the time that it waits for Swift.
    ///
    /// Default: 10 seconds.
    public var deadline: Duration? = .seconds(10)
    /// The maximum memory for the script, in bytes.
    ///
    /// It covers Lua's heap and other data that the process keeps for the script, such as a result. Default: 256 MiB.
    public var memoryLimit: Int? = 256 << 20
    /// The seed of `math.random`.
    ///
    /// The same seed produces the same numbers.
    ///
    /// Default: 0.
    public var randomSeed: UInt64 = 0
    /// Receives each line that `print` writes, without its line ending.
    ///
    /// Default: nil, which writes to standard output.
    public var print: (@Sendable (String) -> Void)?

    /// Creates the default options.
    public init() {}

    var raw: mocklua_Options {
      mocklua_Options(
        instruction_budget: instructionBudget.map { UInt64(max($0, 1)) } ?? 0,
        deadline_nanoseconds: deadline.map(\.wholeNanoseconds) ?? 0,
        memory_limit: memoryLimit.map { max($0, 1) } ?? 0, random_seed: randomSeed)
    }
  }
}

extension Duration {
  /// The duration in nanoseconds, from 1 to the maximum of `UInt64`.
  var wholeNanoseconds: UInt64 {
    let (seconds, attoseconds) = components
    guard seconds >= 0, attoseconds >= 0 else { return 1 }
    let (product, overflow) = UInt64(seconds).multipliedReportingOverflow(by: 1_000_000_000)
    guard !overflow else { return .max }
    let (sum, carry) = product.addingReportingOverflow(UInt64(attoseconds / 1_000_000_000))
    return carry ? .max : max(sum, 1)
  }
}

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

  /// The C meter, with the limits in effect at its first use.
  ///
  /// It is nil if memory runs out. In that case, the chain can't run.
  var raw: OpaquePointer? {
    if created == nil { created = mocklua_create_meter(state) }
    return created
  }

  /// Whether any of the budget has been used.
  var isInUse: Bool { created != nil }

  package func belongs(to runtime: LuaRuntime) -> Bool { state == runtime.state }

  package func end(_ kind: LuaError.Limit.Kind) {
    guard let raw else { return }
    mocklua_kill_meter(raw, kind == .wakeUps ? MOCKLUA_LIMIT_WAKE_UPS : MOCKLUA_LIMIT_INTERRUPT)
    stop = stop ?? .limit(LuaError.Limit(kind: kind, place: nil, traceback: []))
  }
}

/// A handle that stops a running script from another thread, such as a timer's.
public final class InterruptHandle: Sendable {
  /// The Lua state, which is cleared before it is destroyed.
  ///
  /// Only `mocklua_interrupt` and `mocklua_forget_interrupt` use it, under the lock.
  private let state: Locked<OpaquePointer?>

  init(_ state: OpaquePointer) { self.state = Locked(state) }

  /// Stops the script within a thousand instructions, with `LuaError.limit` of kind `interrupt`.
  ///
  /// If no script is running, the next one stops immediately.
  public func interrupt() {
    state.withLock { state in
      if let state { mocklua_interrupt(state) }
    }
  }

  /// Withdraws an interruption that hasn't stopped a script yet, so that the next script runs.
  ///
  /// Only the runtime's owner may call it.
  package func withdraw() {
    state.withLock { state in
      if let state { mocklua_forget_interrupt(state) }
    }
  }

  func detach() { state.withLock { $0 = nil } }
}
