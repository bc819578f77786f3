import Foundation
import MockLua
import MockScenarios
import MockServices
import Testing

@testable import MockLuaTesting

/// Tests that fail on purpose, which ``FailingSuiteTests`` runs in a separate process.
///
/// Each leaves a trace.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["MOCKLUA_FAILS_ON_PURPOSE"] != nil))
struct FailsOnPurpose {
  static let script = """
    shared { status = 0, seen = "" }
    service "S" :bind "status" {
      broken = function(args) return args.user.name end,
      passes = function(args) return services.S.broken(args) end,
      once = { reply(1), exhausted = "error" },
      fatal = { reply(1), exhausted = "fatalError" },
      matched = { when({ id = 1, kind = is.one_of { "a", "b" } }, reply(1)), when({ id = 2 }, reply(2)) },
      text = reply "text" :after(250),
      gated = reply(1) :gate "door",
      close = reply() :set { status = 9 },
      orders = { by = "id", reply "placed" },
      roll = function() return random(1, 1000000) end,
      slow = function(args, call)
        sleep(40)
        state.seen = "call " .. call.count
        return { count = call.count, seen = state.seen }
      end,
      words = stream { "a", "b" } :every(10) :fails("broken"),
    }
    """

  static let counters = """
    service "Counter" {
      count = { when({ off = "x" }, reply(1)), reply { value = 2, extra = true } },
      refresh = reply(1),
      unread = fail("full"),
      stuck = fail("jammed"),
      waiting = function() sleep(50) return 1 end,
    }
    service "Oracle" { ask = fail("dark") }
    """

  // MARK: - Issues

  @Test(.scenario(source: script, name: "script.lua")) func scriptErrors() async {
    _ = try? await call("S.passes", ["x": 1])
  }

  @Test(.scenario(source: script, name: "script.lua")) func exhaustedSequences() async throws {
    try await call("S.once")
    _ = try? await call("S.once")
    _ = try? await call("S.fatal")
    _ = try? await call("S.fatal")
  }

  @Test(.scenario(source: script, name: "script.lua")) func unconfiguredCalls() async {
    _ = try? await call("S.txet")
  }

  @Test(.scenario(source: script, name: "script.lua")) func unmatchedCalls() async {
    _ = try? await call("S.matched", ["id": 3, "kind": "c"])
  }

  @Test(.scenario("../Scripts/described.lua")) func wrongRequests() async throws {
    _ = try? await ScenarioRuntime.current.sequencer(for: "https://shop.example")
      .nextDecodedValue(
        for: "GET /pets", arguments: ["query": ["limit": "x"]], as: AnyCodableValue.self)
  }

  @Test(.scenario(source: script, name: "script.lua")) func wrongValues() async throws {
    _ = try? await ScenarioRuntime.current.sequencer(for: "S")
      .nextDecodedValue(for: "text", as: Int.self)
  }

  @Test(.scenario(source: script, name: "script.lua")) func unimplementedCalls() async {
    let closure: @Sendable (Int) async throws -> Void = unimplementedClosure("S.closure(id:)")
    _ = try? await closure(2)
  }

  @Test(.scenario(source: script, name: "script.lua")) func wrongState() async throws {
    let runtime = try ScenarioRuntime.current
    let subject = runtime.sharedState.subject(for: "status", as: Status.self, default: .open)
    try await call("S.close")
    #expect(subject?.value == .open)
  }

  @Test(.scenario(source: counters, name: "script.lua")) func lostErrors() {
    #expect(MockCounter().unread() == 0)
  }

  @Test(.scenario(source: counters, name: "script.lua")) func skippedWaits() {
    #expect(MockCounter().waiting() == 1)
  }

  @Test(.scenario(source: counters, name: "script.lua")) func contracts() async throws {
    _ = try await MockCounter().count(of: "Ada")
  }

  @Test(.scenario(source: script, name: "script.lua")) func waitingCalls() async throws {
    let runtime = try ScenarioRuntime.current
    let task = Task { try await runtime.call("S.gated") }
    while runtime.gates.waiting(at: "door") == 0 { await Task.yield() }
    try runtime.gates.open("door")
    _ = try await task.value
    try runtime.gates.close("door")
    Task { try await runtime.call("S.gated") }
    while runtime.gates.waiting(at: "door") == 0 { await Task.yield() }
  }

