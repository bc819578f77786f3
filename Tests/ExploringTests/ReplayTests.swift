import Dispatch
import Foundation
import MockLua
import MockServices
import Testing

@testable import MockLuaTesting

/// A way for an app to have several calls in flight.
struct ConcurrencyModel: Sendable, CustomTestStringConvertible {
  var testDescription: String
  var body: @Sendable (Events) async throws -> Void

  /// The events so far, in order.
  final class Events: Sendable {
    private let list = Locked<[String]>([])
    var all: [String] { list.withLock { $0 } }
    func add(_ event: String) { list.withLock { $0.append(event) } }
  }

  static let all = [
    ConcurrencyModel(testDescription: "main actor") { events in
      try await onMainActor(events)
    },
    ConcurrencyModel(testDescription: "actors") { events in
      let (first, second) = (Caller(events), Caller(events))
      async let one: Void = first.call(1)
      async let two: Void = second.call(2)
      async let three: Void = first.call(3)
      _ = await (one, two, three)
    },
    ConcurrencyModel(testDescription: "task groups") { events in
      await withTaskGroup(of: Void.self) { group in
        for id in 1...3 {
          group.addTask {
            events.add((try? await MockShopService().item(id)) ?? "-")
            events.add("\((try? await MockShopService().price(id)) ?? 0)")
          }
        }
      }
    },
    ConcurrencyModel(testDescription: "detached tasks") { events in
      let service = MockShopService()
      let tasks = (1...3).map { id in
        Task.detached {
          events.add((try? await service.item(id)) ?? "-")
          events.add("\((try? await service.price(id)) ?? 0)")
        }
      }
      for task in tasks { await task.value }
    },
    ConcurrencyModel(testDescription: "debounce") { events in
      let clock = try ScenarioRuntime.current.clock
      let service = MockShopService()
      for id in 1...3 {
        Task {
          try? await clock.sleep(for: .milliseconds(100 * id))
          events.add((try? await service.item(id)) ?? "-")
        }
        await Explored.step()
      }
      await Explored.settle()
    },
    ConcurrencyModel(testDescription: "completion handlers") { events in
      let service = MockLegacyService()
      for id in 1...3 {
        service.item(id) { events.add((try? $0.get()) ?? "-") }
      }
      await Explored.settle()
    },
    ConcurrencyModel(testDescription: "streams") { events in
      let service = MockLegacyService()
      let tasks = (1...2).map { id in
        Task {
          for try await tick in service.ticks(id * 10) { events.add("\(tick)") }
        }
      }
      for task in tasks { try await task.value }
    },
    ConcurrencyModel(testDescription: "yields") { events in
      let service = MockShopService()
      await withTaskGroup(of: Void.self) { group in
        for id in 1...3 {
          group.addTask {
            for _ in 0..<4 { await Task.yield() }
            events.add((try? await service.item(id)) ?? "-")
            await Task.yield()
            events.add("after \(id)")
          }
        }
      }
    },
  ]

  @MainActor private static func onMainActor(_ events: Events) async throws {
    let service = MockShopService()
    let tasks = (1...3).map { id in
      Task {
        events.add((try? await service.item(id)) ?? "-")
        events.add("\((try? await service.price(id)) ?? 0)")
      }
    }
    for task in tasks { await task.value }
  }

  actor Caller {
    private let service = MockShopService()
    private let events: Events
    init(_ events: Events) { self.events = events }
    func call(_ id: Int) async { events.add((try? await service.item(id)) ?? "-") }
  }
}

@Suite("Replayed schedules")
struct ReplayTests {
  /// The number of replays, from `MOCKLUA_REPLAYS`.
  ///
  /// If it is set, four busy loops run at the same time.
  private static let asked = ProcessInfo.processInfo.environment["MOCKLUA_REPLAYS"].flatMap {
    Int($0)
  }

  @Test("Every replay does the same", arguments: ConcurrencyModel.all)
  func same(model: ConcurrencyModel) async throws {
    let isOver = Locked(false)
    defer { isOver.withLock { $0 = true } }
    if Self.asked != nil {
      for _ in 0..<4 {
        Thread.detachNewThread { while !isOver.withLock({ $0 }) {} }
      }
    }
    let test = try #require(Test.current)
    let explored = ExploredTest(
      test: test, testCase: Test.Case.current, sourceLocation: test.sourceLocation)
    let session = try ScenarioSession(source: shopScript, name: "shop.lua")
    var found: [[String]: Int] = [:]
    for _ in 0..<(Self.asked ?? 50) {
      let events = ConcurrencyModel.Events()
      let result = await explored.perform(ExploringRun(Plan(seed: 7), isSilent: true), nil) {
        try await session.again().performing(at: test.sourceLocation) {
          try await model.body(events)
        }
      }
      #expect(result.verdict == nil)
      #expect(result.error == nil)
      found[result.steps + events.all, default: 0] += 1
    }
    let counts = found.values.sorted(by: >)
    #expect(counts.count == 1, "\(counts)")
    #expect(found.keys.first?.isEmpty == false)
    if Self.asked != nil { print("\(model.testDescription): \(counts)") }
  }

  @Test("A schedule determines the order of the responses")
  func orders() async throws {
    let test = try #require(Test.current)
    let explored = ExploredTest(
      test: test, testCase: nil, sourceLocation: test.sourceLocation)
    let session = try ScenarioSession(source: shopScript, name: "shop.lua")
    for plan in ["3-1", "2-3-1", "3-2-1", "plain"] {
      let result = await explored.perform(ExploringRun(try Plan(plan), isSilent: true), nil) {
        try await session.again().performing(at: test.sourceLocation) {
          let service = MockShopService()
          async let a = service.item(1)
          async let b = service.item(2)
          async let c = service.item(3)
          _ = try await (a, b, c)
        }
      }
      let expected = [
        "3-1": [3, 1, 2], "2-3-1": [2, 3, 1], "3-2-1": [3, 2, 1], "plain": [1, 2, 3],
      ]
      #expect(result.answered == expected[plan])
      #expect(result.mismatch == nil)
    }
  }

  @Test("500 runs of a test with three calls")
  func speed() async throws {
    let start = ContinuousClock.now
    var runs = 0
    while runs < 500 {
      let (outcome, advice) = try await outcome {
        let service = MockShopService()
        async let a = service.item(1)
        async let b = service.item(2)
        async let c = service.item(3)
        _ = try await (a, b, c)
      }
      #expect(outcome.issue == nil)
      #expect(outcome.runs == 6)
      #expect(advice.isEmpty)
      runs += outcome.runs
    }
    // Machines differ, so this test only expects the runs to take seconds.
    if Self.asked != nil { print("\(runs) runs in \(ContinuousClock.now - start)") }
  }
}
