import ForecastKit
import Foundation
import MockHTTP
import MockLua
import MockLuaTesting
import MockScenarios
import MockServices
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The client, with a mocked session for each test.
@Suite struct ForecastTests {
  private var client: ForecastClient {
    ForecastClient(session: URLSession(configuration: .mocked), key: "secret")
  }

  @Test(.scenario("forecast.lua")) func pages() async throws {
    let days = try await client.days(of: "bern")
    #expect(days.map(\.high) == [21, 24])
    verify("https://weather.example.com.GET /v2/places/bern/days", called: 2)
  }

  @Test(.scenario("forecast.lua")) func refusals() async throws {
    let client = client
    await #expect(throws: ForecastError.noSuchPlace) { try await client.days(of: "atlantis") }
    #expect(try await client.days(of: "thun").count == 1)
    await #expect(throws: ForecastError.tooMany(retryAfterSeconds: 30)) {
      try await client.days(of: "thun")
    }
  }

  @Test(.scenario("forecast.lua", variant: "offline")) func offline() async throws {
    let client = client
    await #expect(throws: ForecastError.offline) { try await client.days(of: "bern") }
  }

  @Test(
    "The app in its own process gets responses from the test's script", .scenario("forecast.lua"))
  func app() async throws {
    let app = LaunchedProcess(product: "ForecastApp")
    try MockScenario.build().with(try LiveSession(.current)).apply(to: app, log: { _ in })
    try app.launch()
    try app.writeLine("bern")
    let line = try await app.line(within: .seconds(1200)) { $0.hasPrefix("bern") }
    #expect(line == "bern: 2026-06-01 9.5 to 21.0, 2026-06-02 12.0 to 24.0")
    try app.closeInput()
    _ = try await app.exit()
    verify("https://weather.example.com.GET /v2/places/bern/days", called: 2)
  }
}
