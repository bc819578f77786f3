internal import MockScenarios
public import MockServices
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
  private let sessions = Locked<[any MockSession]>([])

  /// Takes a live session: it ends with the test, and what was wrong with its apps fails the test.
  ///
  /// ```swift
  /// let session = use(try LiveSession(scenario))
  /// try MockScenario.build().with(session).apply(to: app)
  /// ```
  ///
  /// - Parameter session: The session.
  /// - Returns: The same session.
  @discardableResult
  public func use<Session: MockSession>(_ session: Session) -> Session {
    sessions.withLock { $0.append(session) }
    return session
  }

  /// Ends the sessions that the test has used.
  open override func tearDownWithError() throws {
    for session in sessions.exchange([]) {
      session.close()
      for finding in session.findings { XCTFail(finding) }
    }
    try super.tearDownWithError()
  }

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
