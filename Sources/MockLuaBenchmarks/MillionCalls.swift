import CLibrary
import MockLua
import MockServices

/// A million dynamic calls from 64 tasks on one runtime.
///
/// The benchmark checks that no call is lost or repeated, and that the use of memory doesn't grow.
enum MillionCalls {
  private static let tasks = 64
  private static let script = """
    shared { last = 0 }
    service "S" { f = function(args, call)
      state.last = call.count
      return { count = call.count, echo = args.n }
    end }
    """

  private struct Answer: Decodable, Sendable {
    let count: Int
    let echo: Int
  }

  /// Returns the time of one call, in nanoseconds.
  static func run() async throws -> Double {
    let each = max(1, Int(1_000_000 * share) / tasks)
    let runtime = try ScenarioRuntime(source: script, name: "million.lua")
    try await round(runtime, each / 10)
    let warm = residentBytes()
    let clock = ContinuousClock()
    let start = clock.now
    try await round(runtime, each - each / 10)
    let time = clock.now - start
    let grown = residentBytes() - warm
    let count = await runtime.sequencer(for: "S").callCount(for: "f")
    let calls = tasks * (each / 10) + tasks * (each - each / 10)
    guard count == calls, runtime.log.count == calls else {
      throw Failure(description: "\(calls) calls, \(count) counted, \(runtime.log.count) recorded")
    }
    guard grown < 16 << 20 else { throw Failure(description: "memory grew by \(grown) bytes") }
    return time / .nanoseconds(1) / Double(tasks * (each - each / 10))
  }

  /// Makes the calls of every task, and checks that each count was returned once.
  private static func round(_ runtime: ScenarioRuntime, _ each: Int) async throws {
    let sequencer = runtime.sequencer(for: "S")
    let before = await sequencer.callCount(for: "f")
    let sum = try await withThrowingTaskGroup(of: Int.self) { group in
      for task in 0..<tasks {
        group.addTask {
          var sum = 0
          for call in 0..<each {
            let n = task * each + call
            let answer = try await sequencer.nextDecodedValue(
              for: "f", arguments: ["n": .int(n)], as: Answer.self)
            guard answer.echo == n else { throw Failure(description: "another call's answer") }
            sum += answer.count
          }
          return sum
        }
      }
      return try await group.reduce(0, +)
    }
    let count = tasks * each
    guard sum == count * before + count * (count + 1) / 2 else {
      throw Failure(description: "a count was lost or given twice")
    }
  }
}
