import Foundation
import MockLua
import MockServices

/// What a test does with a scenario, from loading it to its end, with coverage and without.
enum CoveredTest {
  static func plain() async throws -> Double { try await run(coverage: nil) }

  static func covered() async throws -> Double {
    let folder = URL(filePath: NSTemporaryDirectory()).appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try await run(coverage: folder.path)
  }

  private static func run(coverage: String?) async throws -> Double {
    let options = ScenarioOptions(coverage: coverage)
    return try await nanoseconds(500) {
      let scenario = try ScenarioRuntime(
        source: NewRuntime.script, name: "bench.lua", options: options, clock: .virtual())
      let login = scenario.sequencer(for: "Login")
      let orders = scenario.sequencer(for: "Orders")
      _ = try? await login.answer(for: "signIn")
      for number in 0..<20 {
        _ = try await login.answer(for: "verify", arguments: ["code": "123456"])
        _ = try await orders.answer(for: "status", arguments: ["id": .int(number)])
      }
    }
  }
}
