import MockScenarios
import MockServices
import Testing

@Suite("The app's screens with mocked services") struct ScreenTests {
  @Test("A day on which everything works")
  func happyPath() async throws {
    let bank = try LaunchedBank(variant: nil)
    try await bank.expect("session: signedOut")
    try await bank.perform(
      "sign-in ada secret", shows: "sign-in: loading", "session: signedIn", "sign-in: signed in")
    try await bank.perform(
      "verify", shows: "sign-in: loading", "session: established", "sign-in: welcome")
    try await bank.perform(
      "accounts", shows: "accounts: loading", "accounts: Current 42.00, Savings 1000.00")
    try await bank.perform(
      "transfer current savings 500", shows: "transfers: loading",
      "transfers: t1 5.00 to savings pending")
    try await bank.perform("cancel t1", shows: "transfers: loading", "transfers: t1 taken back")
    try await bank.perform(
      "history current", shows: "transfers: loading", "transfers: no transfers")
    try await bank.perform(
      "messages", shows: "messages: loading", "messages: 2 unread, m1* Welcome, m2* Terms")
    try await bank.perform(
      "read m1", shows: "messages: loading", "messages: 1 unread, m1 Welcome, m2* Terms")
    try await bank.perform(
      "sign-out", shows: "sign-in: loading", "session: signedOut", "sign-in: signed out")
    try await bank.quit()
    #expect(
      bank.app.standardError
        == "mocked services: PrimaryServiceProtocol, QuaternaryServiceProtocol, "
        + "QuinaryServiceProtocol, SecondaryServiceProtocol, TertiaryServiceProtocol\n")
  }

  @Test("A service error is shown as the app's own error")
  func failure() async throws {
    let bank = try LaunchedBank(variant: "action-fails")
    try await bank.expect("session: signedOut")
    try await bank.perform(
      "sign-in ada secret", shows: "sign-in: loading",
      "sign-in: failed, invalidInput: The provided input was invalid.")
    try await bank.quit()
  }

  @Test("A retry succeeds after an error")
  func retry() async throws {
    let bank = try LaunchedBank(variant: "retry")
    try await bank.expect("session: signedOut")
    try await bank.perform(
      "sign-in ada secret", shows: "sign-in: loading",
      "sign-in: failed, networkTimeout: Connection timed out")
    try await bank.perform(
      "retry", shows: "sign-in: loading", "session: signedIn", "sign-in: signed in")
    try await bank.quit()
  }

  @Test("A second factor is requested, then a code, which is wrong once")
  func secondFactor() async throws {
    let bank = try LaunchedBank(variant: "mfa")
    try await bank.expect("session: signedOut")
    try await bank.perform(
      "sign-in ada secret", shows: "sign-in: loading", "session: needsSecondFactor",
      "sign-in: second factor needed")
    try await bank.perform(
      "verify", shows: "sign-in: loading", "sign-in: failed, notVerifiable: Sign in first.")
    try await bank.perform(
      "elevate otp", shows: "sign-in: loading", "session: needsCode",
      "sign-in: code sent to +1 *** 42")
    try await bank.perform(
      "otp 1", shows: "sign-in: loading", "sign-in: failed, badCode: Wrong code, try again.")
    try await bank.perform(
      "otp 123456", shows: "sign-in: loading", "session: verified", "session: established",
      "sign-in: welcome")
    try await bank.quit()
  }

  @Test("The secondary service verifies when access is elevated")
  func device() async throws {
    let bank = try LaunchedBank(variant: "device")
    try await bank.expect("session: signedOut")
    try await bank.perform(
      "sign-in ada secret", shows: "sign-in: loading", "session: signedIn", "sign-in: signed in")
    try await bank.perform(
      "elevate device", shows: "sign-in: loading", "session: verified", "session: established",
      "sign-in: welcome")
    try await bank.quit()
  }

  @Test("An unenrolled device doesn't verify")
  func noDevice() async throws {
    let bank = try LaunchedBank(variant: "no-device")
    try await bank.expect("session: signedOut")
    try await bank.perform(
      "elevate device", shows: "sign-in: loading", "session: verified",
      "sign-in: failed, deviceNotEnrolled: Enrol this device first.")
    try await bank.quit()
  }

  @Test("An existing session is shown at once")
  func midFlow() async throws {
    let bank = try LaunchedBank(variant: "established")
    try await bank.expect("session: established")
    try await bank.perform(
      "settings", shows: "settings: loading",
      "settings: session established, verification possible")
    try await bank.perform(
      "accounts", shows: "accounts: loading", "accounts: Current 42.00, Savings 1000.00")
    try await bank.quit()
  }

  @Test("A spinner is shown before a slow response")
  func slow() async throws {
    let bank = try LaunchedBank(variant: "slow")
    try await bank.expect("session: signedOut")
    try await bank.perform(
      "sign-in ada secret", shows: "sign-in: loading", "session: signedIn", "sign-in: signed in")
    try await bank.perform(
      "accounts", shows: "accounts: loading", "accounts: Current 42.00, Savings 1000.00")
    try await bank.quit()
  }

  @Test("A spinner stays while there is no response")
  func endless() async throws {
    var configuration = try LaunchedBank.configuration(nil)
    configuration.services["PrimaryServiceProtocol"]?.methods["performAction"] = MockMethodConfig(
      responses: [.success(["status": 3], delayMs: 3_600_000)])
    let bank = try LaunchedBank(configuration)
    try await bank.expect("session: signedOut")
    try await bank.perform("sign-in ada secret", shows: "sign-in: loading")
    await bank.app.terminate()
    #expect(bank.app.standardOutput == "session: signedOut\nsign-in: loading\n")
  }

  @Test("The primary service's session reflects the secondary service's changes")
  func crossService() async throws {
    let bank = try LaunchedBank(variant: nil)
    try await bank.expect("session: signedOut")
    try await bank.perform(
      "device-sign-in", shows: "sign-in: loading", "session: signedIn", "sign-in: signed in")
    try await bank.perform(
      "settings", shows: "settings: loading", "settings: session signedIn, verification possible")
    try await bank.perform(
      "verify", shows: "sign-in: loading", "session: established", "sign-in: welcome")
    try await bank.quit()
  }

  @Test("Messages arrive while the app runs")
  func news() async throws {
    let bank = try LaunchedBank(variant: nil)
    try await bank.expect("session: signedOut")
    try await bank.perform(
      "listen", shows: "news: Rates rise", "news: Rates fall", "news: no more")
    try await bank.quit()
  }
}
