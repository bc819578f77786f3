import MockLua
import MockServices
import Testing

@testable import MockLuaTesting

/// Expects a test to record issues with exactly these texts.
///
/// Apply this trait before all others.
struct FailsWith: TestTrait, TestScoping {
  var texts: [String]
  var isWarning = false

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let found = Locked<[(text: String, isFailure: Bool)]>([])
    let watch: IssueHandlingTrait = .compactMapIssues { issue in
      guard Test.current != nil else { return nil }
      let texts = issue.error.map { ["\($0)"] } ?? []
      let text = (texts + issue.comments.map(\.rawValue)).joined(separator: "\n")
      found.withLock { $0.append((text, issue.isFailure)) }
      return nil
    }
    try await watch.provideScope(for: test, testCase: testCase, performing: function)
    let all = found.withLock { $0 }
    #expect(all.map(\.text) == texts, sourceLocation: test.sourceLocation)
    #expect(all.allSatisfy { $0.isFailure != isWarning }, sourceLocation: test.sourceLocation)
  }
}

extension Trait where Self == FailsWith {
  static func fails(_ texts: String...) -> Self { FailsWith(texts: texts) }
  static func warns(_ texts: String...) -> Self { FailsWith(texts: texts, isWarning: true) }
}

enum LatchError: String, Error, CaseIterable {
  case locked, jammed
}

@Mocked
protocol Latch: Sendable {
  func open() throws(LatchError)
}

@Suite("Explored tests")
struct TraitTests {
  static let script = """
    service "ShopService" {
      find = function(args) return { args.text } end,
      item = reply "tea",
      place = reply(1) :gate "till",
      price = reply(7) :after(1000),
      note = reply "soon",
    }
    """

  static let stale =
    "with the response of ShopService.find {\"text\":\"ab\"} #2 (shop.lua:2) before the response of {\"text\":\"a\"} #1"
    + " (run 2 of exploring; replay: \"2\")"

  @Test(
    "A failed expectation reports the schedule at its own line", .fails(stale),
    .exploring(.orders, time: .hour),
    .scenario(source: script, name: "shop.lua"))
  @MainActor func plan() async {
    let search = Search(false)
    search.search("a")
    search.search("ab")
    await Explored.settle()
    #expect(search.results == ["ab"])
  }

  @Test(
    "A single schedule can be run",
    .fails(
      "with the response of ShopService.find {\"text\":\"ab\"} #2 (shop.lua:2) before the response of {\"text\":\"a\"} #1; replay:"
        + " \"2-1\""), .exploring(replay: "2-1"), .scenario(source: script, name: "shop.lua"))
  @MainActor func replayed() async {
    let search = Search(false)
    search.search("a")
    search.search("ab")
    await Explored.settle()
    #expect(search.results == ["ab"])
  }

  @Test(
    "A plan that finds nothing says so",
    .warns("the schedule \"1-2\" finds no issue; remove `replay:`"),
    .exploring(replay: "1-2"), .scenario(source: script, name: "shop.lua"))
  func nothing() async throws {
    async let first = MockShopService().item(1)
    async let second = MockShopService().item(2)
    _ = try await (first, second)
  }

  @Test(
    "An invalid schedule is reported with the expected format",
    .fails(
      "`2=1` isn't a schedule; copy one from an issue, such as `2-1,3!offline`"),
    .exploring(replay: "2=1"), .scenario(source: script, name: "shop.lua"))
  func noPlan() {}

  @Test(
    "A schedule that can't be followed is reported",
    .warns(
      "the schedule \"4-1\" cannot be followed: it chooses `4`, but the choices are 1, 2; explore the test again"
    ),
    .exploring(replay: "4-1"), .scenario(source: script, name: "shop.lua"))
  func unfollowed() async throws {
    async let first = MockShopService().item(1)
    async let second = MockShopService().item(2)
    _ = try await (first, second)
  }

  @Test(
    "A body that can never end is reported with the waiting calls",
    .fails(
      "the test can never end: none of its tasks can run, no response is pending, and nothing sleeps;"
        + " ShopService.place {\"item\":\"tea\"} #1 (shop.lua:4) waits at the gate `till`, which nothing opens\n"
        + "without reordering or injected failures (run 1 of exploring)"),
    .exploring(time: .hour), .scenario(source: script, name: "shop.lua"))
  func neverEnds() async {
    _ = try? await MockShopService().place("tea")
  }

  @Test(
    "A polling body is reported with a better way to wait",
    .fails(
      "the test never becomes idle: something in it keeps running; if it polls, wait"
        + " with `Explored.step()` or on the scenario's clock\n"
        + "without reordering or injected failures (run 1 of exploring)"),
    .exploring(time: .hour), .scenario(source: script, name: "shop.lua"))
  func neverRests() async {
    let service = MockShopService()
    let task = Task { _ = try? await service.item(1) }
    while !Task.isCancelled { await Task.yield() }
    await task.value
  }

