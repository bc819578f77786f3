import Foundation
import MockLua
import MockScenarios
import MockServices

/// The app of these tests, launched into a session.
struct LaunchedApp {
  let process = LaunchedProcess(product: "SessionApp")

  /// The time limit for a response.
  ///
  /// Under a sanitizer, with all other tests running, the tests make very slow progress.
  private static let limit = Duration.seconds(1200)

  /// Launches the app into a session and waits until it has joined.
  init(_ session: LiveSession, environment: [String: String] = [:]) async throws {
    process.launchEnvironment = environment
    try MockScenario.build().with(session).apply(to: process, log: { _ in })
    try process.launch()
    try await process.line(within: Self.limit) { $0.hasPrefix("ready") }
  }

  /// Sends the app a command.
  ///
  /// Its responses have the given number.
  func send(_ number: Int, _ command: String) throws {
    try process.writeLine("\(number) \(command)")
  }

  /// Returns the next line with a number, without the number.
  func answer(_ number: Int) async throws -> String {
    let line = try await process.line(within: Self.limit) { $0.hasPrefix("\(number) ") }
    return String(line.dropFirst("\(number) ".count))
  }

  /// Returns the next line with one of several numbers, with its number.
  func line(of numbers: [Int]) async throws -> String {
    try await process.line(within: Self.limit) { line in
      numbers.contains { line.hasPrefix("\($0) ") }
    }
  }

  /// Sends the app a command and waits for the first response.
  ///
  /// Other lines before it are dropped.
  func ask(_ number: Int, _ command: String) async throws -> String {
    try send(number, command)
    return try await answer(number)
  }

  /// Stops the process of an app, and waits until its threads have stopped.
  ///
  /// A signal takes effect when its thread is next scheduled, and the other threads continue until then. Darwin doesn't
  /// report threads, so this doesn't wait there.
  func stop(_ app: SessionApp) async throws {
    try process.send(signal: SIGSTOP)
    #if os(Linux)
      let folder = "/proc/\(app.process)/task"
      while try !FileManager.default.contentsOfDirectory(atPath: folder).allSatisfy({ thread in
        let path = "\(folder)/\(thread)/stat"
        // A thread without the file has ended in the meantime.
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return true }
        return text.split(separator: ")").last?.hasPrefix(" T") ?? false
      }) {
        try await Task.sleep(for: .milliseconds(1))
      }
    #endif
  }
}
