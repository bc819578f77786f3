#if canImport(XCUIAutomation)
  public import MockScenarios
  public import XCUIAutomation

  // Here, and not beside the protocol: an app that loads what imports XCUIAutomation does not start where the
  // test frameworks are not.
  extension XCUIApplication: @MainActor LaunchEnvironmentCarrying {}
#endif
