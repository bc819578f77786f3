import MockLua
import MockScenarios
import MockServices
import Testing

@Suite("A script that the app runs") struct ScriptTests {
  @Test("Functions compute responses from arguments and keep state")
  func functions() async throws {
    let bank = try LaunchedBank(variant: "live", embedsScript: true)
    try await bank.expect("session: established")
    try await bank.perform(
      "accounts", shows: "accounts: loading", "accounts: Current 42.00, Savings 1000.00")
    try await bank.perform(
      "transfer current savings 1000", shows: "transfers: loading",
      "transfers: live1 10.00 to savings pending")
    try await bank.perform(
      "accounts", shows: "accounts: loading", "accounts: Current 32.00, Savings 1010.00")
    try await bank.perform(
      "transfer current savings 3201", shows: "transfers: loading",
      "transfers: failed, insufficientFunds: There are only 3200 cents.")
    try await bank.perform(
      "transfer savings current 101000", shows: "transfers: loading",
      "transfers: live2 1010.00 to current pending")
    try await bank.quit()
  }

  @Test(
    "Functions without their script stop the app and explain how to bundle the script")
  func noScript() async throws {
    let bank = try LaunchedBank(variant: "live")
    #expect(try await bank.app.exit() != .code(0))
    #expect(
      bank.app.standardError.contains(
        "MOCK_SERVICE_CONFIG: the script in the configuration does not run: "
          + "configuration: the configuration doesn't contain a script; emit it with `--embed-script`"
      ))
    #expect(bank.app.standardOutput.isEmpty)
  }

  @Test("A script error stops the app and is reported with its location")
  func error() async throws {
    var configuration = try LaunchedBank.configuration(nil, embedsScript: true)
    configuration.script?.source += "\nservise 'X' {}\n"
    let line =
      configuration.script?.source.split(
        separator: "\n", omittingEmptySubsequences: false
      ).count ?? 0
    let bank = try LaunchedBank(configuration)
    #expect(try await bank.app.exit() != .code(0))
    #expect(bank.app.standardError.contains("banking.lua:\(line - 1): "))
    #expect(bank.app.standardOutput.isEmpty)
  }
}
