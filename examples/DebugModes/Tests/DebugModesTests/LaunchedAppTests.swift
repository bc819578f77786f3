import MockScenarios
import MockServices
import XCTest

/// The app with minimal mocks, as the base test case launches it.
final class MinimalTierTests: DebugModesUITestCase {
  func testFixedData() async throws {
    let screen = try await screen()
    XCTAssertEqual(
      screen, ["tier: uiTesting", "introduction: skipped", "subscription: free", "events: 1"])
    let answer = try await perform("ask How is my day?")
    XCTAssertEqual(answer, "answer: Mock AI response for UI testing.")
  }

  func testAnActivationLastsToTheNextLaunchUntilItIsRevoked() async throws {
    _ = try await screen()
    for _ in 0..<4 {
      let line = try await perform("tap")
      XCTAssertEqual(line, "developer mode: off")
    }
    var line = try await perform("tap")
    XCTAssertEqual(line, "developer mode: off, enter the code")
    line = try await perform("code open")
    XCTAssertEqual(line, "developer mode: off, enter the code")
    line = try await perform("code sesame")
    XCTAssertEqual(line, "developer mode: on at the next launch")

    try await relaunch(arguments: [])
    var lines = try await screen()
    XCTAssertEqual(lines[0], "tier: developer")
    XCTAssertEqual(lines[2], "subscription: pro for 365 days")
    line = try await perform("revoke")
    XCTAssertEqual(line, "developer mode: off")

    try await relaunch(arguments: [])
    lines = try await screen()
    XCTAssertEqual(lines[0], "tier: production")
  }

  func testALaunchOfATestForgetsTheActivation() async throws {
    _ = try await screen()
    for _ in 0..<5 { _ = try await perform("tap") }
    _ = try await perform("code sesame")
    try await relaunch(arguments: launchArguments)
    var lines = try await screen()
    XCTAssertEqual(lines[0], "tier: uiTesting")
    try await relaunch(arguments: [])
    lines = try await screen()
    XCTAssertEqual(lines[0], "tier: production")
  }

  func testAConfigurationBeatsTheTierServiceByService() async throws {
    _ = try await screen()
    try app.writeLine("quit")
    _ = try await app.exit()
    app.configureMockServices(services: [
      "LLMEngineProtocol": MockServiceEntry(methods: [
        "generateResponse": MockMethodConfig(responses: [.success("From the scenario.")])
      ]),
      "SubscriptionServiceProtocol": MockServiceEntry(methods: [
        "currentStatus": MockMethodConfig(responses: [
          .success(["tier": "pro", "isActive": true])
        ])
      ]),
    ])
    try app.launch()
    let lines = try await screen()
    XCTAssertEqual(
      lines, ["tier: uiTesting", "introduction: skipped", "subscription: pro", "events: 1"])
    let answer = try await perform("ask How is my day?")
    XCTAssertEqual(answer, "answer: From the scenario.")
    XCTAssertTrue(
      app.standardError.contains(
        "mocked services: LLMEngineProtocol, SubscriptionServiceProtocol"), app.standardError)
  }

  func testAConfigurationTakesTheModelAway() async throws {
    _ = try await screen()
    try app.writeLine("quit")
    _ = try await app.exit()
    app.configureMockServices(services: [
      "LLMEngineProtocol": MockServiceEntry(initialState: ["availability": false], methods: [:])
    ])
    try app.launch()
    _ = try await screen()
    let answer = try await perform("ask How is my day?")
    XCTAssertEqual(answer, "no answer: this device has no language model")
  }
}

/// The app with rich mocks.
///
/// This subclass changes only the arguments.
final class RichTierTests: DebugModesUITestCase {
  override var launchArguments: [String] { ["--pro-debug", "--uitesting", "--show-onboarding"] }

  func testRealisticData() async throws {
    let lines = try await screen()
    XCTAssertEqual(
      lines.prefix(3),
      ["tier: richDebug", "introduction: shown", "subscription: pro for 365 days"])
    let count = try XCTUnwrap(Int(lines[3].dropFirst("events: ".count)))
    XCTAssertGreaterThan(count, 40)
    let answer = try await perform("ask How is my day?")
    XCTAssertGreaterThan(answer.count, "answer: ".count + 20)
  }
}

/// The app without launch arguments.
final class ProductionTierTests: DebugModesUITestCase {
  override var launchArguments: [String] { [] }

  func testRealServices() async throws {
    let lines = try await screen()
    XCTAssertEqual(
      lines, ["tier: production", "introduction: automatic", "subscription: free", "events: 0"])
    let answer = try await perform("ask How is my day?")
    XCTAssertEqual(answer, "no answer: this device has no language model")
  }
}
