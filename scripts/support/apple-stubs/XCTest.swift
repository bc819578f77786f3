public import Foundation
// As XCTest itself does.
@_exported public import XCUIAutomation

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

public func XCTAssertTrue(
  _ expression: @autoclosure () throws -> Bool, _ message: @autoclosure () -> String = "",
  file: StaticString = #filePath, line: UInt = #line
) {}

public func XCTUnwrap<T>(
  _ expression: @autoclosure () throws -> T?, _ message: @autoclosure () -> String = "",
  file: StaticString = #filePath, line: UInt = #line
) throws -> T { fatalError() }
