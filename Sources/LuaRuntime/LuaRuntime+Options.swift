internal import CMockLua

extension LuaRuntime {
  /// Limits and seed of a runtime.
  ///
  /// A limit that is nil does not hold.
  public struct Options: Sendable {
    /// Instructions of one call from Swift, with all calls that it makes on the way.
    ///
    /// What functions in C do counts as well.
    ///
    /// Default: 100 million.
    public var instructionBudget: Int? = 100_000_000
    /// Wall time of the same, which stands still while a function waits for Swift.
    ///
    /// Default: 10 seconds.
    public var deadline: Duration? = .seconds(10)
    /// Bytes that the process may hold for the script: Lua's heap, and a result on its way out.
    ///
    /// Default: 256 MiB.
    public var memoryLimit: Int? = 256 << 20
    /// Seed of `math.random`; the same seed gives the same numbers.
    ///
    /// Default: 0.
    public var randomSeed: UInt64 = 0
    /// Where `print` writes a line, without its end.
    ///
    /// Default: standard output.
    public var print: (@Sendable (String) -> Void)?

    /// The defaults.
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
  /// Nanoseconds, at least 1, at most what 64 bits hold.
  var wholeNanoseconds: UInt64 {
    let (seconds, attoseconds) = components
    guard seconds >= 0, attoseconds >= 0 else { return 1 }
    let (product, overflow) = UInt64(seconds).multipliedReportingOverflow(by: 1_000_000_000)
    guard !overflow else { return .max }
    let (sum, carry) = product.addingReportingOverflow(UInt64(attoseconds / 1_000_000_000))
    return carry ? .max : max(sum, 1)
  }
}
