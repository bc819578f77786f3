import HandMadeMocks
import XCTest

/// The same mocks in an XCTest case, without any setup.
final class ReportingXCTests: XCTestCase {
  private var found: [(text: String, file: String, line: Int)] = []
  private var isExpectingFailures = false

  func testAFailedVerificationFailsAtTheLineOfTheCaller() async throws {
    let mock = MockUserService()
    try await mock.saveUser(.makeStub())
    mock.verify("saveUser", called: 1)
    isExpectingFailures = true
    mock.verify("saveUser", called: 2)
    let line = #line - 1
    isExpectingFailures = false
    XCTAssertEqual(found.count, 1)
    XCTAssertTrue(found[0].text.contains("expected 2 calls to `saveUser`, found 1"))
    XCTAssertEqual(found[0].file, #filePath)
    XCTAssertEqual(found[0].line, line)
  }

  #if canImport(ObjectiveC)
    override func record(_ issue: XCTIssue) {
      guard isExpectingFailures else { return super.record(issue) }
      let location = issue.sourceCodeContext.location
      found.append(
        (issue.compactDescription, location?.fileURL.path ?? "", location?.lineNumber ?? 0))
    }
  #else
    override func recordFailure(
      withDescription description: String, inFile file: String, atLine line: Int, expected: Bool
    ) {
      if isExpectingFailures {
        found.append((description, file, line))
      } else {
        super.recordFailure(
          withDescription: description, inFile: file, atLine: line, expected: expected)
      }
    }
  #endif
}
