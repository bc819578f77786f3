import MockLuaTesting
import MockServices
import Testing

/// Expects a test to record exactly these issues, each at the test itself.
///
/// Place this trait before the trait whose issues it expects.
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
  /// Expects exactly these issues.
  ///
  /// Each text is the end of an issue's text.
  static func issues(_ texts: String...) -> Self { ExpectedIssues(texts: texts) }
}

/// Runs a body and returns the issues that it records, without failing the test.
///
/// A thrown error is an issue at `sourceLocation`.
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
  /// The comments of the issue, or the error that was caught.
  var text: String {
    error.map { "\($0)" } ?? comments.map(\.rawValue).joined(separator: "\n")
  }
}
