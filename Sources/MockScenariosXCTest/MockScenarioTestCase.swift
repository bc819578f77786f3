internal import MockScenarios
public import MockServices
public import XCTest

#if canImport(Darwin)
  internal import Foundation
#endif

/// A test case whose failure messages include the scenarios that the test has applied.
///
/// ```swift
/// final class SignInTests: MockScenarioTestCase {
///   func testActionFailure() throws {
///     let app = XCUIApplication()
///     try app.launch(scenario: "login.lua", variant: "locked")
///   }
/// }
/// ```
///
/// A scenario's description is also logged when the scenario is applied, with or without this class.
open class MockScenarioTestCase: XCTestCase {
  private let sessions = Locked<[any MockSession]>([])
  /// The sessions of the running test; nil outside of a test.
  private static let running = Locked<Locked<[any MockSession]>?>(nil)
  /// The failures of the test, for the trace.
  private let failures = Locked<[(text: String, place: ScriptLocation?)]>([])

  /// Runs the test, and collects the sessions that it starts.
  open override func invokeTest() {
    Self.running.withLock { $0 = sessions }
    defer { Self.running.withLock { $0 = nil } }
    super.invokeTest()
  }

  /// Ends a session when the running test ends, if there is one, and makes the issues of its apps fail the test.
  static func endWithRunningTest(_ session: any MockSession) {
    running.withLock { $0 }?.withLock { $0.append(session) }
  }

  /// Adds a live session to the test.
  ///
  /// The session ends with the test, and the issues of its apps fail the test. You don't have to add the sessions that
  /// `app.launch(scenario:live:)` returns.
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

  /// Ends the sessions of the test, and reports their issues.
  ///
  /// If the test has failed, this method saves a trace of each session. On Apple platforms, it attaches the trace to
  /// the test. If the environment variable `MOCKLUA_TRACES` names a folder, it also writes the trace there.
  open override func tearDownWithError() throws {
    for session in sessions.exchange([]) {
      session.close()
      for issue in session.issues { XCTFail(issue) }
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

  /// Discards the descriptions of scenarios that earlier tests applied.
  open override func setUpWithError() throws {
    try super.setUpWithError()
    AppliedScenarios.descriptions.withLock { $0 = [] }
  }

  #if canImport(Darwin)
    /// Records an issue, and adds the applied scenarios to its text.
    open override func record(_ issue: XCTIssue) {
      var issue = issue
      let location = issue.sourceCodeContext.location
      let place = location.map {
        ScriptLocation(file: $0.fileURL.lastPathComponent, line: $0.lineNumber)
      }
      failures.withLock { $0.append((issue.compactDescription, place)) }
      issue.compactDescription = Self.text(ofFailure: issue.compactDescription)
      super.record(issue)
    }
  #else
    /// Records a failure, and adds the applied scenarios to its text.
    open override func recordFailure(
      withDescription description: String, inFile filePath: String, atLine lineNumber: Int,
      expected: Bool
    ) {
      let file = filePath.split(separator: "/").last ?? Substring(filePath)
      let place = ScriptLocation(file: String(file), line: lineNumber)
      failures.withLock { $0.append((description, place)) }
      super.recordFailure(
        withDescription: Self.text(ofFailure: description), inFile: filePath, atLine: lineNumber,
        expected: expected)
    }
  #endif

  /// Returns the text of a failure, followed by the applied scenarios.
  private static func text(ofFailure text: String) -> String {
    let scenarios = AppliedScenarios.descriptions.withLock { $0 }
    return scenarios.isEmpty ? text : "\(text) (mocks: \(scenarios.joined(separator: "; then ")))"
  }
}
