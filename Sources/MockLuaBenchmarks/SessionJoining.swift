import Foundation
import MockLua
import MockScenarios
import MockServices

/// The time in its bootstrap that an app needs to join a session.
enum SessionJoining {
  private static let launches = 200

  /// Returns the 99th percentile of many launches, each in its own process.
  static func percentile() async throws -> Double {
    let services = (0..<20).map { service in
      let methods = (0..<50).map { "m\($0) = reply(\($0))" }.joined(separator: ", ")
      return "service \"S\(service)\" { \(methods) }"
    }
    let scenario = try ScenarioRuntime(
      source: services.joined(separator: "\n"), name: "bench.lua", clock: .virtual())
    let session = try LiveSession(scenario)
    var times: [Double] = []
    for _ in 0..<launches {
      let app = LaunchedProcess(
        executable: CommandLine.arguments[0], arguments: ["session-join"],
        environment: session.environment)
      try app.launch()
      times.append(Double(try await app.nextLine()) ?? .infinity)
      _ = try await app.exit()
    }
    session.close()
    return times.sorted()[launches * 99 / 100]
  }

  /// Joins the session of the environment, and prints the time in nanoseconds.
  @MainActor static func join() {
    for service in 0..<20 {
      MockServiceRegistry.shared.register(
        MockServiceRegistration("S\(service)", as: Int.self) { _, _ in })
    }
    let start = ContinuousClock.now
    let joined = MockServiceBootstrap.configureIfNeeded(log: { _ in })
    precondition(joined?.mocked.count == 20)
    print((ContinuousClock.now - start) / .nanoseconds(1))
  }
}
