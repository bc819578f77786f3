import MockLua
import MockServices
import Testing

@testable import MockLuaTesting

@Suite("What is tried")
struct KindTests {
  /// The plans under which a body has run, in order.
  private func plans(
    _ kinds: [Exploration], deviations: Int = 2, walks: Int = 0,
    _ body: @escaping @Sendable (any ShopService) async throws -> Void
  ) async throws -> [String] {
    let plans = Locked<[String]>([])
    var limits = ExplorationLimits()
    (limits.deviations, limits.walks) = (deviations, walks)
    let (outcome, _) = try await outcome(kinds, limits: limits) {
      plans.withLock { $0.append(CurrentRun.value?.plan.description ?? "-") }
      try await body(MockShopService())
    }
    #expect(outcome.issue == nil)
    return plans.withLock { $0 }
  }

  private static let three: @Sendable (any ShopService) async throws -> Void = { service in
    async let a = service.item(1)
    async let b = service.item(2)
    async let c = service.item(3)
    _ = try await (a, b, c)
  }

  @Test("All orders, each once, those that differ least first")
  func orders() async throws {
    #expect(
      try await plans([.orders], Self.three) == ["plain", "2", "3", "1-3", "2-3", "3-2"])
    #expect(try await plans([.orders], deviations: 1, Self.three) == ["plain", "2", "3", "1-3"])
    #expect(
      try await plans([.orders]) { service in
        _ = try await service.item(1)
        _ = try await service.item(2)
      } == ["plain"])
  }

  @Test("What differs in more places is left to chance, from a fixed start")
  func walks() async throws {
    let first = try await plans([.orders], deviations: 1, walks: 5, Self.three)
    #expect(first.count == 9)
    #expect(first.suffix(5).allSatisfy { $0 == "plain" })
  }

  @Test("Each call fails by the codes of the app's own error, an empty list, and no value")
  func failures() async throws {
    #expect(
      try await plans([.failures]) { service in
        _ = try? await service.find("a")
        _ = try? await service.note()
      } == [
        "plain", "1!offline", "1!unauthorized", "1~empty", "2!offline", "2!unauthorized", "2~null",
      ])
  }

  @Test("Calls of a second scenario, and of one that has begun again, are calls of their own")
  func scenarios() async throws {
    #expect(
      try await plans([.orders, .failures([.code("offline")])], deviations: 1) { service in
        let other = MockShopService(
          try ScenarioRuntime(source: shopScript, name: "other.lua", clock: .virtual()))
        async let a = try? service.note()
        async let b = try? other.note()
        _ = await (a, b)
      } == ["plain", "1!offline", "10001!offline", "10001"])
    #expect(
      try await plans([.failures([.code("offline")])]) { service in
        _ = try? await service.note()
        try await ScenarioRuntime.current.reset()
        _ = try? await service.note()
      } == ["plain", "1!offline", "10001!offline"])
  }

  @Test("A call that only a failure brings about fails as well")
  func retries() async throws {
    #expect(
      try await plans([.failures([.code("offline")])]) { service in
        if (try? await service.item(1)) == nil { _ = try? await service.item(1) }
      } == ["plain", "1!offline", "1!offline,2!offline"])
  }

  @Test("Any two calls fail where pairs are asked for, and only methods that are named")
  func pairs() async throws {
    let faults = [Exploration.Fault.code("offline")]
    #expect(
      try await plans([.failures(faults, pairs: true)]) { service in
        _ = try? await service.item(1)
        _ = try? await service.note()
      } == ["plain", "1!offline", "2!offline", "1!offline,2!offline"])
    #expect(
      try await plans([.failures(faults, of: ["ShopService.note"])]) { service in
        _ = try? await service.item(1)
        _ = try? await service.note()
      } == ["plain", "2!offline"])
  }

  @Test("Kinds combine: orders with a failure in them")
  func combined() async throws {
    #expect(
      try await plans([.orders, .failures([.code("offline")], of: ["ShopService.note"])]) {
        service in
        async let a = try? service.item(1)
        async let b = try? service.note()
        _ = await (a, b)
      } == ["plain", "2!offline", "2", "2,2!offline"])
  }

  @Test("A call that is cancelled, and one that is never answered, end with their test")
  func never() async throws {
    #expect(
      try await plans([.failures([.cancelled, .never])]) { service in
        _ = try? await service.item(1)
      } == ["plain", "1~cancelled", "1~never"])
  }

  @Test("A call whose answer nobody awaits is told, and no issue")
  func late() async throws {
    let (outcome, advice) = try await outcome {
      let service = MockShopService()
      Task { _ = try? await service.item(1) }
      await Explored.step()
    }
    #expect(outcome.issue == nil)
    #expect(
      advice == [
        "the test has ended without the response of ShopService.item #1 (shop.lua:5), and so does not check"
          + " its effects; await it, or end the test with `await Explored.settle()`"
      ])
  }

  @Test("Limits say what was not tried")
  func limits() async throws {
    let (outcome, advice) = try await outcome(limits: ExplorationLimits(runs: 3)) {
      try await Self.three(MockShopService())
    }
    #expect(outcome.runs == 3)
    #expect(
      advice == [
        "exploring stopped after 3 runs, with at least 3 more to try; raise `limit:` or `time:`, or"
          + " explore less at once"
      ])
  }

  @Test("Fields that no expectation looks at are told, and nothing fails")
  func mutations() async throws {
    let script = """
      service "ShopService" { find = reply { "Ann", "Bo 9" }, price = reply(40) }
      """
    let (outcome, advice) = try await outcome([.mutations], script: script) {
      let service = MockShopService()
      let found = try await service.find("a")
      #expect(found.first == "Ann")
      let price = try await service.price(1)
      #expect(price > 30)
    }
    #expect(outcome.issue == nil)
    #expect(
      advice == [
        """
        2 of 3 fields can have any value, and this test does not notice:
        ShopService.find #1 (shop.lua:1): `$[1]`
        ShopService.price #1 (shop.lua:1): `$`
        """
      ])
  }

  @Test("A body that does not do the same again is told, and is no issue of a bug")
  func unrepeatable() async throws {
    let runs = Locked(0)
    let (outcome, advice) = try await outcome {
      let run = runs.withLock { runs in
        runs += 1
        return runs
      }
      let service = MockShopService()
      async let a = service.item(1)
      async let b = service.item(2)
      _ = try await (a, b)
      #expect(run != 2)
    }
    #expect(outcome.issue != nil)
    #expect(advice.count == 1)
    #expect(
      advice.first?.hasPrefix(
        "the schedule \"2\" does not repeat: it failed once, and not again; exploring does not control work"
      )
        == true)
    #expect(advice.first?.contains("\nfirst: 1 [2]; calls: ") == true)
    #expect(advice.first?.contains("\nagain: 1 [2]; calls: ") == true)
  }

  @Test("A plan is left in a file while it is tried, and told where the process has ended")
  func planFile() throws {
    let file = PlanFile(test: "KindTests.planFile")
    let advice = Locked<[String]>([])
    file.write(Plan(choices: ["2", "1"]))
    // This process lives.
    file.adviseOfLast { text in advice.withLock { $0.append(text) } }
    #expect(advice.withLock { $0 }.isEmpty)
    file.write("999999999 2-1")
    file.adviseOfLast { text in advice.withLock { $0.append(text) } }
    file.remove()
    file.adviseOfLast { text in advice.withLock { $0.append(text) } }
    #expect(
      advice.withLock { $0 } == [
        "the process that explored this test last has ended under the schedule \"2-1\": run the test with"
          + " `replay: \"2-1\"`"
      ])
  }

  @Test("Where the runtime has no hooks, one sentence says so")
  func obstacle() {
    #expect(ExecutorHooks.obstacle == nil)
    #expect(
      ExecutorHooks.install("swift_noHook", "swift_noOtherHook")
        == "exploring needs `swift_noHook` and `swift_noOtherHook`, which the Swift runtime of this process"
        + " does not have; run this test with a toolchain whose runtime is a shared library")
  }

  @Test("The trace of a run has its plan, and is read with it")
  func traced() async throws {
    let traces = Locked<[[UInt8]]>([])
    let (outcome, _) = try await outcome([.failures([.code("offline")])]) {
      _ = try? await MockShopService().item(1)
      let trace = CurrentScenario.session?.trace(test: "T/explored()", issues: [], scenarioIssues: [])
      traces.withLock { $0.append(trace?.utf8 ?? []) }
    }
    #expect(outcome.issue == nil)
    let headers = try traces.withLock { $0 }.map { bytes in
      var reader = MockTraceReader(file: "test.trace.jsonl")
      for line in bytes.split(separator: 10) { try reader.add(Array(line)) }
      return try reader.finish().header
    }
    #expect(headers.map(\.plan) == [nil, "1!offline"])
    #expect(
      headers.map(\.planInWords)
        == [nil, "with ShopService.item #1 (shop.lua:5) failing with \"offline\""])
  }

  @Test(
    "A plan is read as it is written",
    arguments: ["plain", "2-1", "g-2-t", "2-1,3!offline", "1~never,2~$.a[0]"])
  func plans(text: String) throws {
    #expect(try Plan(text).description == text)
  }
}
