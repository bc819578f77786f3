import MockLua
import MockScenarios
import MockServices

/// The app of these tests, launched into a session.
struct LaunchedApp {
  let process = LaunchedProcess(product: "SessionApp")

  /// How long an answer may take: under a sanitizer, beside all other tests, the tests themselves hardly run.
  private static let limit = Duration.seconds(300)

  /// Launches the app into a session and waits until it has joined.
  init(_ session: LiveSession, environment: [String: String] = [:]) async throws {
    process.launchEnvironment = environment
    try MockScenario.build().with(session).apply(to: process, log: { _ in })
    try process.launch()
    try await process.line(within: Self.limit) { $0.hasPrefix("ready") }
  }

  /// Lets the app do something, whose answers carry the number.
  func send(_ number: Int, _ command: String) throws {
    try process.writeLine("\(number) \(command)")
  }

  /// The next line with a number, without that.
  func answer(_ number: Int) async throws -> String {
    let line = try await process.line(within: Self.limit) { $0.hasPrefix("\(number) ") }
    return String(line.dropFirst("\(number) ".count))
  }

  /// Lets the app do something and waits for the first answer.
  func ask(_ number: Int, _ command: String) async throws -> String {
    try send(number, command)
    return try await answer(number)
  }
}
