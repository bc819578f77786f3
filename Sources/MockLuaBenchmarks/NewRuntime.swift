import Foundation
import MockLua
import MockServices

/// The time to load a typical script into a new Lua state.
enum NewRuntime {
  static let script = """
    shared { status = 0 }
    service "Login" :bind "status" {
      signIn = { fail("timeout", "Timed out"), reply { status = 3 } :set { status = 3 } :after(50) },
      verify = function(args, call)
        if args.code ~= "123456" then return fail("badCode", "Wrong code " .. call.count) end
        state.status = 7
        return { ok = true }
      end,
      transfer = { when({ amount = is.gt(1000) }, fail("limit", "Too much")), reply { ok = true } },
      signOut = reply(),
    }
    service "Orders" { status = { by = "id", reply "placed", reply "shipped" } }
    """

  static func load() throws -> Double {
    try nanoseconds(2_000) {
      let scenario = try LuaScenario.load(source: script, name: "bench.lua", directory: nil)
      precondition(scenario.dynamicAnswers.count == 1)
    }
  }
}

/// A test with a scenario, from loading the script to the end of the test, with and without coverage.
enum CoveredTest {
  static func plain() async throws -> Double { try await run(coverage: nil) }

  static func covered() async throws -> Double {
    let folder = URL(filePath: NSTemporaryDirectory()).appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try await run(coverage: folder.path)
  }

  private static func run(coverage: String?) async throws -> Double {
    let options = ScenarioOptions(coverage: coverage)
    // Apps decode the responses. This type ignores one of the fields.
    struct Verified: Decodable, Sendable { var ok: Bool }
    struct Noted: Decodable, Sendable { var note: String? }
    return try await nanoseconds(500) {
      let scenario = try ScenarioRuntime(
        source: NewRuntime.script, name: "bench.lua", options: options, clock: .virtual())
      let login = scenario.sequencer(for: "Login")
      let orders = scenario.sequencer(for: "Orders")
      _ = try? await login.answer(for: "signIn")
      let _: Noted = try await login.nextDecodedValue(for: "transfer")
      for number in 0..<20 {
        let _: Verified = try await login.nextDecodedValue(
          for: "verify", arguments: ["code": "123456"])
        let _: String = try await orders.nextDecodedValue(
          for: "status", arguments: ["id": .int(number)])
      }
    }
  }
}