  @Test(
    "An error thrown by the body is an issue with its schedule",
    .fails(
      "noItem\nwith ShopService.item {\"id\":1} #1 (shop.lua:3) failing with \"offline\""
        + " (run 2 of exploring; replay: \"1!offline\")"),
    .exploring(.failures, time: .hour), .scenario(source: script, name: "shop.lua"))
  func thrown() async throws {
    enum Wrong: Error { case noItem }
    guard let item = try? await MockShopService().item(1) else { throw Wrong.noItem }
    #expect(item == "tea")
  }

  @Test(
    "An injected failure that the body rethrows isn't an issue",
    .exploring(.failures, .failures([.cancelled]), time: .hour),
    .scenario(source: script, name: "shop.lua"))
  func handedOn() async throws {
    #expect(try await MockShopService().item(1) == "tea")
  }

  @Test(
    "Each argument is explored separately", .exploring(time: .hour),
    .scenario(source: script, name: "shop.lua"),
    arguments: [1, 2])
  func arguments(number: Int) async throws {
    async let first = MockShopService().item(number)
    async let second = MockShopService().item(number)
    #expect(try await [first, second] == ["tea", "tea"])
  }

  @Test(
    "Exploring part of a test uses a fresh scenario for each run",
    .scenario(source: script, name: "shop.lua"))
  func part() async throws {
    _ = try await MockShopService().item(1)
    let runs = Locked(0)
    try await explore(time: .hour) {
      let log = try ScenarioRuntime.current.log
      #expect(log.count == 0)
      async let first = MockShopService().item(1)
      async let second = MockShopService().item(2)
      _ = try await (first, second)
      #expect(log.count == 2)
      runs.withLock { $0 += 1 }
    }
    #expect(runs.withLock { $0 } == 2)
    verify("ShopService.item", called: 1)
  }

  @Suite("In a suite with a scenario", .scenario(source: script, name: "shop.lua"))
  struct Inner {
    @Test(
      "Each run of a test has a fresh scenario, even though its suite already has one",
      .exploring(time: .hour))
    func fresh() async throws {
      #expect(try ScenarioRuntime.current.log.count == 0)
      async let first = MockShopService().item(1)
      async let second = MockShopService().item(2)
      _ = try await (first, second)
    }
  }

  @Test("Stubs are held back like responses", .exploring(time: .hour), .mocked)
  func stubs() async throws {
    let service = MockShopService()
    service.on.item { id in "stub \(id)" }
    let order = ConcurrencyModel.Events()
    async let first: Void = order.add(try await service.item(1))
    async let second: Void = order.add(try await service.item(2))
    _ = try await (first, second)
    let isFirst = CurrentRun.value?.plan.choices.first != "2"
    #expect(order.all == (isFirst ? ["stub 1", "stub 2"] : ["stub 2", "stub 1"]))
  }

  @Test(
    "Delays elapse in order, in the baseline run and in every other run",
    .scenario(source: script, name: "shop.lua"))
  func delays() async throws {
    let seen = Locked<Set<[String]>>([])
    try await explore(time: .hour) {
      let events = ConcurrencyModel.Events()
      let service = MockShopService()
      let clock = try ScenarioRuntime.current.clock
      async let slow: Void = events.add("price \(try await service.price(1))")
      async let fast: Void = events.add(try await service.item(1))
      async let timer: Void = { @Sendable in
        try await clock.sleep(for: .milliseconds(500))
        events.add("500 ms")
      }()
      _ = try await (slow, fast, timer)
      if Explored.isBaseline {
        #expect(events.all == ["tea", "500 ms", "price 7"])
        #expect(clock.elapsed == .seconds(1))
      }
      seen.withLock { _ = $0.insert(events.all) }
    }
    #expect(seen.withLock { $0.count } == 6)
  }

  @Test(
    "A code with which no call can fail is an issue",
    .fails("no call of the test can fail with `.code(\"lokced\")`; did you mean `locked`?"),
    .exploring(.failures([.code("lokced"), .code("jammed")]), time: .hour), .mocked)
  func unknownCode() {
    let latch = MockLatch()
    latch.on.open {}
    try? latch.open()
  }

  @Test(
    "A manual clock doesn't advance until the test moves it", .exploring(time: .hour),
    .mocked(clock: .virtual(manual: true)))
  func manual() async throws {
    // An explored test must make a call.
    let service = MockShopService()
    service.on.note { nil }
    _ = try? await service.note()
    let clock = try ScenarioRuntime.current.clock
    let isAwake = Locked(false)
    let task = Task {
      try await clock.sleep(for: .seconds(2))
      isAwake.withLock { $0 = true }
    }
    await Explored.settle()
    #expect(!isAwake.withLock { $0 })
    await clock.advance(by: .seconds(1))
    #expect(!isAwake.withLock { $0 })
    await clock.advance(by: .seconds(1))
    await Explored.step()
    #expect(isAwake.withLock { $0 })
    try await task.value
  }
}
