import Foundation
import MockLua
import MockScenarios
import MockServices

/// The app of these tests, launched into a session.
struct LaunchedApp {
  let process = LaunchedProcess(product: "SessionApp")

  /// How long an answer may take: under a sanitizer, beside all other tests, the tests themselves hardly run.
  private static let limit = Duration.seconds(1200)

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

  /// Stops the process of an app, and waits until it stands still.
  ///
  /// A signal takes effect when the thread that gets it has its next turn, and the other threads go on until then.
  /// Darwin does not tell of threads, and the wait is left out there.
  func stop(_ app: SessionApp) async throws {
    try process.send(signal: SIGSTOP)
    #if os(Linux)
      let folder = "/proc/\(app.process)/task"
      while try !FileManager.default.contentsOfDirectory(atPath: folder).allSatisfy({ thread in
        let path = "\(folder)/\(thread)/stat"
        // A thread without the file has ended meanwhile.
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return true }
        return text.split(separator: ")").last?.hasPrefix(" T") ?? false
      }) {
        try await Task.sleep(for: .milliseconds(1))
      }
    #endif
  }
}
