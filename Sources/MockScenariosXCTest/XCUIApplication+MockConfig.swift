#if canImport(XCUIAutomation)
  public import MockScenarios
  public import XCUIAutomation

  // This conformance is in its own module, because an app that loads a module with an import of XCUIAutomation can't
  // launch without the test frameworks.
  extension XCUIApplication: @MainActor LaunchEnvironmentCarrying {}
#endif
