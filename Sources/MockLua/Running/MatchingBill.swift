internal import LuaRuntime
internal import MockCalls
internal import MockPlatform

/// What the choosing of one response costs the chain of calls that it belongs to.
///
/// `@unchecked Sendable`: a response is chosen on one thread, without a wait; the meter is touched under the
/// script's lock.
final class MatchingBill: @unchecked Sendable {
  /// What a call may cost more without being charged for it: most never take the script's lock.
  private static let smallCost = 1000

  private let meter: LuaMeter
  private let script: LiveScript
  private var open = 0
  private var hasCharged = false

  init(_ meter: LuaMeter, of script: LiveScript) {
    self.meter = meter
    self.script = script
  }

  /// Charges the chain.
  ///
  /// - Throws: `MockServiceError` with the code `scriptError` where the chain may spend no more.
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

  /// Lets the clock of the chain stand still; it goes on with the chain's code.
  func close() {
    if hasCharged { script.lock.withLock { script.lua.pause(meter) } }
  }
}
