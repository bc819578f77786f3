#if canImport(XCUIAutomation)
  public import XCUIAutomation

  extension XCUIApplication: @MainActor LaunchEnvironmentCarrying {}
#endif
