import MockLua
import MockLuaTesting
import MockServices
import Testing

@Suite("Expectations on the current scenario")
struct ExpectationTests {
  static let script = #"service "OTP" { verify = reply(true), load = reply(1) }"#

  /// Expects a body to record one issue, on the line after the call.
  private func expectIssue(
    _ text: String, line: Int = #line, _ body: @Sendable () async throws -> Void
  ) async throws {
    let found = try await recordedIssues(body)
    #expect(found.map(\.text) == [text])
    #expect(found.first?.sourceLocation?.fileName == "ExpectationTests.swift")
    #expect(found.first?.sourceLocation?.line == line + 1)
  }

  @Test(
    "An expectation passes if the calls match", .issues(),
    .scenario(source: script, name: "script.lua"))
  func passes() async throws {
    try await call("OTP.verify", ["code": "1"])
    try await call("OTP.load")
    verify("OTP.verify")
    verify("OTP.verify", arguments: ["code": "1"], called: .once)
    verify("OTP.other", called: .never)
    verifyInOrder("OTP.verify", "OTP.load", exactly: true)
    await verifyEventually("OTP.load", called: 1, within: .seconds(60))
    verifyNoMoreCalls()
    verifyAllResponsesUsed()
  }

  @Test(
    "A failed expectation is an issue at its own line",
    .scenario(source: script, name: "script.lua"))
  func fails() async throws {
    try await call("OTP.verify", ["code": "1"])
    let calls = "\n  #1 OTP.verify {\"code\":\"1\"} -> true"
    try await expectIssue("expected 2 calls to OTP.verify, found 1\(calls)") {
      verify("OTP.verify", called: 2)
    }
    let other = #"OTP.verify {"code":"2"}"#
    try await expectIssue("expected at least 1 call to \(other), found 0\(calls)") {
      verify("OTP.verify", arguments: ["code": "2"])
    }
    try await expectIssue("expected OTP.load after OTP.verify\(calls)") {
      verifyInOrder("OTP.verify", "OTP.load")
    }
    try await expectIssue("expected 1 call to OTP.load, found 0\(calls)") {
      await verifyEventually("OTP.load", called: 1, within: .seconds(1), clock: .virtual())
    }
    let unknown = "neither the scenario nor a mock"
    try await expectIssue("\(unknown) has a method `OPT.load`; did you mean `OTP.load`?\(calls)") {
      await verifyEventually("OPT.load", called: .never, within: .seconds(1), clock: .virtual())
    }
    try await expectIssue("\(unknown) has a service `OPT`; did you mean `OTP`?\(calls)") {
      verifyNoMoreCalls(of: "OPT")
    }
    try await expectIssue("expected no more calls to OTP, found 1\(calls)") {
      verifyNoMoreCalls(of: "OTP")
    }
    try await expectIssue("script.lua:1: response 1 of `OTP.load` was never used\(calls)") {
      verifyAllResponsesUsed()
    }
  }

  @Test(
    "An expectation with an invalid pattern is an issue",
    .scenario(source: script, name: "script.lua"))
  func pattern() async throws {
    try await expectIssue("code.$near: unknown operator `$near`; did you mean `$ne`?") {
      verify("OTP.verify", arguments: ["code": ["$near": 1]])
    }
  }

  @Test("An expectation without a running scenario is an issue")
  func outside() async throws {
    try await expectIssue(ScenarioTraitTests.outsideText) {
      verify("OTP.verify")
    }
  }
}
