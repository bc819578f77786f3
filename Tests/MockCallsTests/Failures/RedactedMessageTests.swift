import MockCalls
import MockConfiguration
import MockData
import Testing

/// Secrets in the messages of calls and their verification.
@Suite struct RedactedMessageTests {
  @Test("Messages of verifications and unmatched calls have placeholders")
  func messages() async throws {
    let log = MockCallLog()
    let response = MockResponse(
      result: .success, value: 1, match: try MatchPattern(["password": "right-one", "user": "Ada"]))
    let sequencer = MockCallSequencer(
      methods: ["signIn": MockMethodConfig(responses: [response])], service: "Login",
      context: MockCallContext(log: log))
    let error = await #expect(throws: MockServiceError.self) {
      try await sequencer.answer(
        for: "signIn", arguments: ["password": "wrong-one", "user": "Ada"])
    }
    #expect(
      error?.message
        == "no `match` of `Login.signIn` accepts {\"password\":\"<redacted 1>\",\"user\":\"Ada\"}; add a"
        + " response without `match`, or one for these arguments:\n  response 1: `password`: expected"
        + " \"<redacted 2>\", found \"<redacted 1>\"")
    let verification = #expect(throws: MockVerificationError.self) {
      try log.verify(
        "Login.signIn", arguments: try MatchPattern(["password": "right-one"]), called: 1)
    }
    #expect(
      verification?.description.hasPrefix(
        "expected 1 call to Login.signIn {\"password\":\"<redacted 2>\"}, found 0\n  #1 Login.signIn"
          + " {\"password\":\"<redacted 1>\",\"user\":\"Ada\"} threw noMatch") == true)
  }

  @Test(
    "A secret seen in a call is hidden even if a verification uses another name for it"
  )
  func order() async throws {
    let log = MockCallLog()
    let sequencer = MockCallSequencer(
      methods: ["signIn": MockMethodConfig(responses: [MockResponse(result: .success, value: 1)])],
      service: "Login", context: MockCallContext(log: log))
    _ = try await sequencer.answer(for: "signIn", arguments: ["password": "hidden-one"])
    let asked = MockCallExpectation(
      "Login.signIn", arguments: try MatchPattern(["user": "hidden-one"]))
    let error = #expect(throws: MockVerificationError.self) { try log.verifyInOrder([asked]) }
    #expect(error?.problem == "expected Login.signIn {\"user\":\"<redacted 1>\"} first")
  }
}
