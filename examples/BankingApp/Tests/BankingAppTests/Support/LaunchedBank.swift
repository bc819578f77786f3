import Foundation
import MockLua
import MockScenarios
import MockServices
import Testing

/// The banking app in a process of its own, driven as a user drives it.
struct LaunchedBank {
  let app = LaunchedProcess(product: "BankingApp")

  /// Launches the app with its real services.
  init() throws {
    try launch()
  }

  /// Launches the app with services that answer from a configuration.
  init(_ configuration: MockServiceConfiguration) throws {
    app.configureMockServices(configuration)
    try launch()
  }

  /// Launches the app, whose services this process answers.
  init(_ session: LiveSession) throws {
    try MockScenario.build().with(session).apply(to: app, log: { _ in })
    try launch()
  }

  /// Launches the app with a scenario of `banking.lua`.
  ///
  /// - Parameters:
  ///   - scenario: The scenario; nil for the day on which everything works.
  ///   - embedsScript: Whether the app gets the script as well, to run it.
  /// - Throws: What is wrong with the scenario, or keeps the app from being launched.
  init(scenario: String?, embedsScript: Bool = false) throws {
    try self.init(try Self.configuration(scenario, embedsScript: embedsScript))
  }

  static func configuration(
    _ name: String?, embedsScript: Bool = false
  ) throws -> MockServiceConfiguration {
    var options = ScenarioOptions()
    options.scenario = name
    let scenario = try LuaScenario.load(path: script, options: options)
    var configuration = scenario.configuration
    if embedsScript { configuration.script = scenario.script }
    return configuration
  }

  static let script = URL(filePath: #filePath)
    .appending(path: "../../../../Scenarios/banking.lua").standardizedFileURL.path

  private func launch() throws {
    // What goes wrong is told by the app itself, and at once.
    app.launchEnvironment["SWIFT_BACKTRACE"] = "enable=no"
    try app.launch()
  }

  /// Does what a user does.
  func write(_ command: String) throws { try app.writeLine(command) }

  /// Does what a user does, and expects the screens to show these lines, one after the other.
  func perform(
    _ command: String, shows lines: String..., sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    try write(command)
    for line in lines { try await expect(line, sourceLocation: sourceLocation) }
  }

  /// Expects the next line of the screens.
  func expect(_ line: String, sourceLocation: SourceLocation = #_sourceLocation) async throws {
    let shown = try await app.nextLine()
    #expect(shown == line, sourceLocation: sourceLocation)
  }

  /// Leaves the app, and expects that it shows nothing more.
  func quit(sourceLocation: SourceLocation = #_sourceLocation) async throws {
    let shown = app.standardOutput
    try write("quit")
    let exit = try await app.exit()
    #expect(exit == .code(0), sourceLocation: sourceLocation)
    #expect(app.standardOutput == shown, sourceLocation: sourceLocation)
  }
}
