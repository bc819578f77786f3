import Foundation
import MockLua
import MockServices
import Testing

/// Runs script functions, static responses, conditions, and resets concurrently, and checks the last run against a
/// sequential model.
///
/// Callers wait or don't wait, are cancelled, and observe state, and the script calls its own services. The log no
/// longer contains calls from before a reset. Its remaining calls must follow from a sequence of single steps.
@Suite struct LiveModelTests {
  private static let script = """
    shared { total = 0, last = 0 }
    service "Bank" {
      add = function(args, call)
        state.total = state.total + args.n
        return { total = state.total, count = call.count }
      end,
      parity = {
        when(function(args) return args.n % 2 == 0 end, reply "even"),
        reply "odd",
      },
      chain = function(args) return services.Bank.add { n = args.n, id = -1 } end,
      slow = function(args) sleep(3) return args.n end,
      plain = {
        reply(1):set { last = 1 }, reply(2):set { last = 2 }, reply(3):set { last = 3 },
        exhausted = "cycle",
      },
    }
    """

  @Test(
    "Concurrent functions, observers, and resets are explained by a sequence of single steps",
    arguments: 0..<4)
  func model(seed: Int) async throws {
    let runtime = try ScenarioRuntime(source: Self.script, name: "bank.lua", clock: .virtual())
    let callers = Callers(runtime: runtime)
    let observation = runtime.sharedState.subject(for: "last")?.sink { [callers] _ in
      // The observer runs outside all locks, so it can use everything.
      _ = runtime.sharedState.snapshot
      if callers.notice() < 40 {
        _ = try? callers.sequencer.answer(for: "plain", arguments: ["id": -2])
      }
    }
    await withTaskGroup(of: Void.self) { group in
      for task in 0..<8 { group.addTask { await callers.call(task: task, calls: 80, seed: seed) } }
      for thread in 0..<4 {
        group.addTask { await callers.callOnThread(task: 100 + thread, calls: 80, seed: seed) }
      }
      group.addTask { await callers.cancel(calls: 40, seed: seed) }
      group.addTask {
        for _ in 0..<3 {
          for _ in 0..<200 { await Task.yield() }
          do { try await runtime.reset() } catch { Issue.record(error) }
        }
      }
    }
    observation?.cancel()
    try check(runtime, callers)
  }

  /// Checks the log since the last reset.
  private func check(_ runtime: ScenarioRuntime, _ callers: Callers) throws {
    let records = runtime.log.calls()
    let orders = Array(1..<records.count + 1)
    #expect(records.map(\.order) == orders)
    var counts: [String: Int] = [:]
    var sums: [(total: Int, n: Int)] = []
    var cancelled = 0
    for record in records {
      counts[record.method, default: 0] += 1
      #expect(record.count == counts[record.method], "\(record)")
      let (id, n) = (record.arguments["id"] ?? .null, record.arguments["n"] ?? .null)
      if case .int(let id) = id, id >= 0 {
        #expect(callers.outcomes[id] == record.outcome, "\(record)")
      }
      switch (record.method, n, record.outcome) {
      case ("plain", _, .returned(let value)):
        #expect(value == .int((record.count - 1) % 3 + 1), "\(record)")
        #expect(record.state["last"] == value, "\(record)")
      case ("parity", .int(let n), .returned(let value)):
        #expect(value == (n.isMultiple(of: 2) ? "even" : "odd"), "\(record)")
      case ("add", .int(let n), .returned(.some(let value))):
        guard case .int(let total) = value["total"] else {
          Issue.record("\(record)")
          continue
        }
        sums.append((total, n))
      case ("add", .int(let n), _): cancelled += n
      case ("slow", let n, .returned(let value)): #expect(value == n, "\(record)")
      case ("chain", _, .returned), (_, _, .cancelled): break
      default: Issue.record("\(record)")
      }
    }
    // Each sum continues the previous one. If one is missing, a call was cancelled after its function ran.
    var (last, missing) = (0, 0)
    for (total, n) in sums.sorted(by: { $0.total < $1.total }) {
      #expect(total >= last + n)
      missing += total - n - last
      last = total
    }
    #expect(missing <= cancelled)
    guard case .int(let final) = runtime.sharedState["total"] else {
      Issue.record("no total")
      return
    }
    #expect(final - last + missing <= cancelled)
    #expect(callers.noticed > 0)
  }
}

/// The callers and the results they saw, by the number in each call's arguments.
private final class Callers: Sendable {
  private static let methods = ["add", "parity", "chain", "slow", "plain"]

  let sequencer: MockCallSequencer
  private let state = Locked<(outcomes: [Int: MockCallOutcome], noticed: Int)>(([:], 0))

  init(runtime: ScenarioRuntime) { sequencer = runtime.sequencer(for: "Bank") }

  var outcomes: [Int: MockCallOutcome] { state.withLock { $0.outcomes } }
  var noticed: Int { state.withLock { $0.noticed } }

  func notice() -> Int {
    state.withLock { state in
      state.noticed += 1
      return state.noticed
    }
  }

  func call(task: Int, calls: Int, seed: Int) async {
    for call in 0..<calls {
      let id = task * 1000 + call
      let (method, arguments) = Self.call(id, seed)
      await result(id) { try await self.sequencer.answer(for: method, arguments: arguments) }
    }
  }

  /// Makes the calls from a thread that can't wait, and therefore without `slow`.
  func callOnThread(task: Int, calls: Int, seed: Int) async {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        for call in 0..<calls {
          let id = task * 1000 + call
          let (method, arguments) = Self.call(id, seed)
          self.resultNow(id) {
            try self.sequencer.answer(
              for: method == "slow" ? "plain" : method, arguments: arguments)
          }
        }
        continuation.resume()
      }
    }
  }

  func cancel(calls: Int, seed: Int) async {
    for call in 0..<calls {
      let id = 900_000 + call
      let (method, arguments) = Self.call(id, seed)
      let task = Task {
        await self.result(id) { try await self.sequencer.answer(for: method, arguments: arguments) }
      }
      if call.isMultiple(of: 2) { await Task.yield() }
      task.cancel()
      await task.value
    }
  }

  private static func call(_ id: Int, _ seed: Int) -> (String, MockArguments) {
    var number = UInt64(id) &* 0x9E37_79B9_7F4A_7C15 &+ UInt64(seed)
    number ^= number >> 31
    number = number &* 0xBF58_476D_1CE4_E5B9
    number ^= number >> 29
    return (methods[Int(number % 5)], ["id": .int(id), "n": .int(Int(number >> 8) & 7 + 1)])
  }

  private func result(_ id: Int, _ call: () async throws -> AnyCodableValue?) async {
    let outcome: MockCallOutcome
    do { outcome = .returned(try await call()) } catch { outcome = Self.outcome(error) }
    state.withLock { $0.outcomes[id] = outcome }
  }

  private func resultNow(_ id: Int, _ call: () throws -> AnyCodableValue?) {
    let outcome: MockCallOutcome
    do { outcome = .returned(try call()) } catch { outcome = Self.outcome(error) }
    state.withLock { $0.outcomes[id] = outcome }
  }

  private static func outcome(_ error: any Error) -> MockCallOutcome {
    (error as? MockServiceError).map { .threw($0) } ?? .cancelled
  }
}

extension AnyCodableValue {
  fileprivate subscript(name: String) -> AnyCodableValue? {
    guard case .dictionary(let members) = self else { return nil }
    return members[name]
  }
}
