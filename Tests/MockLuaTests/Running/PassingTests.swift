import MockLua
import MockPlatform
import MockServices
import Testing

struct PassedItem: Codable, Equatable, Sendable {
  var id: Int
  var name: String
}

/// A type that can't be represented as data.
final class PassedHandle: Sendable {}

enum PassedFailure: String, Error, MockErrorConvertible { case offline, busy }

@Mocked(errors: PassedFailure.self)
protocol PassedShop: Sendable {
  func find(id: Int) async throws -> PassedItem
  func title(_ name: String) throws -> String
  func count() -> Int
  func add(_ item: PassedItem) async throws
  func open() async -> PassedHandle
  func pair() async throws -> (first: Int, second: String)
  func prices(of id: Int) -> AsyncThrowingStream<Int, any Error>
}

/// The live service of the mocks, which records its calls.
final class LiveShop: PassedShop {
  let asked = Locked<[String]>([])
  let handle = PassedHandle()
  /// Whether an endless stream has ended because nothing reads it.
  let isAbandoned = Locked(false)

  private func note(_ text: String) { asked.withLock { $0.append(text) } }

  func find(id: Int) async throws -> PassedItem {
    note("find \(id)")
    guard id < 100 else { throw PassedFailure.offline }
    return PassedItem(id: id, name: "live \(id)")
  }
  func title(_ name: String) throws -> String {
    note("title \(name)")
    if name.isEmpty { throw PassedFailure.busy }
    return "live \(name)"
  }
  func count() -> Int { 7 }
  func add(_ item: PassedItem) async throws { note("add \(item.id)") }
  func open() async -> PassedHandle { handle }
  func pair() async throws -> (first: Int, second: String) { (1, "live") }
  func prices(of id: Int) -> AsyncThrowingStream<Int, any Error> {
    AsyncThrowingStream { continuation in
      guard id > 0 else {
        continuation.onTermination = { _ in self.isAbandoned.withLock { $0 = true } }
        continuation.yield(1)
        return
      }
      for price in 1...3 { continuation.yield(price * id) }
      continuation.finish(throwing: id > 9 ? PassedFailure.busy : nil)
    }
  }
}

/// Calls that a scenario passes through to the mock's live service.
@Suite struct PassingTests {
  /// Whether the mock belongs to an app in a live session, which applies to its whole process.
  var isInSession = false

  private func shop(
    _ script: String
  ) async throws -> (ScenarioRuntime, LiveShop, MockPassedShop) {
    let runtime = try ScenarioRuntime(source: script, name: "shop.lua", clock: .virtual())
    let live = LiveShop()
    guard isInSession else { return (runtime, live, MockPassedShop(passingTo: live, by: runtime)) }
    let session = try LiveSession(runtime)
    // The session ends with the process.
    _ = Unmanaged.passRetained(session)
    let registry = MockServiceRegistry()
    registry.register(MockPassedShop.self)
    let joined = await MockServiceBootstrap.configureIfNeeded(
      container: DependencyContainer(), registry: registry, environment: session.environment,
      log: { _ in })
    return (
      runtime, live, MockPassedShop(passingTo: live, by: try #require(joined).sequencers)
    )
  }

  @Test("A live session behaves the same", .timeLimit(.minutes(30)))
  func session() async {
    await #expect(processExitsWith: .success) {
      let tests = PassingTests(isInSession: true)
      try await tests.mixed()
      try await tests.errors()
      try await tests.forms()
      try await tests.changing()
      try await tests.waits()
      try await tests.stubs()
      try await tests.parallel()
      try await tests.abandoned()
    }
  }

  @Test("The live service responds to calls passed through, and the script to the rest")
  func mixed() async throws {
    let (runtime, live, mock) = try await shop(
      """
      service "PassedShop" {
        find = { when({ id = 1 }, reply { id = 1, name = "scripted" }), passthrough() },
      }
      """)
    #expect(try await mock.find(id: 1).name == "scripted")
    #expect(try await mock.find(id: 2).name == "live 2")
    #expect(live.asked.withLock { $0 } == ["find 2"])
    #expect(
      runtime.log.calls().map(\.description).last
        == #"#2 PassedShop.find {"id":2} -> {"id":2,"name":"live 2"}"#)
    try runtime.log.verify("PassedShop.find", arguments: MatchPattern(["id": 2]), called: 1)
  }

