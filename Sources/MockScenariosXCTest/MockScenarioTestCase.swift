internal import MockScenarios
public import MockServices
public import XCTest

#if canImport(Darwin)
  internal import Foundation
#endif

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
  /// What went wrong, for the trace.
  private let failures = Locked<[(text: String, place: SourcePlace?)]>([])

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

  /// Ends the sessions that the test has used; each leaves a trace if the test has failed.
  ///
  /// The trace is attached to the test on Apple's systems, and written to the folder that `MOCKLUA_TRACES` names.
  open override func tearDownWithError() throws {
    for session in sessions.exchange([]) {
      session.close()
      for finding in session.findings { XCTFail(finding) }
      leaveTrace(of: session)
    }
    try super.tearDownWithError()
  }

  private func leaveTrace(of session: any MockSession) {
    let failures = failures.withLock { $0 }
    guard !failures.isEmpty, let source = session as? any MockTraceSource else { return }
    let bytes = source.trace(test: name, issues: failures)
    TraceFolder.write(bytes, test: name)
    #if canImport(Darwin)
      let attachment = XCTAttachment(
        data: Data(bytes), uniformTypeIdentifier: "public.plain-text")
      attachment.name = "\(TraceFolder.fileName(of: name)).\(TraceFolder.ending)"
      attachment.lifetime = .keepAlways
      add(attachment)
    #endif
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
      let location = issue.sourceCodeContext.location
      let place = location.map {
        SourcePlace(file: $0.fileURL.lastPathComponent, line: $0.lineNumber)
      }
      failures.withLock { $0.append((issue.compactDescription, place)) }
      issue.compactDescription = Self.text(ofFailure: issue.compactDescription)
      super.record(issue)
    }
  #else
    /// Records a failure, and with it the scenarios.
    open override func recordFailure(
      withDescription description: String, inFile filePath: String, atLine lineNumber: Int,
      expected: Bool
    ) {
      let file = filePath.split(separator: "/").last ?? Substring(filePath)
      let place = SourcePlace(file: String(file), line: lineNumber)
      failures.withLock { $0.append((description, place)) }
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
