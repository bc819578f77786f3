import Foundation
import MockLua
import MockScenarios
import MockScenariosXCTest
import XCTest

/// Drives the app with a preset, and with a script from the resources of the test's bundle.
final class WeatherUITests: MockScenarioTestCase {
  /// A preset in Swift.
  @MainActor
  func testPreset() {
    let app = XCUIApplication()
    MockScenario.build().with(WeatherPreset.constant(degrees: 21, sky: "clear")).apply(to: app)
    app.launch()
    XCTAssertTrue(app.staticTexts["21 degrees, clear"].waitForExistence(timeout: 30))
  }

  /// A script: the first call fails, the next one answers.
  @MainActor
  func testScript() throws {
    let bundle = Bundle(for: WeatherUITests.self)
    let script = try XCTUnwrap(bundle.path(forResource: "storm", ofType: "lua"))
    let app = XCUIApplication()
    try MockScenario.build().with(script: script).apply(to: app)
    app.launch()
    XCTAssertTrue(app.staticTexts["No forecast"].waitForExistence(timeout: 30))
    app.buttons["Reload"].tap()
    XCTAssertTrue(app.staticTexts["9 degrees, storm"].waitForExistence(timeout: 30))
  }
}
