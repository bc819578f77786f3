import MockPlatform
import MockScenarios
import MockServices
import Testing

@testable import MockLua

@Suite("Scripts as presets")
struct ScriptVariantTests {
  private func message(_ body: () throws -> Void) -> String? {
    let error = #expect(throws: ScenarioError.self) { try body() }
    return error?.description
  }

  private func response(of scenario: MockScenario) -> MockResponse? {
    scenario.configuration().services["LoginService"]?.methods["signIn"]?.responses.first
  }

  @Test("A script next to the test adds its services, with or without a variant")
  func script() throws {
    let day = try MockScenario.build().with(script: "login.lua")
    #expect(response(of: day)?.value == ["name": "Ada"])
    #expect(day.configuration().sharedState == ["sessionStatus": SharedStateProperty(initial: 0)])
    #expect(day.description == "login.lua")
    let locked = try MockScenario.build().with(script: "login.lua", variant: "locked")
    #expect(response(of: locked)?.error?.code == "locked")
    #expect(locked.description == "login.lua: locked")
    #expect(locked.configuration().script == nil)
  }

  @Test("The cases of a generated enum are the scenarios of their script")
  func cases() throws {
    let signedIn = try MockScenario.build().with(LoginVariant.signedIn)
    #expect(signedIn.configuration().sharedState?["sessionStatus"]?.initial == 3)
    #expect(LoginVariant.allCases.map(\.rawValue) == ["locked", "signed-in", "live"])
    for scenario in AwkwardVariant.allCases {
      let response = try MockScenario.build().with(scenario)
        .configuration().services["S"]?.methods["m"]?.responses.first
      #expect(response?.value == 2, "\(scenario)")
    }
  }

  @Test("Scripts, presets, overrides, and delays can be combined, and later ones win")
  func together() throws {
    let entry = MockServiceEntry(methods: ["signIn": .singleSuccess("by hand")])
    let scenario = try MockScenario.build()
      .with(service: "LoginService", entry)
      .with(LoginVariant.locked)
      .with(service: "Other", MockServiceEntry(methods: ["f": .voidSuccess]))
      .overriding(service: "LoginService", method: "signOut", with: .voidSuccess)
      .withGlobalDelay(ms: 20)
    let methods = scenario.configuration().services["LoginService"]?.methods
    #expect(methods?.keys.sorted() == ["signIn", "signOut"])
    #expect(methods?["signIn"]?.responses.first?.error?.code == "locked")
    #expect(methods?["signIn"]?.responses.first?.delayMs == 20)
    #expect(
      scenario.description
        == "login.lua: locked, Other, overriding LoginService.signOut, with a global delay of 20 ms"
    )
    #expect(
      try response(of: scenario.with(script: "login.lua").with(service: "LoginService", entry))?
        .value == "by hand")
  }

  @Test("Responses computed by Lua require an embedded script")
  func live() throws {
    let path = String(LoginVariant.sourceFile.dropLast("LoginVariant.swift".count)) + "login.lua"
    #expect(
      message { _ = try MockScenario.build().with(LoginVariant.live) }
        == "\(path):18: `LoginService.signIn#1` is computed by Lua at run time, but a launched app "
        + "does not run Lua; write `reply(...)` with data, launch the app with `live: true`, or pass "
        + "`embedsScript: true` if this app runs Lua")
    let live = try MockScenario.build().with(LoginVariant.live, embedsScript: true)
    let configuration = live.configuration()
    #expect(configuration.script?.variant == "live")
    #expect(configuration.script?.name == "login.lua")
    #expect(response(of: live)?.callback == "LoginService.signIn#1")
  }

  @Test("Embedding two scripts is reported, but not the same one twice")
  func twoScripts() throws {
    let collector = Collector()
    try MockFailureHandler.$override.withValue(MockFailureHandler { collector.add($0) }) {
      let live = try MockScenario.build().with(LoginVariant.live, embedsScript: true)
      _ = try live.with(LoginVariant.live, embedsScript: true).configuration()
      #expect(collector.all.isEmpty)
      let both = try live.with(script: "awkward.lua", embedsScript: true).configuration()
      #expect(both.script?.name == "awkward.lua")
    }
    #expect(
      collector.all == [
        "the scenario includes the scripts `login.lua` (live) and `awkward.lua`, but an app runs "
          + "only one; put their responses into one script"
      ])
  }

  private final class Collector: @unchecked Sendable {
    // Only the thread that runs the test writes this.
    private(set) var all: [String] = []
    func add(_ failure: MockFailure) { all.append(failure.description) }
  }

  @Test("A missing script, and an unknown scenario in it")
  func missing() throws {
    let folder = FilePath.folder(of: #filePath)
    #expect(
      message { _ = try MockScenario.build().with(script: "none.lua") }?
        .hasPrefix("none.lua: the script was not found next to the test in `\(folder)`, in ")
        == true)
    #expect(
      message { _ = try MockScenario.build().with(script: "login.lua", variant: "loked") }
        == "\(folder)/login.lua: no variant `loked`; did you mean `locked`?")
  }

  @Test("A configuration is added to a scenario completely, with the newer of two versions")
  func configurations() {
    let newer = MockServiceConfiguration(
      sharedState: ["a": SharedStateProperty(initial: 1)],
      services: ["A": MockServiceEntry(), "B": MockServiceEntry()], formatVersion: 2)
    let older = MockServiceConfiguration(services: ["B": MockServiceEntry(initialState: ["x": 1])])
    let scenario = MockScenario.build().with(newer).with(older, description: "two")
    #expect(scenario.configuration().formatVersion == 2)
    #expect(scenario.configuration().services["B"]?.initialState == ["x": 1])
    #expect(scenario.configuration().sharedState?["a"]?.initial == 1)
    #expect(scenario.description == "A, B, two")
    #expect(scenario.with(newer).description == "A, B")
  }
}
