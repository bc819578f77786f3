@MainActor open class XCUIElement {
  init() {}
}

@MainActor open class XCUIApplication: XCUIElement {
  public override init() {}

  open var launchArguments: [String] = []
  open var launchEnvironment: [String: String] = [:]
  open func launch() {}
  open func terminate() {}
}
