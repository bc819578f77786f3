public import Foundation

@MainActor open class XCUIElement: NSObject {
  override init() {}

  open var staticTexts: XCUIElementQuery { fatalError() }
  open var buttons: XCUIElementQuery { fatalError() }
  open func waitForExistence(timeout: TimeInterval) -> Bool { true }
  open func tap() {}
}

@MainActor open class XCUIElementQuery: NSObject {
  open subscript(key: String) -> XCUIElement { fatalError() }
}

@MainActor open class XCUIApplication: XCUIElement {
  public override init() {}

  open var launchArguments: [String] = []
  open var launchEnvironment: [String: String] = [:]
  open func launch() {}
  open func terminate() {}
}
