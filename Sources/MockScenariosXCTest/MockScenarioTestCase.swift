internal import MockScenarios
internal import MockServices
public import XCTest

/// A test case whose failures say which scenarios its test has applied.
///
/// ```swift
/// final class SignInTests: MockScenarioTestCase {
///   func testActionFailure() {
///     let app = XCUIApplication()
///     MockScenario.build().with(LoginPreset.actionFails).apply(to: app)
///     app.launch()
///   }
/// }
/// ```
///
/// Applying a scenario writes its description to the log in any case.
open class MockScenarioTestCase: XCTestCase {
  /// Forgets what an earlier test has applied.
  open override func setUpWithError() throws {
    try super.setUpWithError()
    AppliedScenarios.descriptions.withLock { $0 = [] }
  }

  #if canImport(Darwin)
    /// Records an issue, and with it the scenarios.
    open override func record(_ issue: XCTIssue) {
      var issue = issue
      issue.compactDescription = Self.text(ofFailure: issue.compactDescription)
      super.record(issue)
    }
  #else
    /// Records a failure, and with it the scenarios.
    open override func recordFailure(
      withDescription description: String, inFile filePath: String, atLine lineNumber: Int,
      expected: Bool
    ) {
      super.recordFailure(
        withDescription: Self.text(ofFailure: description), inFile: filePath, atLine: lineNumber,
        expected: expected)
    }
  #endif

  /// The text of a failure, with the scenarios behind it.
  private static func text(ofFailure text: String) -> String {
    let scenarios = AppliedScenarios.descriptions.withLock { $0 }
    return scenarios.isEmpty ? text : "\(text) (mocks: \(scenarios.joined(separator: "; then ")))"
  }
}
