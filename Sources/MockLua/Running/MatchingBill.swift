internal import LuaRuntime
internal import MockCalls
internal import MockPlatform

/// The cost of choosing one response, which is charged to the chain of the call.
///
/// `@unchecked Sendable`: A response is chosen on one thread and without waiting. The meter is only used under the
/// script's lock.
final class MatchingBill: @unchecked Sendable {
  /// The cost up to which nothing is charged, so that most calls don't take the script's lock.
  private static let smallCost = 1000

  private let meter: LuaMeter
  private let script: LiveScript
  private var open = 0
  private var hasCharged = false

  init(_ meter: LuaMeter, of script: LiveScript) {
    self.meter = meter
    self.script = script
  }

  /// Adds a cost to the chain.
  ///
  /// - Throws: `MockServiceError` with the code `scriptError` if the chain's limit is exceeded.
  func add(_ instructions: Int) throws {
    open += instructions
    guard open > Self.smallCost else { return }
    let limit = script.lock.withLock { script.lua.charge(meter, instructions: open) }
    open = 0
    hasCharged = true
    guard let limit else { return }
    throw MockServiceError(
      problem: .scriptError, "matching the arguments of a call: \(limit.problem)", at: nil)
  }

  /// Pauses the clock for the chain's time limit until the chain's code continues.
  func close() {
    if hasCharged { script.lock.withLock { script.lua.pause(meter) } }
  }
}
