import MockLuaTesting
import MockServices
import Testing

/// Expects that a test records just these issues, each at the test itself.
///
/// It must come before the trait whose issues it expects.
struct ExpectedIssues: TestTrait, TestScoping {
  var texts: [String]

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let found = try await recordedIssues(at: test.sourceLocation, function)
    #expect(found.map(\.text) == texts, sourceLocation: test.sourceLocation)
    for issue in found {
      #expect(issue.sourceLocation == test.sourceLocation, "\(issue.text)")
    }
  }
}

extension Trait where Self == ExpectedIssues {
  /// Expects these issues and no others; a text ends where the issue's does.
  static func issues(_ texts: String...) -> Self { ExpectedIssues(texts: texts) }
}

/// Runs a body and gives the issues that it records, which then count for nothing.
///
/// An error that it throws is an issue at `sourceLocation`.
func recordedIssues(
  at sourceLocation: SourceLocation = #_sourceLocation, _ body: @Sendable () async throws -> Void
) async throws -> [Issue] {
  let found = Locked<[Issue]>([])
  try await withKnownIssue(isIntermittent: true, sourceLocation: sourceLocation) {
    try await body()
  } matching: { issue in
    found.withLock { $0.append(issue) }
    return true
  }
  return found.withLock { $0 }
}

extension Issue {
  /// What was recorded: the comments, or the error that was caught.
  var text: String {
    error.map { "\($0)" } ?? comments.map(\.rawValue).joined(separator: "\n")
  }
}
