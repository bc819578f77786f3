import MockLua
import MockServices
import Testing

/// Static requirements with the same names and types as instance requirements.
@Mocked
protocol TwinService: Sendable {
  static func reset() -> Int
  func reset() -> Int
  static var isOn: Bool { get }
  var isOn: Bool { get }
  static func name(of id: Int) -> String
  func name(of id: Int) -> String
  func track(_ events: String...) -> Int
  func track(_ events: [String]) -> Int
}

/// Test closures that respond instead of the script.
@Suite("Typed stubs")
struct StubTests {
  private static func stage() throws -> Stage {
    try Stage(
      """
      service "VaultService" {
        secret = reply "script", count = reply(1), store = fail("full"), lock = reply(),
        unlock = reply(true),
      }
      service "LedgerService" { total = reply(5), add = reply(6) }
      """)
  }

  @Test("A stub takes precedence over the script, is recorded, and can be removed")
  func precedence() throws {
    let stage = try Self.stage()
    let mock = MockVaultService(stage.runtime)
    #expect(mock.count(of: "ada") == 1)
    let handle = mock.on.count { owner in owner.count }
    #expect(mock.count(of: "ada") == 3)
    try stage.runtime.log.verify(
      "VaultService.count", arguments: try MatchPattern(["of": "ada"]), called: 2)
    let calls = stage.runtime.log.calls("VaultService.count")
    #expect(calls.map(\.count) == [1, 2])
    #expect(calls.map(\.isStubbed) == [false, true])
    let outcomes: [MockCallOutcome] = [.returned(1), .returned(3)]
    #expect(calls.map(\.outcome) == outcomes)
    handle.remove()
    #expect(mock.count(of: "ada") == 1)
  }

  @Test("A static requirement and an instance requirement of the same name have separate stubs")
  func twins() throws {
    let stage = try Self.stage()
    let mock = MockTwinService(stage.runtime)
    mock.on.reset { 1 }
    mock.on.isOn { true }
    MockCurrentSource.$override.withValue(stage.runtime) {
      MockTwinService.on.staticReset { 2 }
      MockTwinService.on.staticIsOn { false }
      MockTwinService.on.staticName { _ in "static" }
      #expect(MockTwinService.name(of: 1) == "static")
      #expect(MockTwinService.reset() == 2)
      #expect(!MockTwinService.isOn)
    }
    mock.on.name { _ in "instance" }
    #expect(mock.name(of: 1) == "instance")
    #expect(mock.reset() == 1)
    #expect(mock.isOn)
  }

  @Test("A variadic overload has its own stub")
  func variadic() throws {
    let mock = MockTwinService(try Self.stage().runtime)
    mock.on.track { _ in 1 }
    mock.on.variadicTrack { _ in 2 }
    #expect(mock.track(["a", "b"]) == 1)
    #expect(mock.track("a", "b") == 2)
  }

  @Test("Removing a stub removes its errors")
  func removingFailures() throws {
    let mock = MockVaultService(try Self.stage().runtime)
    let stub = mock.on.unlock().throws(.locked, times: 2).throws(.empty)
    #expect(throws: VaultError.locked) { try mock.unlock(code: 1) }
    stub.remove()
    #expect(try mock.unlock(code: 1))
  }

