import MockLua
import MockScenarios
import MockScenariosXCTest
import MockServices
import XCTest

/// Launches the app with a preset, with a script from the test bundle's resources, and with a live session.
final class WeatherUITests: MockScenarioTestCase {
  /// A preset in Swift.
  @MainActor
  func testPreset() {
    let app = XCUIApplication()
    MockScenario.build().with(WeatherPreset.constant(degrees: 21, sky: "clear")).apply(to: app)
    app.launch()
    XCTAssertTrue(app.staticTexts["21 degrees, clear"].waitForExistence(timeout: 30))
  }

  /// A script.
  ///
  /// The first call fails, and the next one succeeds.
  @MainActor
  func testScript() throws {
    let app = XCUIApplication()
    try app.launch(scenario: "Scripts/storm.lua")
    XCTAssertTrue(app.staticTexts["No forecast"].waitForExistence(timeout: 30))
    app.buttons["Reload"].tap()
    XCTAssertTrue(app.staticTexts["9 degrees, storm"].waitForExistence(timeout: 30))
  }

  /// A live session.
  ///
  /// This process receives each call, computes its response, and changes later ones.
  @MainActor
  func testSession() throws {
    let app = XCUIApplication()
    let scenario = try app.launch(scenario: "Scripts/wind.lua", live: true).scenario
    XCTAssertTrue(app.staticTexts["12 degrees, wind over Oslo"].waitForExistence(timeout: 30))
    scenario.sharedState["degrees"] = 7
    app.buttons["Reload"].tap()
    try scenario.gates.open("harbour")
    XCTAssertTrue(app.staticTexts["7 degrees, calm over Oslo"].waitForExistence(timeout: 30))
    try scenario.log.verify(
      "WeatherService.forecast", arguments: MatchPattern(["city": "Oslo"]), called: 2)
  }
}
