import Foundation
import MockData
import MockInspector
import MockLua
import MockServices
import Testing

@Mocked
protocol PassedRates: Sendable {
  func rate(of currency: String) async throws -> Double
}

private struct LiveRates: PassedRates {
  func rate(of currency: String) async throws -> Double { currency == "EUR" ? 1 : 1.5 }
}

/// Calls passed through by a script, as the inspector shows them, and keeping a response.
@Suite(.enabled(if: Inspector.isAvailable, "libmicrohttpd isn't available"))
struct PassedCallTests {
  private final class Session: InspectedSession {
    let scenario: ScenarioRuntime
    let script = InspectedScript(name: "rates.lua", text: "")
    let apps: [String] = []

    init(_ scenario: ScenarioRuntime) { self.scenario = scenario }

    func restart(_ change: SessionRestart, finish: @escaping @Sendable (String?) -> Void) {
      finish(nil)
    }
  }

  @Test("A call passed through is marked, and its response can be kept for its arguments")
  func keeping() async throws {
    let runtime = try ScenarioRuntime(
      source:
        "service \"PassedRates\" { rate = { when({ of = \"EUR\" }, reply(9)), passthrough() } }",
      name: "rates.lua")
    let inspector = try Inspector(Session(runtime), port: 0)
    let client = HTTPClient(
      port: inspector.port, token: String(inspector.url.split(separator: "#").last ?? ""))
    let rates = MockPassedRates(passingTo: LiveRates(), by: runtime)
    #expect(try await rates.rate(of: "EUR") == 9)
    #expect(try await rates.rate(of: "USD") == 1.5)
    let own = await client.ask("GET", "/__admin/requests/1").json
    #expect(own?.member(at: ["passed"]) == nil && own?.member(at: ["keep"]) == nil)
    let passed = await client.ask("GET", "/__admin/requests/2").json
    #expect(passed?.member(at: ["passed"]) == true)
    let keep = try #require(passed?.member(at: ["keep"]))
    #expect(keep.member(at: ["response", "value"]) == 1.5)
    #expect(keep.member(at: ["arguments"]) == ["of": "USD"])
    let kept = await client.ask(
      "PUT", "/__admin/services/PassedRates/rate/override",
      String(decoding: keep.compactJSON, as: UTF8.self))
    #expect(kept.status == 200, "\(kept.body)")
    #expect(kept.json?.member(at: ["lua"]) == "when({ of = \"USD\" }, reply(1.5))", "\(kept.body)")
    // Without the live service from now on.
    let alone = MockPassedRates(runtime)
    #expect(try await alone.rate(of: "USD") == 1.5)
    await #expect(throws: MockServiceError.self) { try await alone.rate(of: "GBP") }
  }
}