  @Test("A live service's error reaches the caller unchanged, and its code is logged")
  func errors() async throws {
    let (runtime, _, mock) = try await shop("service \"PassedShop\" :passthrough()")
    await #expect(throws: PassedFailure.offline) { try await mock.find(id: 100) }
    #expect(throws: PassedFailure.busy) { try mock.title("") }
    #expect(
      runtime.log.calls().map(\.outcome) == [
        .threw(MockServiceError(code: "offline", message: "offline")),
        .threw(MockServiceError(code: "busy", message: "busy")),
      ])
  }

  @Test("Every form of call that can be passed through gets the live service's result")
  func forms() async throws {
    let (runtime, live, mock) = try await shop("service \"PassedShop\" :passthrough()")
    #expect(try mock.title("a") == "live a")
    #expect(mock.count() == 7)
    try await mock.add(PassedItem(id: 3, name: "c"))
    #expect(await mock.open() === live.handle)
    #expect(try await mock.pair() == (1, "live"))
    var prices: [Int] = []
    for try await price in mock.prices(of: 2) { prices.append(price) }
    #expect(prices == [2, 4, 6])
    var last = 0
    await #expect(throws: PassedFailure.busy) {
      for try await price in mock.prices(of: 10) { last = price }
    }
    #expect(last == 30)
    #expect(live.asked.withLock { $0 } == ["title a", "add 3"])
    #expect(
      runtime.log.calls().map(\.method) == [
        "title", "count", "add", "open", "pair", "prices", "prices",
      ])
    #expect(runtime.log.calls()[5].outcome == .returned([2, 4, 6]))
  }

  @Test("A function can change the response, set state from it, or leave it unchanged")
  func changing() async throws {
    let (runtime, live, mock) = try await shop(
      """
      shared { last = "" }
      service "PassedShop" {
        find = {
          passthrough(function(answer, args, call) return { id = answer.id, name = answer.name .. "!" .. args.id .. call.count } end),
          passthrough(function(answer) return reply(answer) :set { last = answer.name } end),
          passthrough(function(answer) state.last = answer.name .. "?" end),
          passthrough(function() return passthrough() :set { last = "kept" } end),
          passthrough(function() return fail "busy" end),
        },
        open = passthrough(function() end),
      }
      """)
    #expect(try await mock.find(id: 1).name == "live 1!11")
    #expect(try await mock.find(id: 2).name == "live 2")
    #expect(runtime.sharedState["last"] == "live 2")
    #expect(try await mock.find(id: 3).name == "live 3")
    #expect(runtime.sharedState["last"] == "live 3?")
    #expect(try await mock.find(id: 4).name == "live 4")
    #expect(runtime.sharedState["last"] == "kept")
    await #expect(throws: PassedFailure.busy) { try await mock.find(id: 5) }
    // Functions don't change errors of the live service.
    await #expect(throws: PassedFailure.offline) { try await mock.find(id: 100) }
    #expect(await mock.open() === live.handle)
  }

  @Test("Gates, delays, and updates apply to a call passed through")
  func waits() async throws {
    let (runtime, live, mock) = try await shop(
      """
      shared { n = 0 }
      service "PassedShop" { find = passthrough() :gate "door" :after(250) :set { n = 1 } }
      """)
    async let item = mock.find(id: 4)
    try await runtime.gates.waitForCalls(1, at: "door")
    #expect(live.asked.withLock { $0 } == ["find 4"])
    #expect(runtime.sharedState["n"] == 0)
    try runtime.gates.open("door")
    #expect(try await item.id == 4)
    #expect(runtime.clock.elapsed == .milliseconds(250))
    #expect(runtime.sharedState["n"] == 1)
  }

  @Test("Without a live service, passing a call through is an error with a suggestion")
  func noLive() async throws {
    let runtime = try ScenarioRuntime(
      source: "service \"PassedShop\" { find = passthrough() }", name: "shop.lua",
      failureHandler: MockFailureHandler { _ in })
    let error = await #expect(throws: MockServiceError.self) {
      try await MockPassedShop(runtime).find(id: 1)
    }
    #expect(
      error?.message
        == "shop.lua:1: `PassedShop.find`, response 1, passes its calls through, but there is no live service; create the mock with `MockPassedShop(passingTo: live)`, or write `reply(...)` if the method is static, takes a completion handler, or returns a publisher"
    )
  }

  @Test("A live stream ends when its values are no longer read")
  func abandoned() async throws {
    let (_, live, mock) = try await shop("service \"PassedShop\" :passthrough()")
    for try await price in mock.prices(of: 0) {
      #expect(price == 1)
      break
    }
    for _ in 0..<3_000 where !live.isAbandoned.withLock({ $0 }) {
      try await Task.sleep(for: .milliseconds(10))
    }
    #expect(live.isAbandoned.withLock { $0 })
  }

  @Test("A stub takes precedence over the live service, and can pass a call through to it")
  func stubs() async throws {
    let (_, live, mock) = try await shop("service \"PassedShop\" :passthrough()")
    mock.on.find { id in
      guard id == 1 else { throw MockFallThrough() }
      return PassedItem(id: 1, name: "stub")
    }
    #expect(try await mock.find(id: 1).name == "stub")
    #expect(try await mock.find(id: 2).name == "live 2")
    #expect(live.asked.withLock { $0 } == ["find 2"])
  }

  @Test("Concurrent calls each get their own response from the live service")
  func parallel() async throws {
    let (runtime, _, mock) = try await shop("service \"PassedShop\" :passthrough()")
    await withTaskGroup(of: Bool.self) { group in
      for id in 0..<90 {
        group.addTask { (try? await mock.find(id: id).name) == "live \(id)" }
      }
      for await isRight in group { #expect(isRight) }
    }
    #expect(runtime.log.calls().count == 90)
  }

  @Test(
    "Invalid uses of `passthrough` are errors at their line",
    arguments: [
      (
        "passthrough { 1 }",
        "`passthrough` takes a function that changes the live response, not a table; write `passthrough()`,"
          + " or `reply(...)` to return data"
      ),
      (
        "passthrough(function() end, 2)",
        "`passthrough` takes one argument, not 2; write `passthrough(function(answer, args) ... end)`"
      ),
    ])
  func errors(text: String, expected: String) throws {
    let error = #expect(throws: ScenarioError.self) {
      try ScenarioRuntime(source: "service \"S\" {\n  m = \(text),\n}", name: "s.lua")
    }
    #expect("\(error.map { "\($0)" } ?? "")".contains(expected))
  }
}
