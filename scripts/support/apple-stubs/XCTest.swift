public import Foundation
// Exported by XCTest too.
@_exported public import Foundation
@_exported public import XCUIAutomation

open class XCTest: NSObject {
  open var name: String { "" }
  open var testRun: XCTestRun? { nil }
  open func setUp() async throws {}
  open func setUpWithError() throws {}
  open func tearDown() async throws {}
  open func tearDownWithError() throws {}
}

open class XCTestCase: XCTest {
  open var continueAfterFailure: Bool {
    get { fatalError() }
    set {}
  }
  open class func setUp() {}
  open class func tearDown() {}
  open class var defaultTestSuite: XCTestSuite { XCTestSuite(name: "") }
  open func invokeTest() {}
  open func record(_ issue: XCTIssue) {}
  public func addTeardownBlock(_ block: @escaping @Sendable () async throws -> Void) {}
  public final func add(_ attachment: XCTAttachment) {}
}

open class XCTestRun: NSObject {
  open var totalFailureCount: Int { 0 }
}

open class XCTestSuite: XCTest {
  public init(name: String) {}
}

// Its methods are optional Objective-C requirements, so the stub doesn't need to declare them.
public protocol XCTestObservation: NSObjectProtocol {}

open class XCTestObservationCenter: NSObject {
  open class var shared: XCTestObservationCenter { XCTestObservationCenter() }
  open func addTestObserver(_ testObserver: any XCTestObservation) {}
}

open class XCTAttachment: NSObject {
  public enum Lifetime: Int {
    case keepAlways
    case deleteOnSuccess
  }

  open var name: String?
  open var lifetime = Lifetime.deleteOnSuccess

  init(payload: Data) {}

  public convenience init(data: Data, uniformTypeIdentifier: String) { self.init(payload: data) }
}

// None of these is Sendable, and only the last one is a value type.
open class XCTSourceCodeLocation: NSObject {
  open var fileURL: URL { fatalError() }
  open var lineNumber: Int { fatalError() }
}

open class XCTSourceCodeContext: NSObject {
  open var location: XCTSourceCodeLocation? { fatalError() }
}

public struct XCTIssue {
  public var compactDescription: String
  public var sourceCodeContext: XCTSourceCodeContext
}

public func XCTFail(
  _ message: String = "", file: StaticString = #filePath, line: UInt = #line
) {}

public func XCTAssertTrue(
  _ expression: @autoclosure () throws -> Bool, _ message: @autoclosure () -> String = "",
  file: StaticString = #filePath, line: UInt = #line
) {}

public func XCTAssert(
  _ expression: @autoclosure () throws -> Bool, _ message: @autoclosure () -> String = "",
  file: StaticString = #filePath, line: UInt = #line
) {}

public func XCTAssertEqual<T: Equatable>(
  _ first: @autoclosure () throws -> T, _ second: @autoclosure () throws -> T,
  _ message: @autoclosure () -> String = "", file: StaticString = #filePath, line: UInt = #line
) {}

public func XCTAssertGreaterThan<T: Comparable>(
  _ first: @autoclosure () throws -> T, _ second: @autoclosure () throws -> T,
  _ message: @autoclosure () -> String = "", file: StaticString = #filePath, line: UInt = #line
) {}

public func XCTAssertThrowsError<T>(
  _ expression: @autoclosure () throws -> T, _ message: @autoclosure () -> String = "",
  file: StaticString = #filePath, line: UInt = #line,
  _ check: (_ error: any Error) -> Void = { _ in }
) {}

public func XCTSkipUnless(
  _ expression: @autoclosure () throws -> Bool, _ message: @autoclosure () -> String? = nil,
  file: StaticString = #filePath, line: UInt = #line
) throws {}

public func XCTUnwrap<T>(
  _ expression: @autoclosure () throws -> T?, _ message: @autoclosure () -> String = "",
  file: StaticString = #filePath, line: UInt = #line
) throws -> T { fatalError() }
