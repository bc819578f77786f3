#if canImport(XCTest)
  internal import MockCalls
  internal import MockLua
  internal import MockPlatform
  public import XCTest

  #if canImport(Darwin)
    internal import Foundation
  #endif

  extension ScenarioSession {
    /// Ends the session, and reports each issue as a failure of an XCTest test.
    ///
    /// If the test has failed, this method also saves a trace. On Apple platforms, it attaches the trace to the test.
    /// If the environment variable `MOCKLUA_TRACES` names a folder, it also writes the trace there.
    ///
    /// Work that the test started but didn't await can continue until the test ends. Failures of that work are reported
    /// too. A call that arrives even later is also a failure, which XCTest reports at the end of the suite, under the
    /// name of this test.
    ///
    /// ```swift
    /// let session = try ScenarioSession(path: "login.lua")
    /// defer { session.finish(in: self) }
    /// ```
    ///
    /// - Parameters:
    ///   - testCase: The test that owns the session.
    ///   - file: The file to attribute failures to; the caller's by default.
    ///   - line: The line to attribute failures to; the caller's by default.
    public func finish(
      in testCase: XCTestCase, file: StaticString = #filePath, line: UInt = #line
    ) {
      let scenarioIssues = finish()
      ending.withLock { $0.issues = scenarioIssues }
      for issue in scenarioIssues { XCTFail(issue.description, file: file, line: line) }
      endLater(at: MockSourceLocation(file: file, line: line))
      // Before a test ends, its run always reports that the test hasn't succeeded, so count the failures instead.
      let failures = testCase.testRun?.totalFailureCount ?? 0
      guard !scenarioIssues.isEmpty || failures > 0 else { return }
      let place = MockSourceLocation(file: file, line: line).place
      // XCTest doesn't provide the recorded issues.
      let issues =
        scenarioIssues.isEmpty
        ? [MockTrace.Issue(text: "an assertion in the test failed", place: place)]
        : scenarioIssues.map { MockTrace.Issue(text: $0.description, place: place) }
      let bytes = trace(test: testCase.name, issues: issues, scenarioIssues: scenarioIssues).utf8
      TraceFolder.write(bytes, test: testCase.name)
      #if canImport(Darwin)
        let attachment = XCTAttachment(
          data: Data(bytes), uniformTypeIdentifier: "public.plain-text")
        attachment.name = "\(TraceFolder.fileName(of: testCase.name)).\(TraceFolder.ending)"
        attachment.lifetime = .keepAlways
        testCase.add(attachment)
      #endif
    }
  }
#endif
