#if canImport(XCUIAutomation)
  public import XCUIAutomation

  extension XCUIApplication: LaunchEnvironmentCarrying {}
#endif
