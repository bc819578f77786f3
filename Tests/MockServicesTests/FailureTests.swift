import Testing

@testable import MockCalls
@testable import MockConfiguration
@testable import MockData

@Suite struct FailureTests {
  @Test("The default handler stops the process with the full message")
  func trap() async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let method = MockMethodConfig(
        responses: [MockResponse(result: .success)], exhaustBehavior: .fatalError)
      let sequencer = MockCallSequencer(methods: ["m": method], service: "S")
      try await sequencer.recordVoidCall(for: "m")
      try await sequencer.recordVoidCall(for: "m")
    }
    let text = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(text.contains("`S.m` has 1 response and was called 2 times; add a response"))
  }

  @Test("What is only reported goes to standard error, with its place")
  func report() async throws {
    let result = try await #require(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      MockFailureHandler.report(MockFailure(severity: .report, message: "odd", place: "x.lua:1"))
    }
    let text = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(text.contains("mock: x.lua:1: odd\n"))
  }

  @Test("An error shows its code and message, and to people its message")
  func error() {
    let error = MockServiceError(code: "locked", message: "No entry", details: ["left": 0])
    #expect("\(error)" == "locked: No entry")
    #expect(error.errorDescription == "No entry")
    #expect("\(MockServiceError(code: "locked", message: "locked"))" == "locked")
    #expect(error == MockServiceError(code: "locked", message: "No entry", details: ["left": 0]))
    #expect(error != MockServiceError(code: "locked", message: "No entry"))
  }

  @Test(
    "Every message names the place, the problem and what to write",
    arguments: [
      (
        CallProblem.unconfigured(method, nearest: nil, known: []),
        "`S.load` has no responses; add `load` to the methods of the service"
      ),
      (
        .unconfigured(method, nearest: method, known: ["laod"]),
        "x.lua:2: `S.load` has no responses; did you mean `laod`?"
      ),
      (
        .exhausted(method, responses: 2, call: 3, index: 0, key: "k"),
        "x.lua:2: `S.load` has 2 responses for the key \"k\" and was called 3 times;"
          + " add a response, or another `exhaustBehavior`"
      ),
      (
        .noResponder(method, name: "f", index: 0),
        "x.lua:2: `S.load`, response 1, is computed by `f`, and nothing runs it;"
          + " run the script in this process, or write a static response"
      ),
      (
        .nestedCallback(method, name: "f", index: 0),
        "x.lua:2: the function of `S.load` answered with the callback `f`;"
          + " return a success, an error or a stream"
      ),
      (
        .missingValue(method, index: 0, type: "Int"),
        "x.lua:2: `S.load`, response 1 has no value, and one of type Int is expected; add a `value`"
      ),
      (
        .decodingFailed(method, index: 0, path: "value.a", reason: "odd"),
        "x.lua:2: `S.load`, response 1, `value.a`: odd"
      ),
      (.unknownGate("g", known: []), "unknown gate `g`; no response has a `gate`"),
    ])
  func messages(problem: CallProblem, text: String) {
    #expect(problem.error.message == text)
    #expect(problem.error.code == problem.code.rawValue)
  }

  private static let method = MethodIdentity(
    service: "S", name: "load", responses: [MockResponse(result: .success)], places: [0: "x.lua:2"])
}
