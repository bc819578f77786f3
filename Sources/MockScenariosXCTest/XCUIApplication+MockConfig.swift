#if canImport(XCUIAutomation)
  public import MockScenarios
  public import XCUIAutomation

  // This conformance is in a separate module, because an app that loads a module importing XCUIAutomation can't launch
  // without the test frameworks.
  extension XCUIApplication: @MainActor LaunchEnvironmentCarrying {}
#endif
