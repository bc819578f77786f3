import Foundation
import MockLua
import MockScenarios
import MockServices

/// Launches an app repeatedly, eight at a time, and counts the failures.
@main
struct SessionLauncher {
  static func main() async throws {
    let number = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 200
    // Descriptors that the first launches open permanently aren't counted.
    try await launch(0..<8)
    let descriptors = openDescriptors
    let start = ContinuousClock.now
    try await launch(8..<8 + number)
    let time = ContinuousClock.now - start
    // A connection's thread ends shortly after its app.
    for _ in 0..<500 where openDescriptors > descriptors {
      try await Task.sleep(for: .milliseconds(10))
    }
    // A system timer or queue can be opened late, but only once. A leak grows with every launch.
    let left = openDescriptors - min(4, number / 20)
    print("\(number) launches in \(time): every call came back as its own")
    guard left <= descriptors else {
      print("descriptors left open: \(left - descriptors)")
      exit(1)
    }
    guard children.isEmpty else {
      print("processes left behind: \(children)")
      exit(1)
    }
  }

  private static func launch(_ numbers: Range<Int>) async throws {
    let scenario = try ScenarioRuntime(
      source: #"service "Bank" { echo = function(args) return args end }"#, name: "bank.lua",
      clock: .virtual())
    let session = try LiveSession(scenario)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (index, number) in numbers.enumerated() {
        if index >= 8 { try await group.next() }
        group.addTask { try await launch(number, session) }
      }
      try await group.waitForAll()
    }
    let calls = scenario.log.count(of: "Bank.echo")
    guard calls == numbers.count * 10 else {
      throw Failure("\(calls) calls came, and \(numbers.count * 10) were made")
    }
    try await session.waitUntilEmpty()
    session.close()
  }

  private static func launch(_ number: Int, _ session: LiveSession) async throws {
    let app = LaunchedProcess(product: "SessionApp")
    try MockScenario.build().with(session).apply(to: app, log: { _ in })
    try app.launch()
    // The line is written before the app is known to have joined. The app reads it once it has.
    try app.writeLine(#"1 burst Bank.echo {"calls":10,"salt":\#(number)}"#)
    let answer = try await app.line { $0.hasPrefix("1 ") }
    guard answer == "1 burst of 10, 0 crossed" else { throw Failure("launch \(number): \(answer)") }
    if number % 2 == 0 {
      try app.writeLine("2 quit")
      guard try await app.exit() == .code(0) else { throw Failure("launch \(number) ended badly") }
    } else {
      try app.send(signal: SIGKILL)
      _ = try await app.exit()
    }
  }

  private static var openDescriptors: Int {
    (try? FileManager.default.contentsOfDirectory(atPath: "/dev/fd").count) ?? 0
  }

  /// The running child processes, if the system can list them.
  private static var children: [String] {
    let path = "/proc/self/task/\(getpid())/children"
    let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    return text.split(separator: " ").map(String.init)
  }

  private struct Failure: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
  }
}