  @Test("A stub responds to its arguments, and the latest matching one wins")
  func matching() throws {
    let mock = MockVaultService(try Self.stage().runtime)
    mock.on.count(of: "ada") { _ in 10 }
    mock.on.count(of: .where { $0.hasPrefix("b") }) { _ in 20 }
    let name = "carol"
    mock.on.count(of: name) { _ in 30 }
    mock.on.count(of: .oneOf("bob", "bill")) { _ in 40 }
    #expect(
      ["ada", "bert", "carol", "bob", "eve"].map { mock.count(of: $0) } == [10, 20, 30, 40, 1])
  }

  @Test("A stub throws, and its error is recorded")
  func throwing() throws {
    let stage = try Self.stage()
    let mock = MockVaultService(stage.runtime)
    mock.on.unlock(code: 7) { _ in throw VaultError.locked }
    #expect(throws: VaultError.locked) { try mock.unlock(code: 7) }
    #expect(try mock.unlock(code: 8))
    guard case .threw(let error) = stage.runtime.log.calls("VaultService.unlock")[0].outcome else {
      Issue.record("the call did not throw")
      return
    }
    #expect(error.code == "VaultError" && error.message == "locked")
  }

  @Test("A stub that passes a call through to the script makes only one call")
  func passingOn() async throws {
    let stage = try Self.stage()
    let mock = MockLedgerService(stage.runtime)
    mock.on.add { cents in
      guard cents > 10 else { throw MockFallThrough() }
      return cents
    }
    #expect(try await mock.add(11) == 11)
    #expect(try await mock.add(2) == 6)
    let calls = stage.runtime.log.calls("LedgerService.add")
    #expect(calls.map(\.count) == [1, 2])
    #expect(calls.map(\.responseIndex) == [nil, 0])
    #expect(calls.map(\.isStubbed) == [true, false])
    #expect(await mock.sequencer.callCount(for: "add") == 2)
  }

  @Test("A call passed through after a reset is a new call")
  func passingOnAfterReset() async throws {
    let stage = try Self.stage()
    let mock = MockLedgerService(stage.runtime)
    let runtime = stage.runtime
    mock.on.add { _ in
      try await runtime.reset()
      throw MockFallThrough()
    }
    #expect(try await mock.add(2) == 6)
    #expect(runtime.log.calls("LedgerService.add").map(\.count) == [1])
    #expect(await mock.sequencer.callCount(for: "add") == 1)
  }

  @Test("A reset removes stubs, and so does the end of the mock")
  func reset() async throws {
    let stage = try Self.stage()
    let mock = MockLedgerService(stage.runtime)
    mock.on.total { 50 }
    #expect(try mock.total() == 50)
    try await stage.runtime.reset()
    #expect(try mock.total() == 5)
    mock.on.total { 60 }
    mock.removeStubs()
    #expect(try mock.total() == 5)
  }

  @Test(
    "Overloads are distinguished by labels, by types, and by names if closures have no matchers")
  func overloads() throws {
    let mock = MockOverloadedService(try Self.stage().runtime)
    mock.on.find(id: .any) { id in id + 1 }
    mock.on.find(tag: .any) { tag in tag + 2 }
    mock.on.find { (name: String) in name.count }
    mock.on.runBefore { body in
      body()
      return 1
    }
    mock.on.runAfter { _ in 2 }
    #expect(mock.find(id: 1) == 2 && mock.find(tag: 1) == 3)
    #expect(try mock.find(name: "four") == 4)
    var isCalled = false
    #expect(mock.run(before: { isCalled = true }) == 1 && mock.run(after: {}) == 2)
    #expect(isCalled)
  }

  @Test("Requirements without a data representation are stubbed with their own types")
  func oddTypes() async throws {
    let mock = MockOddService(try Self.stage().runtime)
    mock.on.transform { values, step in
      values = values.map { $0 * step }
      return values.count
    }
    mock.on.fill { count in count = 9 }
    mock.on.perform { body in try body() }
    mock.on.handler { { $0 + 1 } }
    mock.on.any { "any" }
    mock.on.make { type in
      if type == Int.self { return 7 }
      return "seven"
    }
    let notes = Notes()
    mock.on.log { text, other in notes.add("\(text) \(other)") }
    mock.on.sum { numbers in numbers.reduce(0, +) }
    let object = Opaque()
    mock.on.opaque { object }
    var values = [1, 2]
    #expect(try mock.transform(&values, by: 3) == 2 && values == [3, 6])
    var count = 0
    await mock.fill(&count)
    #expect(count == 9)
    #expect(mock.perform { 5 } == 5)
    #expect(throws: VaultError.empty) {
      try mock.perform { () throws -> Int in throw VaultError.empty }
    }
    #expect(mock.handler()(1) == 2)
    #expect(mock.any() as? String == "any")
    #expect(try mock.make(Int.self) == 7)
    #expect(try mock.make(String.self) == "seven")
    mock.log("text", self: 3)
    #expect(notes.lines == ["text 3"])
    #expect(mock.sum(1, 2, 3) == 6)
    #expect(mock.opaque() === object)
    mock.on.onChange { nil }
    mock.on.limit { 3 }
    mock.on.limit(to: 4, set: { _ in notes.add("limit") })
    mock.limit = 4
    #expect(mock.limit == 3 && notes.lines.last == "limit")
    mock.on.subscript(index: 1) { "at \($0)" }
    #expect(mock[1] == "at 1")
  }

  @Test("A result of the wrong type is reported, and a placeholder returned")
  func wrongType() throws {
    let notes = Notes()
    let mock = MockOddService(
      sequencer: MockCallSequencer(
        methods: [:], service: "Odd", context: MockCallContext(failureHandler: notes.handler)))
    mock.on.make { _ in "text" }
    #expect(try mock.make(Int.self) == 0)
    #expect(
      notes.lines == [
        "stop: `Odd.make` with {\"type\":\"Int\"} should return Int, but its stub returned String"
      ])
  }

  @Test("An error that a requirement can't throw is reported, and a placeholder returned")
  func unthrowable() throws {
    let notes = Notes()
    let mock = MockVaultService(
      sequencer: MockCallSequencer(
        methods: [:], service: "V", context: MockCallContext(failureHandler: notes.handler)))
    mock.on.count { _ in throw VaultError.empty }
    #expect(mock.count(of: "a") == 0)
    #expect(
      notes.lines == [
        "stop: `V.count` with {\"of\":\"a\"} cannot throw what its stub throws: empty"
      ])
  }

  @Test("Stubs of an inherited protocol coexist with the protocol's own")
  func inherited() async throws {
    let mock = MockAdministrationService(try Self.stage().runtime)
    mock.on.signIn(user: "ada") { user, _ in Session(user: user, token: "t") }
    mock.on.remove { _ in }
    #expect(try await mock.signIn(user: "ada", password: "p").token == "t")
    try await mock.remove(user: "x")
    let travel = MockTravelService(try Self.stage().runtime)
    travel.on.cancelReservation { _ in throw VaultError.empty }
    travel.on.landmarkService.isFavourite { _ in true }
    await #expect(throws: VaultError.empty) { try await travel.cancelReservation(1) }
    #expect(try await travel.isFavourite(1) == true)
  }

  @Test("A thousand concurrent stubbed calls are all counted")
  func concurrency() async throws {
    let stage = try Self.stage()
    let mock = MockLedgerService(stage.runtime)
    mock.on.add { $0 * 2 }
    let sum = await withTaskGroup(of: Int.self) { group in
      for number in 1...1000 { group.addTask { (try? await mock.add(number)) ?? 0 } }
      return await group.reduce(0, +)
    }
    #expect(sum == 1_001_000)
    try stage.runtime.log.verify("LedgerService.add", called: 1000)
  }

  @Test("A stub's return value is deallocated outside the lock when the log drops its call")
  func freedResults() throws {
    let context = MockCallContext(log: MockCallLog(limit: 2))
    let mock = MockOddService(
      sequencer: MockCallSequencer(methods: [:], service: "OddService", context: context))
    mock.on.any { Parting { _ = context.log.count } }
    for _ in 0..<5 { _ = mock.any() }
    context.log.reset()
    #expect(context.log.count == 0)
  }

  @Test("A mock's call from the main actor stays there")
  @MainActor func mainActor() async throws {
    let mock = MockLedgerService(try Self.stage().runtime)
    mock.on.add { cents in
      MainActor.assertIsolated()
      return cents
    }
    #expect(try await mock.add(1) == 1)
  }
}

/// Runs a closure when it is deallocated.
private final class Parting: Sendable {
  private let action: @Sendable () -> Void

  init(_ action: @escaping @Sendable () -> Void) { self.action = action }

  deinit { action() }
}
