import BankingKit
import BankingPresets
import MockScenarios
import MockServices
import Testing

@Suite("Every case of every preset, on the screens that use its service") @MainActor
struct PresetTests {
  private let lines = Lines()
  private let container = DependencyContainer()

  /// Mocks the services of a scenario, on a virtual clock.
  ///
  /// - Returns: The sequencers, which must be kept while the services are in use.
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
  private func mock(_ scenario: MockScenario) -> MockSequencers {
    let configuration = scenario.withSecondary().configuration()
    let sequencers = MockSequencers(
      configuration, context: MockCallContext(clock: .virtual()))
    let registry = MockServiceRegistry()
    registry.registerBankingServices()
    for name in registry.services {
      registry[name]?.install(sequencers.sequencer(for: name), in: container)
    }
    return sequencers
  }

  /// Returns the lines of the sign-in screen.
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
  private func signIn(_ preset: PrimaryPreset) async throws -> [String] {
    let sequencers = mock(MockScenario.build().withPrimary(preset))
    let model = try SignInModel(container, show: lines.show)
    func shown() -> String { lines.all.last ?? "" }
    var steps = [sequencers.sharedState["sessionStatus"] == 1 ? "status 1" : "status 0"]
    await model.signIn(user: "ada", secret: "secret")
    steps.append(shown())
    await model.elevate(.device)
    steps.append(shown())
    await model.verify()
    steps.append(shown())
    await model.signOut()
    steps.append(shown())
    return steps
  }

  @Test("Sign-in succeeds, and the session moves from status to status")
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
  func happyPath() async throws {
    let steps = try await signIn(.happyPath(initialStatus: 1, actionStatus: 5, finalStatus: 3))
    #expect(steps[0] == "status 1")
    #expect(steps[1] == "sign-in: verified")
    #expect(steps[3...] == ["sign-in: signed in", "sign-in: signed out"])
    #expect(PrimaryPreset.happyPath().sharedState["sessionStatus"]?.initial == 0)
  }

  @Test("A rejected password")
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
  func actionFails() async throws {
    let steps = try await signIn(.actionFails(code: "locked", message: "Not today."))
    #expect(steps[1] == "sign-in: failed, locked: Not today.")
  }

  @Test("The second attempt succeeds")
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
  func failThenRetry() async throws {
    _ = mock(MockScenario.build().withPrimary(.failThenRetry(errorCode: "busy", retryStatus: 5)))
    let model = try SignInModel(container, show: lines.show)
    await model.signIn(user: "ada", secret: "secret")
    #expect(lines.all.last == "sign-in: failed, busy: Connection timed out")
    await model.screen.retry()
    #expect(lines.all.last == "sign-in: verified")
    await model.verify()
    #expect(lines.all.last == "sign-in: welcome")
  }

