import DebugModesKit
import MockScenarios
import XCTest

/// Launches the app for each test.
///
/// Subclasses choose the mode.
///
/// An app with UI tests would use `XCUIApplication` instead of `LaunchedProcess`.
class DebugModesUITestCase: XCTestCase {
  /// The app, which runs during the test.
  let app = LaunchedProcess(product: "DebugModesApp")
  /// A separate home folder, so that the app's user defaults last only as long as the test.
  private let home = FileManager.default.temporaryDirectory
    .appending(path: "DebugModes-\(UUID())")

  /// The launch arguments; minimal mocks and no introduction by default.
  var launchArguments: [String] { ["--uitesting", "--skip-onboarding"] }

  override func setUp() async throws {
    continueAfterFailure = false
    try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
    let code = home.appending(path: "developer-code.sha256")
    // The hash of "sesame".
    try Data("d0c04f4b1951e4aeaaec8223ed2039e542f3aae805a6fa7f6d794e5afff5d272".utf8)
      .write(to: code)
    app.launchEnvironment["HOME"] = home.path
    app.launchEnvironment["CFFIXED_USER_HOME"] = home.path
    app.launchEnvironment["DEBUG_MODES_SUITE"] = "debug-modes-tests-\(UUID())"
    app.launchEnvironment["DEBUG_MODES_CODE"] = code.path
    app.launchArguments = launchArguments
    try app.launch()
  }

  override func tearDown() async throws {
    await app.terminate()
    try FileManager.default.removeItem(at: home)
  }

  /// Ends the app as a user would, and launches it again.
  func relaunch(arguments: [String]) async throws {
    try app.writeLine("quit")
    _ = try await app.exit()
    app.launchArguments = arguments
    try app.launch()
  }

  /// Returns the four lines of the first screen.
  func screen() async throws -> [String] {
    var lines: [String] = []
    for _ in 0..<4 { lines.append(try await app.nextLine()) }
    return lines
  }

  /// Returns the line that the screen shows after a command.
  func perform(_ command: String) async throws -> String {
    try app.writeLine(command)
    return try await app.nextLine()
  }
}
