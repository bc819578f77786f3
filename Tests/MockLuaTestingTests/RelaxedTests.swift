import Foundation
import MockLua
import MockServices
import Testing

@testable import MockLuaTesting

/// A type of the app with a default.
struct Skin: Codable, Sendable, Equatable {
  var name: String
}

extension Skin: MockValue {
  static var mockDefault: Skin { Skin(name: "plain") }
}

/// A type that isn't `Decodable`, with a default.
enum Sound: Sendable, Equatable {
  case off
  case on(volume: Double)
}

extension Sound: MockValue {
  init(mockValue value: AnyCodableValue) throws { self = .on(volume: try value.decoded()) }
  static let mockDefault = Sound.off
}

/// A type of the app without a default.
struct Plan: Codable, Sendable, Equatable {
  var id: Int
}

@Mocked
protocol PreferenceService: Sendable {
  func track(_ event: String)
  func name() -> String
  func isOn(_ key: String) async throws -> Bool
  func count() -> Int
  func price() -> Decimal
  func theme() async throws -> Skin
  func themes() throws -> [Skin]
  func sound() -> Sound
  func parent() -> Plan?
  func plans() -> [String: Plan]
  func ids() -> Set<Int>
  func limits() -> (low: Int, theme: Skin)
  func result() -> Result<Skin, any Error>
  func updates() -> AsyncThrowingStream<Plan, any Error>
  func load(completion: @escaping @Sendable (Result<Skin, any Error>) -> Void)
  func save() async throws
  func plan() throws -> Plan
  func required() -> Plan
  var color: Skin { get }
}

@Suite("Relaxed mocks return defaults")
struct RelaxedTests {
  private func expectDefaults(of mock: some PreferenceService) async throws {
    mock.track("start")
    #expect(mock.name() == "")
    #expect(try await mock.isOn("a") == false)
    #expect(mock.count() == 0)
    #expect(mock.price() == 0)
    #expect(try await mock.theme() == Skin(name: "plain"))
    #expect(try mock.themes() == [])
    #expect(mock.sound() == .off)
    #expect(mock.parent() == nil)
    #expect(mock.plans() == [:])
    #expect(mock.ids() == [])
    let limits = mock.limits()
    #expect(limits.low == 0 && limits.theme.name == "plain")
    #expect(try mock.result().get() == Skin(name: "plain"))
    for try await _ in mock.updates() { Issue.record("there is no value") }
    let loaded = try await withCheckedThrowingContinuation { continuation in
      mock.load { continuation.resume(with: $0) }
    }
    #expect(loaded == Skin(name: "plain"))
    try await mock.save()
    #expect(mock.color == Skin(name: "plain"))
  }

  @Test("In a relaxed test, every mock returns the default of each type", .mocked, .relaxed)
  func ofTest() async throws {
    let mock = MockPreferenceService()
    try await expectDefaults(of: mock)
    verify("PreferenceService.theme", called: 1)
    let call = try ScenarioRuntime.current.log.calls("PreferenceService.theme").first
    #expect(call?.outcome == .returned(["name": "plain"]))
    mock.on.name { "stubbed" }
    #expect(mock.name() == "stubbed")
  }

  @Test("Only a mock that is made relaxed returns defaults", .mocked(except: [.unconfiguredCalls]))
  func ofMock() async throws {
    try await expectDefaults(of: MockPreferenceService(.relaxed))
    #expect(throws: MockServiceError.self) { try MockPreferenceService().themes() }
    let runtime = try ScenarioRuntime(source: "", name: "empty.lua")
    #expect(MockPreferenceService(.relaxed, by: runtime).count() == 0)
  }

  @Test(
    "Responses come first, and a call that no rule accepts returns the default",
    .scenario(
      source: """
        service "PreferenceService" {
          name = reply "Ada",
          isOn = { when({ key = "a" }, reply(true)) },
          themes = fail "offline",
        }
        """), .relaxed)
  func scripted() async throws {
    let mock = MockPreferenceService()
    #expect(mock.name() == "Ada")
    #expect(try await mock.isOn("a"))
    #expect(try await mock.isOn("b") == false)
    #expect(throws: MockServiceError.self) { try mock.themes() }
  }

  @Test(
    "A type without a default is an issue that says how to give it one",
    .issues(
      "`PreferenceService.plan` is relaxed, but Plan has no default; conform it to `MockValue` with a"
        + " `static var mockDefault`, or give the call a response",
      "`PreferenceService.required` is relaxed, but Plan has no default; conform it to `MockValue` with"
        + " a `static var mockDefault`, or give the call a response"),
    .mocked(except: [.lostErrors]), .relaxed)
  func missing() {
    let mock = MockPreferenceService()
    #expect(throws: MockServiceError.self) { try mock.plan() }
    #expect(mock.required() == Plan(id: 0))
  }

  @Test(
    "A test is strict by default",
    .issues(
      "no stub of `PreferenceService.themes` accepts the call; add `mock.on.themes { ... }` before the call"
    ),
    .mocked)
  func strict() {
    #expect(throws: MockServiceError.self) { try MockPreferenceService().themes() }
  }

  @Suite("A relaxed suite", .mocked, .relaxed)
  struct Inside {
    @Test("Its tests are relaxed, and explored runs too", .exploring())
    func inside() async throws {
      #expect(try await MockPreferenceService().isOn("a") == false)
    }
  }

  @Test("A decodable type with a default is still decoded from responses", .mocked)
  func decoded() async throws {
    let runtime = try ScenarioRuntime(
      source: """
        service "PreferenceService" {
          load = reply { name = "dark" },
          theme = reply { name = "red" },
        }
        """, name: "skins.lua")
    let mock = MockPreferenceService(runtime)
    let loaded = try await withCheckedThrowingContinuation { continuation in
      mock.load { continuation.resume(with: $0) }
    }
    #expect(loaded == Skin(name: "dark"))
    #expect(try await mock.theme() == Skin(name: "red"))
  }
}
