import MockLua
import MockLuaTesting
import MockServices
import Testing

// The messages in the tables of the Troubleshooting article. If you change a message, change the article, too.

@Suite("Every message in Troubleshooting is printed")
struct TroubleshootingTests {
  @Test(
    .shows(
      """
      no stub of `CityService.find` accepts the call; add `mock.on.find { ... }` before the call
      """), .mocked)
  func unstubbed() async {
    let service = MockCityService()
    service.on.find("Bern") { _ in ["Bern"] }
    _ = try? await service.find("bern")
  }

  @Test(
    .shows(
      """
      cities.lua:1: `CityService` doesn't require `fnd`; did you mean `find`?
      """),
    .scenario(source: #"service "CityService" { fnd = reply { "Bern" } }"#, name: "cities.lua"))
  func unknownMethod() async {
    _ = try? await MockCityService().find("Bern")
  }

  @Test(
    .shows(
      """
      cities.lua:1: no `when` of `CityService.find` accepts { text = "bern" }; add a `reply(...)` to the list, or a `when` for these arguments:
      cities.lua:1: `text`: expected "Bern", found "bern"
      """),
    .scenario(
      source: #"service "CityService" { find = { when({ text = "Bern" }, reply { "Bern" }) } }"#,
      name: "cities.lua"))
  func unmatched() async {
    _ = try? await MockCityService().find("bern")
  }

  @Test(
    .shows(
      """
      cities.lua:1: `CityService.find`, response 1, `reply[1]`: expected a string, found an int
      """),
    .scenario(source: #"service "CityService" { find = reply { 3000 } }"#, name: "cities.lua"))
  func wrongType() async {
    _ = try? await MockCityService().find("Bern")
  }

  @Test(
    .shows(
      """
      cities.lua:1: attempt to index a nil value (field 'name') (in `CityService.find`, call 1)
      cities.lua:1: `CityService.find` has no argument `name`; known: text
      """),
    .scenario(
      source: #"service "CityService" { find = function(args) return args.name:upper() end }"#,
      name: "cities.lua"))
  func scriptError() async {
    _ = try? await MockCityService().find("Bern")
  }

  @Test(
    .shows(
      """
      a call still waits at the gate `map`, but the test has ended; open the gate, and await the response
      """),
    .scenario(
      source: #"service "CityService" { find = reply { "Bern" } :gate "map" }"#,
      name: "cities.lua"))
  func closedGate() async {
    let service = MockCityService()
    Task { try await service.find("Bern") }
    await Explored.step()
  }

  @Test(
    .shows(
      """
      the test has several `.scenario` traits (`.mocked` is one too), but only the last applies; remove the others
      """), .mocked, .scenario("cities.lua"))
  func twoTraits() async {}

  @Test(
    .shows(
      """
      `Explored.settle()` waits for the calls of a scenario, but this test does not have one; add `.scenario(...)` or `.mocked` (in XCTest, keep a `ScenarioSession`), and call it from the test's own task
      """))
  func noScenario() async {
    await Explored.settle()
  }

  @Test(
    .shows(
      """
      the explored test does not call a mock, so nothing was tried; remove `.exploring`, or create its mocks within the test
      """), .mocked, .exploring())
  func noCall() async {}

  @Test(
    .shows(
      """
      exploring tried only the baseline run: no two responses were pending at once, and no call could fail in the ways that `.exploring(...)` names
      """), .mocked, .exploring())
  func oneCall() async {
    let service = MockCityService()
    service.on.find { text in [text] }
    _ = try? await service.find("Bern")
  }
}
