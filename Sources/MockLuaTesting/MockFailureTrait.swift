internal import MockServices
public import Testing

/// Makes an issue of each failure that is reported while a test runs, also of one that the app swallows.
///
/// ```swift
/// @Test(.mockFailuresAsIssues) func listOnlyFetches() async throws { ... }
/// ```
///
/// A test with a scenario needs no such trait: its session collects failures. The trait knows the test's
/// task and its children; a detached task reports to the process.
public struct MockFailureTrait: TestTrait, SuiteTrait, TestScoping {
  /// True: a suite hands the trait on to its tests.
  public var isRecursive: Bool { true }

  /// Runs a test with a failure handler that records issues at the test.
  ///
  /// - Throws: What the test throws.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let handler = MockFailureHandler { failure in
      Issue.record("\(failure)", sourceLocation: test.sourceLocation)
    }
    try await MockFailureHandler.$override.withValue(handler) { try await function() }
  }
}

extension Trait where Self == MockFailureTrait {
  /// Makes an issue of each failure that is reported while a test runs.
  public static var mockFailuresAsIssues: Self { MockFailureTrait() }
}
