internal import CMockLua

extension LuaRuntime {
  /// The limits and the random seed of a runtime.
  ///
  /// A nil value means no limit.
  public struct Options: Sendable {
    /// The maximum number of instructions for a call from Swift, including all calls that it makes.
    ///
    /// Work in C functions counts, too. Default: 100 million.
    public var instructionBudget: Int? = 100_000_000
    /// The maximum running time of a call from Swift, without the time in which a function waits for Swift.
    ///
    /// Default: 10 seconds.
    public var deadline: Duration? = .seconds(10)
    /// The maximum number of bytes that the process holds for the script: Lua's heap, and a result being returned.
    ///
    /// Default: 256 MiB.
    public var memoryLimit: Int? = 256 << 20
    /// The seed of `math.random`, which produces the same numbers for the same seed.
    ///
    /// Default: 0.
    public var randomSeed: UInt64 = 0
    /// Receives each line that `print` writes, without its line ending.
    ///
    /// Default: standard output.
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
