import HandMadeMocks
import MockServices
import MockServicesTesting
import Testing

@Suite("Mock failures in Swift Testing") struct ReportingTests {
  @Test("A failed verification is an issue at the caller's line")
  func issue() {
    let mock = MockUserService()
    let found = Locked<[Issue]>([])
    let line = #line + 2
    withKnownIssue {
      mock.verify("saveUser", called: 1)
    } matching: { issue in
      found.withLock { $0.append(issue) }
      return true
    }
    let issue = found.withLock { $0.first }
    #expect(issue?.comments.map(\.rawValue) == ["expected 1 call to `saveUser`, found 0"])
    #expect(issue?.sourceLocation?.line == line)
    #expect(issue?.sourceLocation?.fileID == "HandMadeMocksTests/ReportingTests.swift")
  }

  @Test("As the global failure handler, it records fatal failures and continues")
  func handler() async throws {
    let sequencer = MockCallSequencer(
      methods: [
        "m": MockMethodConfig(
          responses: [MockResponse(result: .success)], exhaustBehavior: .fatalError)
      ], service: "S", context: MockCallContext(failureHandler: .testing))
    try await sequencer.recordVoidCall(for: "m")
    await withKnownIssue {
      await #expect(throws: MockServiceError.self) { try await sequencer.recordVoidCall(for: "m") }
    } matching: { issue in
      issue.comments.first?.rawValue.hasPrefix("`S.m` has 1 response and was called 2 times")
        == true
    }
  }

  @Test("A scenario failure without a source location names its script location")
  func place() {
    withKnownIssue {
      MockFailureHandler.testing.report(
        MockFailure(
          severity: .report, message: "odd", place: ScriptLocation(file: "login.lua", line: 3)))
    } matching: { issue in
      issue.comments.map(\.rawValue) == ["login.lua:3: odd"]
    }
  }
}
