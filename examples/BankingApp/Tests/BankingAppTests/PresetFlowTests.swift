import BankingPresets
import MockLua
import MockScenarios
import MockScenariosXCTest
import MockServices
import XCTest

/// Tests that launch the app with scenarios that combine presets.
///
/// The same code works with an `XCUIApplication`. Here the app is a process that prints its screens.
final class PresetFlowTests: MockScenarioTestCase {
  private let app = LaunchedProcess(product: "BankingApp")

  /// Expects the next lines of the screens.
  private func expect(
    _ lines: String..., file: StaticString = #filePath, line: UInt = #line
  ) async throws {
    for expected in lines {
      let shown = try await app.nextLine()
      XCTAssertEqual(shown, expected, file: file, line: line)
    }
  }

  /// Ends the app, and expects that it shows nothing more.
  private func quit(file: StaticString = #filePath, line: UInt = #line) async throws {
    let shown = app.standardOutput
    try app.writeLine("quit")
    let exit = try await app.exit()
    XCTAssertEqual(exit, .code(0), file: file, line: line)
    XCTAssertEqual(app.standardOutput, shown, file: file, line: line)
  }

  /// Expects that the screens show these lines after at least the delay.
  private func expect(
    _ lines: String..., after delay: Duration, file: StaticString = #filePath, line: UInt = #line
  ) async throws {
    let start = ContinuousClock.now
    for expected in lines {
      let shown = try await app.nextLine()
      XCTAssertEqual(shown, expected, file: file, line: line)
    }
    XCTAssertGreaterThan(ContinuousClock.now - start, delay, file: file, line: line)
  }

  // Everything works.
  func testSuccessfulFlow() async throws {
    MockScenario.build()
      .withPrimary(.happyPath())
      .apply(to: app)
    try app.launch()
    try await expect("session: signedOut")
    try app.writeLine("sign-in ada secret")
    try await expect("sign-in: loading", "session: signedIn", "sign-in: signed in")
    try app.writeLine("verify")
    try await expect("sign-in: loading", "session: established", "sign-in: welcome")
    try await quit()
  }

  // The test responds while the app runs, and changes the status of the session itself.
  func testLiveSession() async throws {
    let scenario = try app.launch(scenario: "../../Scenarios/banking.lua", live: true).scenario
    try await expect("session: signedOut")
    try app.writeLine("sign-in ada secret")
    try await expect("sign-in: loading", "session: signedIn", "sign-in: signed in")
    try scenario.log.verify("PrimaryServiceProtocol.performAction", called: 1)
    scenario.sharedState["sessionStatus"] = 7
    try await expect("session: established")
    try await quit()
  }

  // The password is rejected.
  func testActionFailure() async throws {
    MockScenario.build()
      .withPrimary(.actionFails(code: "invalidInput"))
      .apply(to: app)
    try app.launch()
    try await expect("session: signedOut")
    try app.writeLine("sign-in ada secret")
    try await expect(
      "sign-in: loading", "sign-in: failed, invalidInput: The provided input was invalid.")
    try await quit()
  }

  // The first attempt fails, the second succeeds.
  func testRetryAfterTimeout() async throws {
    MockScenario.build()
      .withPrimary(.failThenRetry())
      .apply(to: app)
    try app.launch()
    try await expect("session: signedOut")
    try app.writeLine("sign-in ada secret")
    try await expect("sign-in: loading", "sign-in: failed, networkTimeout: Connection timed out")
    try app.writeLine("retry")
    try await expect("sign-in: loading", "session: signedIn", "sign-in: signed in")
    try await quit()
  }

