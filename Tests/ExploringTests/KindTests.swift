import MockLua
import MockLuaTools
import MockServices
import Testing

@testable import MockLuaTesting

@Mocked
protocol BeatService: Sendable {
  func beats() -> AsyncThrowingStream<Int, any Error>
}

@Suite("Explored schedules")
struct KindTests {
  /// Returns the schedules of a body's runs, in order.
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

  @Test("Every order runs once, starting with the fewest differences")
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

  @Test("Schedules with more differences are sampled at random from a fixed seed")
  func walks() async throws {
    let first = try await plans([.orders], deviations: 1, walks: 5, Self.three)
    #expect(first.count == 9)
    #expect(first.suffix(5).allSatisfy { $0 == "plain" })
  }

  @Test("Each call fails with the app's own error codes, an empty list, and no value")
  func failures() async throws {
    #expect(
      try await plans([.failures]) { service in
        _ = try? await service.find("a")
        _ = try? await service.note()
      } == [
        "plain", "1!offline", "1!unauthorized", "1~empty", "2!offline", "2!unauthorized", "2~null",
      ])
  }

  @Test("A call gets each response that has a chance")
  func chances() async throws {
    let script =
      #"service "ShopService" { note = { fail("offline") :chance(0.001), reply "new" :chance(0.001), reply "old" } }"#
    let found = Locked<[String]>([])
    let result = try await plans([.orders]) { _ in
      let runtime = try ScenarioRuntime(source: script, name: "chance.lua", clock: .virtual())
      let note = try? await MockShopService(runtime).note()
      found.withLock { $0.append(note ?? "failed") }
    }
    #expect(result == ["plain", "1~1", "1~2"])
    #expect(found.withLock { $0 } == ["old", "failed", "new"])
  }

  @Test("A stream that stays open fails after pushed values, too")
  func pushes() async throws {
    let found = Locked<[Int]>([])
    let result = try await plans([.failures]) { _ in
      let runtime = try ScenarioRuntime(
        source: #"service "BeatService" { beats = stream {} :stays_open() }"#, name: "push.lua",
        clock: .virtual())
      let mock = MockBeatService(runtime)
      let reader = Task {
        var count = 0
        do { for try await _ in mock.beats() { count += 1 } } catch { count += 10 }
        return count
      }
      await Explored.settle()
      if runtime.context.pushTargets.isOpen("BeatService.beats") { mock.push.beats(1) }
      if runtime.context.pushTargets.isOpen("BeatService.beats") { mock.push.beats(2) }
      if runtime.context.pushTargets.isOpen("BeatService.beats") { mock.push.beats.finish() }
      let count = await reader.value
      found.withLock { $0.append(count) }
    }
    #expect(result == ["plain", "1!failure", "1!failure@1", "1!failure@2"])
    #expect(found.withLock { $0 } == [2, 10, 11, 12])
  }

  @Test("Calls of a second or restarted scenario count as separate calls")
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

  @Test("A call that only happens after a failure can fail too")
  func retries() async throws {
    #expect(
      try await plans([.failures([.code("offline")])]) { service in
        if (try? await service.item(1)) == nil { _ = try? await service.item(1) }
      } == ["plain", "1!offline", "1!offline,2!offline"])
  }

  @Test("If pairs are enabled, any two calls fail together, but only those of the named methods")
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

  @Test("Orders and failures can be combined")
  func combined() async throws {
    #expect(
      try await plans([.orders, .failures([.code("offline")], of: ["ShopService.note"])]) {
        service in
        async let a = try? service.item(1)
        async let b = try? service.note()
        _ = await (a, b)
      } == ["plain", "2!offline", "2", "2,2!offline"])
  }

  @Test("A cancelled call and a call without a response end with their test")
  func never() async throws {
    #expect(
      try await plans([.failures([.cancelled, .never])]) { service in
        _ = try? await service.item(1)
      } == ["plain", "1~cancelled", "1~never"])
  }

  @Test("A call whose response isn't awaited is reported as advice, not as an issue")
  func late() async throws {
    let (outcome, advice) = try await outcome {
      let service = MockShopService()
      Task { _ = try? await service.item(1) }
      await Explored.step()
    }
    #expect(outcome.issue == nil)
    #expect(
      advice == [
        "the test ended before ShopService.item {\"id\":1} #1 (shop.lua:5) got a response, so it does"
          + " not check the response's effect; await the response, or end the test with `await Explored.settle()`"
      ])
  }

  @Test("Reached limits report what wasn't tried")
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

  @Test("Fields without an expectation are reported, and the test passes")
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
        2 of 3 fields can have any value without failing this test:
        ShopService.find {"text":"a"} #1 (shop.lua:1): `$[1]`
        ShopService.price {"id":1} #1 (shop.lua:1): `$`
        """
      ])
  }

  @Test("A nondeterministic body is reported as advice, not as a bug")
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
        "the schedule \"2\" does not repeat: it failed once, and not again; exploring does not control threads"
      )
        == true)
    #expect(advice.first?.contains("\nfirst: 1 [2]; calls: ") == true)
    #expect(advice.first?.contains("\nagain: 1 [2]; calls: ") == true)
  }

  @Test("The current schedule is kept in a file and reported if the process exits")
  func planFile() throws {
    let file = PlanFile(test: "KindTests.planFile")
    let advice = Locked<[String]>([])
    file.write(Plan(choices: ["2", "1"]))
    // This process is still running.
    file.adviseOfLast { text in advice.withLock { $0.append(text) } }
    #expect(advice.withLock { $0 }.isEmpty)
    file.write("999999999 2-1")
    file.adviseOfLast { text in advice.withLock { $0.append(text) } }
    file.remove()
    file.adviseOfLast { text in advice.withLock { $0.append(text) } }
    #expect(
      advice.withLock { $0 } == [
        "the process that last explored this test ended during the schedule \"2-1\"; run the test with"
          + " `replay: \"2-1\"`"
      ])
  }

  @Test("Without runtime hooks, one sentence explains the limitation")
  func obstacle() {
    #expect(ExecutorHooks.obstacle == nil)
    #expect(
      ExecutorHooks.install("swift_noHook", "swift_noOtherHook")
        == "exploring needs `swift_noHook` and `swift_noOtherHook`, which the Swift runtime of this process"
        + " does not have; run this test with a toolchain whose runtime is a shared library")
  }

  @Test("A run's trace contains its schedule and can be read back")
  func traced() async throws {
    let traces = Locked<[[UInt8]]>([])
    let (outcome, _) = try await outcome([.failures([.code("offline")])]) {
      _ = try? await MockShopService().item(1)
      let trace = CurrentScenario.session?.trace(
        test: "T/explored()", issues: [], scenarioIssues: [])
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
        == [nil, "with ShopService.item {\"id\":1} #1 (shop.lua:5) failing with \"offline\""])
  }

  @Test(
    "A schedule's text reads back as the same schedule",
    arguments: ["plain", "2-1", "g-2-t", "2-1,3!offline", "1~never,2~$.a[0]"])
  func plans(text: String) throws {
    #expect(try Plan(text).description == text)
  }
}
