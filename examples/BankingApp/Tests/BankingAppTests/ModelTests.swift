import BankingKit
import MockLua
import MockServices
import Observation
import Testing

@Suite("View models with mocked services, in the test process") @MainActor struct ModelTests {
  private let lines = Lines()
  private let container = DependencyContainer()

  /// Mocks services as the app's launch does, on a virtual clock.
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
  private func mock(_ script: String, clock: MockClock = .virtual()) throws -> ScenarioRuntime {
    let runtime = try ScenarioRuntime(source: script, name: "model.lua", clock: clock)
    let registry = MockServiceRegistry()
    registry.registerBankingServices()
    for name in registry.services {
      registry[name]?.install(runtime.sequencer(for: name), in: container)
    }
    return runtime
  }

  @Test("A spinner is shown until the response's gate opens")
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
  func gate() async throws {
    let runtime = try mock(
      """
      service "TertiaryServiceProtocol" {
        fetchAccounts = reply { { id = "a", name = "A" } } :gate "accounts",
        fetchBalance = reply { accountID = "a", amount = -5 },
      }
      """)
    let model = try AccountsModel(container, show: lines.show)
    let loading = Task { await model.load() }
    try await runtime.log.verifyEventually(
      "TertiaryServiceProtocol.fetchAccounts", within: .seconds(30))
    #expect(model.screen.state == .loading)
    try runtime.gates.open("accounts")
    await loading.value
    #expect(lines.all == ["accounts: loading", "accounts: A -0.05"])
    try runtime.log.verify("TertiaryServiceProtocol.refresh", called: .never)
  }

  @Test("Observation reports screen changes, as it does to SwiftUI views")
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
  func observed() async throws {
    let runtime = try mock(#"service "TertiaryServiceProtocol" { fetchAccounts = reply {} }"#)
    defer { withExtendedLifetime(runtime) {} }
    let model = try AccountsModel(container, show: lines.show)
    await confirmation("the observer hears of the change") { changed in
      withObservationTracking {
        _ = model.screen.state
      } onChange: {
        changed()
      }
      await model.load()
    }
  }

  @Test("A slow response takes no real time on a virtual clock")
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
  func delay() async throws {
    let runtime = try mock(
      """
      service "PrimaryServiceProtocol" {
        performAction = reply { status = 3 } :after(3600000),
      }
      """)
    let model = try SignInModel(container, show: lines.show)
    await model.signIn(user: "ada", secret: "s")
    #expect(lines.all == ["sign-in: loading", "sign-in: signed in"])
    #expect(runtime.clock.elapsed == .seconds(3600))
  }

  @Test("The log contains the model's calls to the services")
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
  func calls() async throws {
    let runtime = try mock(
      """
      service "PrimaryServiceProtocol" {
        elevateAccess = reply { status = 5 },
        finalizeSession = reply { status = 7 },
      }
      service "SecondaryServiceProtocol" { verify = reply(true) }
      """)
    let model = try SignInModel(container, show: lines.show)
    await model.elevate(.device)
    #expect(model.screen.state == .loaded(.established))
    try runtime.log.verifyInOrder([
      "PrimaryServiceProtocol.elevateAccess", "SecondaryServiceProtocol.verify",
      "PrimaryServiceProtocol.finalizeSession",
    ])
    #expect(
      runtime.log.calls("PrimaryServiceProtocol.elevateAccess").first?.arguments
        == ["desiredLevelOfAccess": 2, "flow": "device"])
  }

  @Test("Errors without a bank error code are shown too")
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
  func unexpected() async throws {
    container.register(Offline(), for: (any TertiaryServiceProtocol).self)
    let model = try AccountsModel(container, show: lines.show)
    await model.load()
    #expect(lines.all.last == "accounts: failed, unexpected: Unplugged()")
  }

  @Test("A message stream can end with an error")
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
  func news() async throws {
    let runtime = try mock(
      """
      service "QuinaryServiceProtocol" {
        updates = stream { { id = "1", text = "one", isRead = false } } :fails("closed", "At night"),
      }
      """)
    let model = try MessagesModel(container, show: lines.show)
    await model.listen().value
    #expect(lines.all == ["news: one", "news: failed, closed: At night"])
    try runtime.log.verify("QuinaryServiceProtocol.updates", called: .once)
  }

  @Test("An unregistered service is named when the screen is created")
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
  func missing() {
    let error = #expect(throws: DependencyError.self) {
      try SignInModel(container, show: lines.show)
    }
    #expect(
      error?.description
        == "no service is registered for `PrimaryServiceProtocol`; "
        + "register it with `register(_:for:)`")
  }
}

private struct Unplugged: Error {}

private struct Offline: TertiaryServiceProtocol {
  func fetchAccounts() async throws -> [Account] { throw Unplugged() }
  func fetchBalance(accountID: String) async throws -> Balance { throw Unplugged() }
  func refresh() async throws {}
}
