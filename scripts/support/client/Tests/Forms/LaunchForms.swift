import MockLuaTesting
import MockScenarios
import MockScenariosXCTest
import Testing

@Suite struct LaunchFormTests {
  @Test(arguments: [nil, "many"]) func rightScript(variant: String?) async throws {
    let app = LaunchedProcess(product: "Client")
    try app.launch(scenario: "Scripts/inbox.lua", variant: variant)
    let line = try await app.nextLine()
    #expect(line == (variant == nil ? "3" : "9"))
  }

  // expects: no variant `mani`; did you mean `many`?
  @Test func wrongVariant() throws {
    try LaunchedProcess(product: "Client").launch(scenario: "Scripts/inbox.lua", variant: "mani")
  }

  @Test func rightSession() async throws {
    let app = LaunchedProcess(product: "Client")
    let session = try app.launch(scenario: "Scripts/inbox.lua", live: true)
    try await app.nextLine()
    try session.scenario.log.verify("InboxService.count", arguments: ["of": "Ada"], called: 1)
  }
}