  @Test(LateCall(), .scenario(source: script, name: "script.lua")) func lateCalls() throws {
    let runtime = try ScenarioRuntime.current
    Task.detached {
      while !LateCall.isDue { try await Task.sleep(for: .milliseconds(10)) }
      _ = try await runtime.call("S.close")
    }
  }

  /// Keeps the process alive until the late call has left its trace.
  @Test func passes() async throws {
    let folder = try #require(TraceFolder.path)
    let trace = "\(folder)/MockLuaTestingTests.FailsOnPurpose.lateCalls.trace.jsonl"
    while !FileManager.default.fileExists(atPath: trace) {
      try await Task.sleep(for: .milliseconds(10))
    }
  }

  @Test(.scenario(source: script, name: "script.lua")) func passesWithScenario() async throws {
    try await call("S.close")
    withKnownIssue { Issue.record("known") }
  }

  @Test(.scenario(source: counters, name: "script.lua", strict: true)) func strict() async throws {
    let counter = MockCounter()
    _ = counter.owner
    counter.refresh()
    try? counter.stuck()
    try? MockOracle().ask()
    _ = try await counter.count(of: "Ada")
    let sequencer = try ScenarioRuntime.current.sequencer(for: "Counter")
    try await sequencer.recordVoidCall(for: "undo")
  }

  @Test(.scenario(source: script, name: "script.lua", strict: true)) func missingKeys() async throws
  {
    try await call("S.orders")
  }

  @Test(.scenario(source: script, name: "script.lua", logLimit: 3, strict: true))
  func droppedCalls() async throws {
    for _ in 1...5 { try await call("S.close") }
  }

  @Test(.scenario(source: script, name: "script.lua", also: [.unverifiedCalls]))
  func unverifiedCalls() async throws { try await call("S.close") }

  @Test(.scenario(source: "service \"S\" { f = repyl(1) }", name: "script.lua"))
  func doesNotLoad() {}

  // MARK: - Issues

  @Test(.scenario(source: script, name: "script.lua", seed: 7)) func expectation() async throws {
    // Two concurrent calls: the shorter one responds first.
    async let slow = call("S.slow")
    async let text = call("S.text")
    let values = try await [slow, text]
    try await ScenarioRuntime.current.clock.sleep(for: .milliseconds(100))
    try ScenarioRuntime.current.sharedState.applyUpdates(["status": 4])
    let rolled = try await call("S.roll")
    #expect(values.isEmpty, "\(rolled ?? .null)")
  }

  @Test(.scenario(source: script, name: "script.lua")) func required() async throws {
    let value = try await call("S.close")
    try #require(value != nil)
  }

  @Test(.scenario(source: script, name: "script.lua")) func recorded() async throws {
    var values: [AnyCodableValue] = []
    let words = try await ScenarioRuntime.current.sequencer(for: "S")
      .stream(for: "words", as: AnyCodableValue.self)
    do {
      for try await value in words { values.append(value) }
    } catch {
      Issue.record("after \(values.count) words: \(error)")
    }
  }

  @Test(.scenario(source: script, name: "script.lua")) func thrown() async throws {
    try await call("S.close")
    throw MockServiceError(code: "mine", message: "My own")
  }

  @Test(.scenario(source: script, name: "script.lua")) func verified() async throws {
    try await call("S.orders", ["id": 7])
    verify("S.orders", arguments: ["id": 8], called: 1)
  }

  @Test(.scenario(source: script, name: "script.lua")) func confirmed() async throws {
    try await confirmation("called") { _ in _ = try await call("S.close") }
  }

  @Test(.scenario(source: script, name: "script.lua")) func unknownIssue() async throws {
    await withKnownIssue { _ = try await call("S.close") }
  }

  @Test(.scenario(source: script, name: "script.lua"), arguments: ["a/b", "../../x", "c"])
  func withArguments(kind: String) async throws {
    #expect(try await call("S.matched", ["id": 1, "kind": .string(kind)]) == 1)
    #expect(kind == "")
  }

  @Test(.scenario(source: script, name: "script.lua")) func stubbed() async throws {
    let runtime = try ScenarioRuntime.current
    await runtime.replace(service: "S", method: "text") { _ in
      .response(MockResponse(result: .success, value: "mine"))
    }
    #expect(try await call("S.text") == "text")
  }

  // MARK: - Secrets, and a crash

