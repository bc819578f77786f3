import LuaRuntime
import MockLua
import MockServices

/// Measures static responses of one scenario while 16 tasks wait for a function of another scenario, which runs for a
/// second.
///
/// If the lock blocked the tasks that wait for it, all threads of the pool would be occupied, and no other call would
/// get a response.
enum BusyFunction {
  private static let tasks = 16
  private static let busyScript = """
    service "Busy" { work = function(args, call)
      if call.count > 1 then return true end
      for i = 1, 150000000 do end
      return true
    end }
    """
  private static let otherScript = #"service "Other" { ask = reply { ok = true } }"#

  /// - Returns: The longest pause between two responses, in nanoseconds.
  /// - Throws: `Failure` if there were too few responses while the function ran.
  static func run() async throws -> Double {
    let busy = try ScenarioRuntime(
      source: busyScript, name: "busy.lua", options: unlimited)
    let other = try ScenarioRuntime(source: otherScript, name: "other.lua")
    let sequencer = other.sequencer(for: "Other")
    let finished = AtomicNumber()
    return try await withThrowingTaskGroup(of: Void.self) { group in
      let worker = busy.sequencer(for: "Busy")
      for _ in 0..<tasks {
        group.addTask {
          _ = try await worker.nextDecodedValue(for: "work", as: Bool.self)
          finished.add(1)
        }
      }
      let clock = ContinuousClock()
      let start = clock.now
      var (last, longest, answers) = (start, Duration.zero, 0)
      while finished.value == 0 {
        _ = try await sequencer.nextDecodedValue(for: "ask", as: [String: Bool].self)
        let now = clock.now
        longest = max(longest, now - last)
        last = now
        answers += 1
        await Task.yield()
      }
      guard last - start > .milliseconds(300), answers > 1_000 else {
        throw Failure(description: "\(answers) answers in \(last - start)")
      }
      try await group.waitForAll()
      return longest / .nanoseconds(1)
    }
  }

  private static var unlimited: ScenarioOptions {
    var options = ScenarioOptions()
    options.limits.instructionBudget = nil
    options.limits.deadline = nil
    return options
  }
}
