internal import LuaRuntime
internal import MockCalls

/// The computed answers that wait for each other, and what they may spend together.
struct CallChain: Sendable {
  /// How many may wait for each other.
  static let limit = 32

  /// The chain that the current task belongs to; empty outside of any.
  @TaskLocal static var current = CallChain()

  /// `Service.method` of each answer, outermost first.
  private(set) var methods: [String] = []
  /// What the functions of the chain may still spend; nil until the first one of a script runs.
  private(set) var meter: LuaMeter?

  /// The chain with one more method.
  ///
  /// - Throws: `MockServiceError` with the code `circularCall` past the limit; it lists the chain.
  func extended(by method: String) throws(MockServiceError) -> CallChain {
    var chain = self
    chain.methods.append(method)
    guard chain.methods.count > Self.limit else { return chain }
    throw MockServiceError(
      problem: .circularCall,
      "services call each other in a circle: \(chain.circle); "
        + "let one of them respond without calling the other",
      at: nil)
  }

  /// The chain with a meter for functions of this runtime.
  ///
  /// One of another runtime is not shared, since both may run at the same time.
  func metered(by lua: LuaRuntime) -> CallChain {
    if let meter, meter.belongs(to: lua) { return self }
    var chain = self
    chain.meter = lua.makeMeter()
    return chain
  }

  /// The part of the chain that repeats, or its last few methods.
  private var circle: String {
    let last = methods.count - 1
    let start = methods[..<last].lastIndex(of: methods[last]) ?? max(0, last - 7)
    return methods[start...].joined(separator: " -> ")
  }
}