  @Test("The device gains elevated access")
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
  func elevatedAccess() async throws {
    let steps = try await signIn(.elevatedAccessRequired(initialStatus: 5, finalStatus: 3))
    #expect(
      steps == [
        "status 0", "sign-in: verified", "sign-in: signed in", "sign-in: signed in",
        "sign-in: signed out",
      ])
  }

  @Test("An established session has the requested status")
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
  func alreadyEstablished() async throws {
    _ = mock(MockScenario.build().withPrimary(.alreadyEstablished(status: 5)))
    let model = try SettingsModel(container, show: lines.show)
    await model.load()
    #expect(
      lines.all == [
        "session: verified", "settings: loading",
        "settings: session verified, verification possible",
      ])
  }

  @Test("Other cases are configured by hand for each service")
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
  func custom() {
    let state = ["x": SharedStateProperty(initial: 1)]
    let entry = MockServiceEntry(methods: ["f": .voidSuccess])
    let presets: [any MockServicePreset] = [
      PrimaryPreset.custom(sharedState: state, entry: entry),
      SecondaryPreset.custom(sharedState: state, entry: entry),
      TertiaryPreset.custom(sharedState: state, entry: entry),
      QuaternaryPreset.custom(sharedState: state, entry: entry),
      QuinaryPreset.custom(sharedState: state, entry: entry),
    ]
    for preset in presets {
      #expect(preset.sharedState == state)
      #expect(preset.serviceEntry == entry)
    }
  }

  @Test(
    "The device verifies, is rejected, or fails",
    arguments: [
      (SecondaryPreset.enabled, "sign-in: welcome", "sign-in: signed in"),
      (
        .disabled, "sign-in: failed, deviceNotEnrolled: Enrol this device first.",
        "sign-in: failed, deviceNotEnrolled: This device does not belong to anybody."
      ),
      (
        .verificationFails(code: "dark"), "sign-in: failed, dark: Verification failed", nil
      ),
    ] as [(SecondaryPreset, String, String?)])
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
  func device(preset: SecondaryPreset, elevated: String, signedIn: String?) async throws {
    let configuration = MockScenario.build().withPrimary(.elevatedAccessRequired())
      .withSecondary(preset).configuration()
    let sequencers = MockSequencers(
      configuration, context: MockCallContext(clock: .virtual()))
    let registry = MockServiceRegistry()
    registry.registerBankingServices()
    for name in registry.services {
      registry[name]?.install(sequencers.sequencer(for: name), in: container)
    }
    let model = try SignInModel(container, show: lines.show)
    await model.elevate(.device)
    #expect(lines.all.last == elevated)
    await model.signInWithDevice()
    if let signedIn { #expect(lines.all.last == signedIn) }
    let settings = try SettingsModel(container, show: lines.show)
    await settings.forgetDevice()
    #expect(settings.screen.state != .loading)
  }

  @Test(
    "Accounts appear, are empty, or fail to load",
    arguments: [
      (TertiaryPreset.default, "Current 42.00, Savings 1000.00"),
      (.noAccounts, "no accounts"),
      (.balanceFails(), "failed, serviceUnavailable: Balances are not available."),
      (.refreshFailsOnce(), "failed, networkTimeout: Connection timed out"),
    ])
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
  func accounts(preset: TertiaryPreset, shown: String) async throws {
    _ = mock(MockScenario.build().withTertiary(preset))
    let model = try AccountsModel(container, show: lines.show)
    await model.load(refreshes: true)
    #expect(lines.all.last == "accounts: \(shown)")
    await model.load(refreshes: true)
    let isRepaired = preset.serviceEntry == TertiaryPreset.refreshFailsOnce().serviceEntry
    #expect(
      lines.all.last
        == (isRepaired ? "accounts: Current 42.00, Savings 1000.00" : "accounts: \(shown)")
    )
  }

  @Test(
    "Transfers are accepted, refused, or too late to cancel",
    arguments: [
      (QuaternaryPreset.default, "t1 5.00 to savings pending", "t1 taken back", "no transfers"),
      (
        .limitExceeded, "failed, limitExceeded: At most 1000.00 a day.", "t1 taken back",
        "no transfers"
      ),
      (
        .insufficientFunds, "failed, insufficientFunds: There is not enough on the account.",
        "t1 taken back", "no transfers"
      ),
      (
        .completed, "t1 5.00 to savings completed",
        "failed, notPending: The transfer cannot be taken back.", "t1 5.00 to savings completed"
      ),
    ])
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
  func transfers(
    preset: QuaternaryPreset, ordered: String, cancelled: String, history: String
  ) async throws {
    _ = mock(MockScenario.build().withQuaternary(preset))
    let model = try TransfersModel(container, show: lines.show)
    await model.quote(from: "current", to: "savings", amount: 500)
    #expect(lines.all.last == "transfers: fee 0.10, total 5.10")
    await model.transfer(from: "current", to: "savings", amount: 500)
    #expect(lines.all.last == "transfers: \(ordered)")
    await model.cancel("t1")
    #expect(lines.all.last == "transfers: \(cancelled)")
    await model.history(of: "current")
    #expect(lines.all.last == "transfers: \(history)")
  }

  @Test(
    "Messages appear, are empty, arrive live, or fail to load",
    arguments: [
      (
        QuinaryPreset.default, "2 unread, m1* Welcome, m2* Terms",
        "1 unread, m1 Welcome, m2* Terms", ["news: no more"]
      ),
      (.empty, "0 unread", "0 unread", ["news: no more"]),
      (
        .incoming(texts: ["A", "B"]), "0 unread", "0 unread",
        ["news: A", "news: B", "news: no more"]
      ),
      (
        .offline(), "failed, offline: There is no connection.",
        "failed, offline: There is no connection.", ["news: no more"]
      ),
    ])
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
  func messages(
    preset: QuinaryPreset, first: String, second: String, news: [String]
  ) async throws {
    _ = mock(MockScenario.build().withQuinary(preset))
    let model = try MessagesModel(container, show: lines.show)
    await model.load()
    #expect(lines.all.last == "messages: \(first)")
    await model.markRead("m1")
    #expect(lines.all.last == "messages: \(second)")
    await model.listen().value
    #expect(lines.all.suffix(news.count) == news[...])
  }

  @Test("The scenario lists its presets")
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
  func description() {
    let scenario = MockScenario.build().withPrimary(.alreadyEstablished()).withTertiary()
    #expect(
      scenario.description
        == "PrimaryServiceProtocol: alreadyEstablished(status: 7), "
        + "TertiaryServiceProtocol: twoAccounts")
  }
}
