import MockScenarios
import Testing

@Suite("The app without a configuration") struct RealServicesTests {
  @Test("Signing in, moving money, and reading messages work with the real services")
  func banking() async throws {
    let bank = try LaunchedBank()
    try await bank.expect("session: signedOut")
    try await bank.perform(
      "sign-in ada wrong", shows: "sign-in: loading",
      "sign-in: failed, invalidInput: The name or the password is wrong.")
    try await bank.perform(
      "sign-in ada secret", shows: "sign-in: loading", "session: signedIn", "sign-in: signed in")
    try await bank.perform(
      "accounts", shows: "accounts: loading", "accounts: failed, notSignedIn: Sign in first.")
    try await bank.perform(
      "verify", shows: "sign-in: loading", "session: verified", "session: established",
      "sign-in: welcome")
    try await bank.perform(
      "quote current savings 5000", shows: "transfers: loading",
      "transfers: fee 0.05, total 50.05")
    try await bank.perform(
      "transfer current savings 5000", shows: "transfers: loading",
      "transfers: t1 50.00 to savings pending")
    try await bank.perform(
      "refresh", shows: "accounts: loading", "accounts: Current 1199.95, Savings 9050.00")
    try await bank.perform(
      "history current", shows: "transfers: loading", "transfers: t1 50.00 to savings completed")
    try await bank.perform(
      "messages", shows: "messages: loading",
      "messages: 2 unread, m2* You sent 50.00 to savings, m1* Welcome to the bank")
    try await bank.quit()
    #expect(bank.app.standardError.isEmpty)
  }

  @Test("Signing in asks for a second factor and sends a code")
  func secondFactor() async throws {
    let bank = try LaunchedBank()
    try await bank.expect("session: signedOut")
    try await bank.perform(
      "sign-in grace hopper", shows: "sign-in: loading", "session: needsSecondFactor",
      "sign-in: second factor needed")
    try await bank.perform(
      "elevate otp", shows: "sign-in: loading", "session: needsCode",
      "sign-in: code sent to +1 *** 42")
    try await bank.perform(
      "otp 1", shows: "sign-in: loading",
      "sign-in: failed, badCode: Wrong code, attempts left: 2.")
    try await bank.perform(
      "otp 314159", shows: "sign-in: loading", "session: verified", "session: established",
      "sign-in: welcome")
    try await bank.quit()
  }

  @Test("An unknown command is reported with the list of commands")
  func unknownCommand() async throws {
    let bank = try LaunchedBank()
    try await bank.expect("session: signedOut")
    try bank.write("transfer current savings much")
    let line = try await bank.app.nextLine()
    #expect(
      line.hasPrefix("app: unknown command `transfer current savings much`; write sign-in USER"))
    try await bank.quit()
  }

  @Test("The app exits at the end of its input")
  func endOfInput() async throws {
    let bank = try LaunchedBank()
    try bank.app.closeInput()
    #expect(try await bank.app.exit() == .code(0))
  }
}