  @Test(.scenario(source: PlantedSecrets.script, name: "vault.lua")) func secrets() async throws {
    let texts = PlantedSecrets.texts
    for index in 0..<45 {
      let secret = AnyCodableValue.string(texts[index])
      let name = PlantedSecrets.name(index)
      let arguments: AnyCodableValue =
        switch index % 3 {
        case 0: [name: secret]
        case 1: ["user": ["name": "Ada", name: [secret, "and more of it"]]]
        default: ["headers": [["name": .string(name), "value": secret]]]
        }
      _ = try? await call("Vault.store", arguments)
      // The same secret under another name.
      try await call("Vault.keep", ["value": secret, "password": secret])
      _ = try? await call("Vault.refuse", [name: secret, "password": secret])
    }
    for number in PlantedSecrets.numbers.prefix(5) {
      try await call("Vault.keep", ["value": .int(number), "pin": .int(number)])
    }
    for _ in 0..<50 { try await call("Vault.open") }
    for _ in 0..<45 { _ = try? await call("Vault.enter") }
    let token = try await call("Vault.currentToken")
    try await call("Vault.keep", ["value": token ?? .null])
    verify("Vault.keep", arguments: ["password": .string(texts[3])], called: 40)
    verifyInOrder(MockCallExpectation("Vault.keep", arguments: try MatchPattern(["otp": "none"])))
    Issue.record(
      "the scenario knows it all, and says \(try ScenarioRuntime.current.log.calls()[1])")
  }

  // MARK: - Exploring

  static let asked = """
    service "S" { ask = { reply "first", reply "second" } }
    """

  @Test(.exploring(), .scenario(source: asked, name: "script.lua"))
  func explored() async throws { try await Self.askTwice() }

  @Test(.scenario(source: asked, name: "script.lua")) func exploredPart() async throws {
    try await explore { try await Self.askTwice() }
  }

  private static func askTwice() async throws {
    let runtime = try ScenarioRuntime.current
    let answers = Locked<[AnyCodableValue?]>([])
    @Sendable func ask() async throws {
      let answer = try await runtime.call("S.ask")
      answers.withLock { $0.append(answer) }
    }
    async let first: Void = ask()
    async let second: Void = ask()
    _ = try await (first, second)
    #expect(answers.withLock { $0 } == ["first", "second"])
  }

  @Test(
    .scenario(
      source: """
        shared { balance = 5 }
        service "Bank" { balance = reply(7) :set { balance = 7 }, slow = reply(1) :gate "door" }
        """, name: "bank.lua"))
  func crash() async throws {
    let session = try LiveSession(.current)
    // The app crashes because of the test, so its crash isn't reported.
    let app = LaunchedProcess(
      product: "SessionApp", environment: ["SWIFT_BACKTRACE": "enable=no"])
    try MockScenario.build().with(session).apply(to: app, log: { _ in })
    try app.launch()
    try await app.line(within: .seconds(60)) { $0.hasPrefix("ready") }
    try app.writeLine("1 async Bank.balance {\"account\":1}")
    try await app.line(within: .seconds(60)) { $0.hasPrefix("1 ") }
    try app.writeLine("2 async Bank.slow")
    while try ScenarioRuntime.current.gates.waiting(at: "door") == 0 { await Task.yield() }
    kill(app.identifier ?? 0, SIGSEGV)
    #expect(try await app.exit() == .code(0))
    try await session.waitUntilEmpty(within: .seconds(60))
  }
}

@Mocked(errors: CounterError.self)
protocol Counter: Sendable {
  func stuck() throws
  func count(of user: String) async throws -> Count
  func refresh()
  func unread() -> Int
  func waiting() -> Int
  var owner: String { get }
}

enum CounterError: String, MockErrorConvertible, CaseIterable {
  case full
}

private enum Status: Int, Sendable {
  case open
}

struct Count: Codable, Sendable {
  var value: Int
}

@Mocked(errors: OracleError.self)
protocol Oracle: Sendable {
  func ask() throws
}

/// An error that doesn't list its cases, and knows one code.
struct OracleError: MockErrorConvertible {
  init?(code: String, message: String, details: AnyCodableValue?) {
    guard code == "light" else { return nil }
  }
}

/// A trait that detects the end of the scenario listed after it.
private struct LateCall: TestTrait, TestScoping {
  private static let due = Locked(false)

  static var isDue: Bool { due.withLock { $0 } }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await function()
    Self.due.withLock { $0 = true }
  }
}
