import Foundation

open class XCTest: NSObject {
  open func setUpWithError() throws {}
  open func tearDownWithError() throws {}
}

open class XCTestCase: XCTest {
  open func record(_ issue: XCTIssue) {}
}

public struct XCTIssue: Sendable {
  public var compactDescription: String
}

public func XCTFail(
  _ message: String = "", file: StaticString = #filePath, line: UInt = #line
) {}
