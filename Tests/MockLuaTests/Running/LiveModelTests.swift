import Foundation
import MockLua
import MockServices
import Testing

/// Functions of a script, static answers, conditions and resets at once, and a sequential model of the last run.
///
/// Callers wait or do not, are cancelled, and observe; the script asks its own services. Whatever a reset ends is
/// gone from the log, and what the log has left must follow from one order of single steps.
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
    "Functions, conditions, observers and resets: some order of single steps explains it",
    arguments: 0..<4)
  func model(seed: Int) async throws {
    let runtime = try ScenarioRuntime(source: Self.script, name: "bank.lua", clock: .virtual())
    let callers = Callers(runtime: runtime)
    let observation = runtime.sharedState.subject(for: "last")?.sink { [callers] _ in
      // It runs outside of all locks, and so it may ask for anything.
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

  /// Explains what the log has of the time since the last reset.
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
    // Each sum continues the one before it; where one lacks, a call was cancelled after its function had run.
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

/// Those who call, and what they saw, by the number that each call carries.
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

  /// The same on a thread that cannot wait, and so without `slow`.
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
