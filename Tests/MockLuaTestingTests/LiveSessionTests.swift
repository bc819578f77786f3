import MockLua
import MockLuaTesting
import MockScenarios
import MockServices
import Testing

/// A live session of a test's scenario.
///
/// The app is in the same process, on a separate thread.
@Suite struct LiveSessionTests {
  private static let script = #"service "Bank" { rate = reply(7), spare = reply(1) }"#

  /// Joins a session as an app does.
  @MainActor private func join(_ session: LiveSession) throws -> MockCallSequencer {
    let registry = MockServiceRegistry()
    registry.register(MockServiceRegistration("Bank", as: Int.self) { _, _ in })
    let joined = MockServiceBootstrap.configureIfNeeded(
      container: DependencyContainer(), registry: registry, environment: session.environment,
      log: { _ in })
    return try #require(joined).sequencers.sequencer(for: "Bank")
  }

  @Test("One line turns the test's scenario into a live session", .scenario(source: script))
  func oneLine() async throws {
    let session = try LiveSession(.current)
    let bank = try await join(session)
    #expect(try await bank.nextDecodedValue(for: "rate", as: Int.self) == 7)
    verify("Bank.rate", called: 1)
  }

  @Test("The app's failures are reported as in a single process")
  func issues() async throws {
    let test = try ScenarioSession(source: Self.script)
    let session = try LiveSession(test.runtime)
    let bank = try await join(session)
    _ = try? await bank.nextDecodedValue(for: "rat", as: Int.self)
    _ = try? await bank.nextDecodedValue(for: "rate", as: String.self)
    // The failure is sent in a separate frame, before the next call.
    _ = try? await bank.nextDecodedValue(for: "spare", as: Int.self)
    #expect(test.finish().map(\.check) == [.unconfiguredCalls, .wrongValues])
  }

  @Test("Unknown methods in the script are reported as in a single process")
  func contracts() async throws {
    let test = try ScenarioSession(
      source: """
        service "InboxService" {
          count = { when({ off = "me" }, reply(1)), reply(2) },
          cont = reply(3),
          unread = reply(4) :after(10),
        }
        """)
    let session = try LiveSession(test.runtime)
    let registry = MockServiceRegistry()
    registry.register(MockInboxService.self)
    let joined = await MockServiceBootstrap.configureIfNeeded(
      container: DependencyContainer(), registry: registry, environment: session.environment,
      log: { _ in })
    #expect(joined != nil)
    let issues = test.finish()
    #expect(issues.map(\.check) == [.contracts, .contracts, .skippedWaits])
    #expect(issues.map(\.place?.line) == [3, 2, 4])
  }

  @Test(
    "Strict checks work for an app in another process", arguments: [true, false])
  func strict(isStrict: Bool) async throws {
    let test = try ScenarioSession(
      source: """
        service "Vault" {
          size = reply { items = 2, color = "red" },
          open = fail "jammed",
        }
        """, name: "vault.lua", strict: isStrict)
    let session = try LiveSession(test.runtime)
    let app = LaunchedProcess(product: "SessionApp", environment: ["APP_SERVICES": "Vault"])
    try MockScenario.build().with(session).apply(to: app, log: { _ in })
    try app.launch()
    try await app.line(within: .seconds(60)) { $0.hasPrefix("ready") }
    for number in ["1", "2"] {
      try app.writeLine("\(number) vault")
      try await app.line(within: .seconds(60)) { $0.hasPrefix("\(number)  2") }
      try await app.line(within: .seconds(60)) { $0.hasPrefix("\(number) threw jammed") }
    }
    try app.writeLine("3 quit")
    try await session.waitUntilEmpty(within: .seconds(60))
    let issues = test.finish()
    let name = "SessionApp (process \(app.identifier ?? 0))"
    let unknownCode =
      "\(name): `Vault.open` fails with the code `jammed`, which `VaultError` doesn't have;"
      + " use one of its codes: `locked`, `alarmed`; did you mean `alarmed`?"
    guard isStrict else { return #expect(issues.map(\.description) == [unknownCode]) }
    #expect(
      Set(issues.map(\.description)) == [
        "\(name): `Vault.owner` has no value; bind it with `:bind`, or give it a value with"
          + " `:initial { owner = ... }`",
        "vault.lua:2: \(name): `Vault.size`, response 1: the type that the app decodes ignores"
          + " `reply.color`; remove it, or permit it with `:ignore_unknown_keys()`",
        unknownCode,
      ])
  }

  @Test("A session without an app is reported")
  func missing() throws {
    let test = try ScenarioSession(source: Self.script)
    let session = try LiveSession(test.runtime)
    session.willLaunch(printed: { "nothing to see" })
    let issues = test.finish()
    #expect(issues.count == 1)
    #expect(
      issues[0].problem.hasPrefix("no app has joined the session; call `MockServiceBootstrap"))
    #expect(issues[0].problem.hasSuffix("the app printed:\nnothing to see"))
  }
}
