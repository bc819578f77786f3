import MockScenarios
import MockServices
import Testing

@Suite("Launching the app") struct LaunchTests {
  @Test("Services without a configuration stay real")
  func others() async throws {
    let bank = try LaunchedBank(
      MockServiceConfiguration(services: [
        "OTPServiceProtocol": MockServiceEntry(methods: ["verify": .voidSuccess])
      ]))
    try await bank.expect("session: signedOut")
    try await bank.perform(
      "sign-in grace hopper", shows: "sign-in: loading", "session: needsSecondFactor",
      "sign-in: second factor needed")
    try await bank.quit()
    #expect(bank.app.standardError == "mocked services: OTPServiceProtocol\n")
  }

  @Test("A service without a mock is reported with the closest match")
  func misspelt() async throws {
    let bank = try LaunchedBank(
      MockServiceConfiguration(services: ["PrimaryService": MockServiceEntry()]))
    try await bank.expect("session: signedOut")
    try await bank.quit()
    #expect(
      bank.app.standardError
        == "mock: MOCK_SERVICE_CONFIG: the real `PrimaryService` is used, because no mock is registered for "
        + "it; did you mean `PrimaryServiceProtocol`?\nmocked services: none\n")
  }

  @Test("An unreadable configuration stops the app before any screen appears")
  func unreadable() async throws {
    let app = LaunchedProcess(
      product: "BankingApp",
      environment: ["MOCK_SERVICE_CONFIG": "not base64", "SWIFT_BACKTRACE": "enable=no"])
    try app.launch()
    #expect(try await app.exit() != .code(0))
    #expect(app.standardError.contains("MOCK_SERVICE_CONFIG: the value (10 bytes) is not base64"))
    #expect(app.standardError.contains("the app stops rather than run with its real services"))
    #expect(app.standardOutput.isEmpty)
  }

  @Test("A method missing from the configuration is named on the screen")
  func unconfigured() async throws {
    let bank = try LaunchedBank(
      MockServiceConfiguration(services: [
        "TertiaryServiceProtocol": MockServiceEntry(methods: ["fetchAccount": .singleSuccess([])])
      ]))
    try await bank.expect("session: signedOut")
    try await bank.perform(
      "accounts", shows: "accounts: loading",
      "accounts: failed, unconfigured: `TertiaryServiceProtocol.fetchAccounts` has no responses; "
        + "did you mean `fetchAccount`?")
    try await bank.quit()
  }

  @Test("Several apps run in parallel, each with its own configuration")
  func sideBySide() async throws {
    try await withThrowingTaskGroup { group in
      for status in [0, 1, 2, 3, 5, 7] {
        group.addTask {
          var configuration = try LaunchedBank.configuration(nil)
          configuration.sharedState = ["sessionStatus": SharedStateProperty(initial: .int(status))]
          let bank = try LaunchedBank(configuration)
          let names = [
            0: "signedOut", 1: "needsSecondFactor", 2: "needsCode", 3: "signedIn", 5: "verified",
            7: "established",
          ]
          try await bank.expect("session: \(names[status] ?? "?")")
          try await bank.quit()
        }
      }
      try await group.waitForAll()
    }
  }
}
