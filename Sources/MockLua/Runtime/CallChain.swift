package import LuaRuntime
internal import MockCalls
internal import MockPlatform

/// A chain of computed responses, each of which waits for the next one.
///
/// All functions in a chain share the limits on time and instructions.
package struct CallChain: Sendable {
  static let limit = 32

  /// Empty outside of a chain.
  @TaskLocal package static var current = CallChain()

  /// The `Service.method` names of the responses, outermost first.
  private(set) var methods: [String] = []
  /// The remaining budget of the functions in the chain; nil until the first function runs.
  package private(set) var meter: LuaMeter?

  package init() {}

  /// Returns the chain with one more method.
  ///
  /// - Throws: `MockServiceError` with the code `circularCall` and a message with the chain, if the limit is exceeded.
  func extended(by method: String) throws(MockServiceError) -> CallChain {
    var chain = self
    chain.methods.append(method)
    guard chain.methods.count > Self.limit else { return chain }
    throw MockServiceError(problem: .circularCall, chain.problem, at: nil)
  }

  /// Returns the chain with a meter for the functions of a runtime.
  ///
  /// The meter of another runtime isn't shared, because both runtimes may run at the same time.
  package func metered(by lua: LuaRuntime) -> CallChain {
    if let meter, meter.belongs(to: lua) { return self }
    var chain = self
    chain.meter = lua.makeMeter()
    return chain
  }

  private var problem: String {
    let last = methods.count - 1
    guard let start = methods[..<last].lastIndex(of: methods[last]) else {
      let names = methods.suffix(8).joined(separator: " -> ")
      return "more than \(Self.limit) services call each other: \(names); make one of them respond "
        + "without calling the next"
    }
    let circle = methods[start...].joined(separator: " -> ")
    return "services call each other in a cycle: \(circle); "
      + "make one of them respond without calling the other"
  }
}