  // Two services: the session, and the device that verifies the user.
  func testFullFlowWithSecondaryVerification() async throws {
    MockScenario.build()
      .withPrimary(.happyPath())
      .withSecondary(.enabled)
      .overridingPrimary(
        method: "elevateAccess",
        with: .singleSuccess(["status": 5], updateSharedState: ["sessionStatus": 5])
      )
      .apply(to: app)
    try app.launch()
    try await expect("session: signedOut")
    try app.writeLine("sign-in ada secret")
    try await expect("sign-in: loading", "session: signedIn", "sign-in: signed in")
    try app.writeLine("enroll")
    try await expect(
      "settings: loading",
      "settings: session signedIn, verification possible, device enrolled")
    try app.writeLine("elevate device")
    try await expect(
      "sign-in: loading", "session: verified", "session: established", "sign-in: welcome")
    try await quit()
  }

  // Starts in the middle, with an existing session.
  func testSettingsScreenWithActiveSession() async throws {
    MockScenario.build()
      .withPrimary(.alreadyEstablished())
      .apply(to: app)
    try app.launch()
    try await expect("session: established")
    try app.writeLine("settings")
    try await expect(
      "settings: loading", "settings: session established, verification possible")
    try await quit()
  }

  // Replaces one method, so that everything works, but slowly.
  func testLoadingSpinnerDuringAction() async throws {
    MockScenario.build()
      .withPrimary(.happyPath())
      .overridingPrimary(
        method: "performAction",
        with: MockMethodConfig(responses: [
          .success(["status": 3], delayMs: 300, updateSharedState: ["sessionStatus": 3])
        ])
      )
      .apply(to: app)
    try app.launch()
    try await expect("session: signedOut")
    try app.writeLine("sign-in ada secret")
    try await expect(
      "sign-in: loading", "session: signedIn", "sign-in: signed in", after: .milliseconds(280))
    try await quit()
  }

  // Every service is slow.
  func testSkeletonStatesUnderLatency() async throws {
    MockScenario.build()
      .withPrimary(.happyPath())
      .withSecondary(.enabled)
      .withTertiary()
      .withGlobalDelay(ms: 100)
      .apply(to: app)
    try app.launch()
    try await expect("session: signedOut")
    try app.writeLine("sign-in ada secret")
    try await expect(
      "sign-in: loading", "session: signedIn", "sign-in: signed in", after: .milliseconds(90))
    try app.writeLine("enroll")
    try await expect(
      "settings: loading", "settings: session signedIn, verification possible, device enrolled",
      after: .milliseconds(180))
    try app.writeLine("accounts")
    try await expect(
      "accounts: loading", "accounts: Current 42.00, Savings 1000.00", after: .milliseconds(280))
    try await quit()
  }

  // More access is needed, and the device verifies the user.
  func testElevatedAccessWithSecondaryService() async throws {
    MockScenario.build()
      .withPrimary(.elevatedAccessRequired())
      .withSecondary(.enabled)
      .apply(to: app)
    try app.launch()
    try await expect("session: signedOut")
    try app.writeLine("sign-in ada secret")
    try await expect("sign-in: loading", "session: signedIn", "sign-in: signed in")
    try app.writeLine("elevate device")
    try await expect(
      "sign-in: loading", "session: verified", "session: established", "sign-in: welcome")
    try await quit()
  }

  // All five services, each with its own method.
  func testFiveServices() async throws {
    MockScenario.build()
      .withPrimary().withSecondary().withTertiary().withQuaternary().withQuinary()
      .overridingSecondary(
        method: "verify", with: .singleError(code: "busy", message: "Try again.")
      )
      .apply(to: app)
    try app.launch()
    try await expect("session: signedOut")
    try app.writeLine("transfer current savings 500")
    try await expect("transfers: loading", "transfers: t1 5.00 to savings pending")
    try app.writeLine("read m1")
    try await expect("messages: loading", "messages: 2 unread, m1* Welcome, m2* Terms")
    try await quit()
    XCTAssertEqual(
      app.standardError,
      "mocked services: PrimaryServiceProtocol, QuaternaryServiceProtocol, "
        + "QuinaryServiceProtocol, SecondaryServiceProtocol, TertiaryServiceProtocol\n")
  }
}
