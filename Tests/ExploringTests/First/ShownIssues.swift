import MockServices
import Testing

@testable import MockLuaTesting

/// Expects a test, or each test of a suite, to fail with issues that contain the lines shown on a page.
struct ShownIssues: SuiteTrait, TestTrait, TestScoping {
  var text: String
  let isRecursive = true

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let found = Locked<[String]>([])
    let watch: IssueHandlingTrait = .compactMapIssues { issue in
      found.withLock { $0.append("\(issue)") }
      return nil
    }
    try await watch.provideScope(for: test, testCase: testCase, performing: function)
    let printed = found.withLock { $0 }.joined(separator: "\n")
    for line in text.split(separator: "\n") {
      #expect(printed.contains(line), sourceLocation: test.sourceLocation)
    }
  }
}

extension Trait where Self == ShownIssues {
  static func shows(_ text: String) -> Self { ShownIssues(text: text) }
}
