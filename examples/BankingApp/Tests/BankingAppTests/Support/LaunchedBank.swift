import Foundation
import MockLua
import MockScenarios
import MockServices
import Testing

/// The banking app in a separate process, controlled as a user would control it.
struct LaunchedBank {
  let app = LaunchedProcess(product: "BankingApp")

  /// Launches the app with its live services.
  init() throws {
    try launch()
  }

  /// Launches the app with services that get their responses from a configuration.
  init(_ configuration: MockServiceConfiguration) throws {
    app.configureMockServices(configuration)
    try launch()
  }

  /// Launches the app, and responds to its calls from this process.
  init(_ session: LiveSession) throws {
    try MockScenario.build().with(session).apply(to: app, log: { _ in })
    try launch()
  }

  /// Launches the app with a scenario of `banking.lua`.
  ///
  /// - Parameters:
  ///   - variant: The variant; nil for the top level, where everything works.
  ///   - embedsScript: Whether the app also gets the script, and runs it.
  /// - Throws: The errors of the scenario or of the launch.
  init(variant: String?, embedsScript: Bool = false) throws {
    try self.init(try Self.configuration(variant, embedsScript: embedsScript))
  }

  static func configuration(
    _ name: String?, embedsScript: Bool = false
  ) throws -> MockServiceConfiguration {
    var options = ScenarioOptions()
    options.variant = name
    let scenario = try LuaScenario.load(path: script, options: options)
    var configuration = scenario.configuration
    if embedsScript { configuration.script = scenario.script }
    return configuration
  }

  static let script = URL(filePath: #filePath)
    .appending(path: "../../../../Scenarios/banking.lua").standardizedFileURL.path

  private func launch() throws {
    // Backtraces would delay the app's own error message.
    app.launchEnvironment["SWIFT_BACKTRACE"] = "enable=no"
    try app.launch()
  }

  /// Sends a user's command.
  func write(_ command: String) throws { try app.writeLine(command) }

  /// Sends a user's command, and expects the screens to show these lines in order.
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

  /// Quits the app, and expects that it shows nothing more.
  func quit(sourceLocation: SourceLocation = #_sourceLocation) async throws {
    let shown = app.standardOutput
    try write("quit")
    let exit = try await app.exit()
    #expect(exit == .code(0), sourceLocation: sourceLocation)
    #expect(app.standardOutput == shown, sourceLocation: sourceLocation)
  }
}
