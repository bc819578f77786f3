import MockCalls
import MockConfiguration
import MockData
import MockPlatform
import Testing

@Suite struct CallLogTests {
  static let json = """
    {"services": {
      "OTP": {"methods": {"verify": {"responses": [
        {"result": "error", "code": "bad", "message": "Bad"}, {"result": "success", "value": true},
        {"result": "success", "optional": true}, {"result": "success"}]}}},
      "User": {"methods": {"load": {"responses": [{"result": "success", "value": {"id": 1}}]}}}}}
    """

  private func playedScene() async throws -> Scene {
    let scene = try Scene(
      Self.json, places: ["OTP": ["verify": [3: ScriptLocation(file: "login.lua", line: 9)]]])
    for code in ["1", "2"] {
      _ = try? await scene["OTP"].answer(for: "verify", arguments: ["code": .string(code)])
    }
    _ = try await scene["User"].answer(for: "load")
    return scene
  }

  @Test("Calls are recorded across services in order, with arguments and results")
  func calls() async throws {
    let log = try await playedScene().log
    #expect(log.calls().map(\.order) == [1, 2, 3])
    #expect(
      log.calls().map(\.description) == [
        #"#1 OTP.verify {"code":"1"} threw bad: Bad"#, #"#2 OTP.verify {"code":"2"} -> true"#,
        #"#3 User.load {} -> {"id":1}"#,
      ])
    #expect(log.calls("OTP.verify").map(\.responseIndex) == [0, 1])
    #expect(try log.calls(matching: MatchPattern(["code": "2"])).map(\.order) == [2])
    #expect(log.captured("code", of: "OTP.verify") == ["1", "2"])
    #expect(try log.captured("code", of: "OTP.verify", as: String.self) == ["1", "2"])
  }

  @Test("Capturing an argument that no call has is an issue that suggests the closest name")
  func unknownArgument() async throws {
    let log = try await playedScene().log
    let messages = Locked<[String]>([])
    MockFailureHandler.$override.withValue(
      MockFailureHandler { failure in messages.withLock { $0.append("\(failure)") } }
    ) {
      #expect(log.captured("coed", of: "OTP.verify", line: 7) == [])
      #expect(log.captured("code", of: "OTP.never") == [])
    }
    let reported: [String] = messages.withLock(\.self)
    let expected: [String] = [
      "CallLogTests.swift:7: no call to `OTP.verify` has an argument `coed`; did you mean `code`?"
    ]
    #expect(reported == expected)
  }

  @Test("The arguments of a verification are written as an object")
  func objectOfArguments() async throws {
    let log = try await playedScene().log
    try log.verify("OTP.verify", arguments: ["code": "2"], called: 1)
    try log.verify("OTP.verify", arguments: nil, called: 2)
    #expect(throws: MockVerificationError.self) {
      try log.verify("OTP.verify", arguments: ["code": "3"])
    }
  }

  @Test("A call with numbers unsupported by JSON is shown in the usual form")
  func numbers() async throws {
    let scene = try Scene(responses: #"{"result": "success"}"#)
    _ = await scene.call([MockArgument("x", Double.nan), MockArgument("y", [-Double.infinity])])
    #expect(
      scene.log.calls().map(\.description) == [#"#1 S.m {"x":"nan","y":["-inf"]} -> nothing"#])
  }

  @Test("Counts can be verified exactly, as a range, and as never")
  func counts() async throws {
    let log = try await playedScene().log
    try log.verify("OTP.verify", called: 2)
    try log.verify("OTP.verify", called: 1...2)
    try log.verify("OTP.verify", called: .atMost(2))
    try log.verify("OTP.verify")
    try log.verify("OTP.other", called: .never)
    try log.verify("OTP.verify", arguments: MatchPattern(["code": "1"]), called: .once)
  }

  @Test("A failed verification suggests a similar method name")
  func nearest() async throws {
    let log = try await playedScene().log
    let error = #expect(throws: MockVerificationError.self) { try log.verify("OPT.verfy") }
    #expect(
      error?.problem
        == "neither the scenario nor a mock has a method `OPT.verfy`; did you mean `OTP.verify`?")
    let other = #expect(throws: MockVerificationError.self) { try log.verify("OTP.verfy") }
    #expect(
      other?.problem == "expected at least 1 call to OTP.verfy, found 0; did you mean `OTP.verify`?"
    )
  }

  @Test("Verifying that an unknown service was never called, or not called again, fails")
  func unknown() async throws {
    let scene = try await playedScene()
    let error = #expect(throws: MockVerificationError.self) {
      try scene.log.verify("OPT.verify", called: .never)
    }
    #expect(
      error?.description == """
        neither the scenario nor a mock has a method `OPT.verify`; did you mean `OTP.verify`?
          #1 OTP.verify {"code":"1"} threw bad: Bad
          #2 OTP.verify {"code":"2"} -> true
          #3 User.load {} -> {"id":1}
        """)
    let service = #expect(throws: MockVerificationError.self) {
      try scene.log.verifyNoMoreCalls(of: "Usr")
    }
    #expect(
      service?.problem
        == "neither the scenario nor a mock has a service `Usr`; did you mean `User`?")
    let none = #expect(throws: MockVerificationError.self) { try scene.log.verify("other") }
    #expect(
      none?.problem
        == "neither the scenario nor a mock has a method `other`; known: OTP.verify, User.load")
  }

  @Test("A misspelled method of a service without a mock and without calls fails")
  func misspelled() throws {
    let log = MockCallLog()
    let load = MockMethodConfig(responses: [MockResponse(result: .success)])
    _ = MockCallSequencer(
      methods: ["load": load], service: "User", context: MockCallContext(log: log))
    let error = #expect(throws: MockVerificationError.self) {
      try log.verify("User.laod", called: .never)
    }
    #expect(
      error?.problem
        == "neither the scenario nor a mock has a method `User.laod`; did you mean `User.load`?")
    try log.verify("User.save", called: .never)
  }

  @Test("If the methods are unknown, any method can be verified as never called")
  func open() throws {
    try MockCallLog().verify("OTP.verify", called: .never)
    try MockCallLog().verifyNoMoreCalls(of: "OTP")
    let log = MockCallLog()
    // Services without contracts: one has no responses, and the other has no name.
    _ = MockCallSequencer(
      methods: [:], service: "User", context: MockCallContext(log: log))
    _ = MockCallSequencer(methods: [:], context: MockCallContext(log: log))
    try log.verify("User.load", called: .never)
    try log.verifyNoMoreCalls(of: "User")
    try log.verify("load", called: .never)
    #expect(throws: MockVerificationError.self) { try log.verify("Usr.load", called: .never) }
  }

  @Test(
    "A failed verification prints the actual calls",
    arguments: [
      ("OTP.verify", nil, 3.callCount, "expected 3 calls to OTP.verify, found 2"),
      ("OTP.verify", nil, .never, "expected no call to OTP.verify, found 2"),
      ("OTP.verify", nil, .atMost(1), "expected at most 1 call to OTP.verify, found 2"),
      ("OTP.verify", nil, (3...4).callCount, "expected 3 to 4 calls to OTP.verify, found 2"),
      (
        "OTP.verify", ["code": "3"], .atLeast(1),
        "expected at least 1 call to OTP.verify {\"code\":\"3\"}, found 0"
      ),
    ] as [(String, AnyCodableValue?, MockCallCount, String)])
  func failure(
    method: String, arguments: AnyCodableValue?, count: MockCallCount, text: String
  ) async throws {
    let log = try await playedScene().log
    let pattern = try arguments.map { try MatchPattern($0) }
    let error = #expect(throws: MockVerificationError.self) {
      try log.verify(method, arguments: pattern, called: count)
    }
    #expect(
      error?.description == """
        \(text)
          #1 OTP.verify {"code":"1"} threw bad: Bad
          #2 OTP.verify {"code":"2"} -> true
        """)
  }

  @Test("Order can be verified relatively and exactly")
  func order() async throws {
    let log = try await playedScene().log
    try log.verifyInOrder(["OTP.verify", "User.load"])
    try log.verifyInOrder(["OTP.verify", "OTP.verify", "User.load"], exactly: true)
    for (calls, exactly, text) in [
      (["User.load", "OTP.verify"], false, "expected OTP.verify after User.load"),
      (["OTP.verify", "User.load"], true, "expected User.load right after OTP.verify"),
      (["User.load"], true, "expected User.load first"),
      (["OTP.verify", "OTP.verify"], true, "expected no more than 2 calls, found #3 User.load"),
    ] {
      let error = #expect(throws: MockVerificationError.self) {
        try log.verifyInOrder(calls.map { MockCallExpectation($0) }, exactly: exactly)
      }
      #expect(error?.problem.hasPrefix(text) == true, "\(error?.problem ?? "")")
      #expect(error?.calls.count == 3)
    }
  }

  @Test("If no more calls are expected, every call must be part of a successful verification")
  func noMoreCalls() async throws {
    let log = try await playedScene().log
    try log.verify("OTP.verify", called: 2)
    try log.verifyNoMoreCalls(of: "OTP")
    let error = #expect(throws: MockVerificationError.self) { try log.verifyNoMoreCalls() }
    #expect(
      error?.description == "expected no more calls, found 1\n  #3 User.load {} -> {\"id\":1}")
    try log.verify("User.load")
    try log.verifyNoMoreCalls()
  }

  @Test("Unused responses are found with their locations, except optional ones")
  func unused() async throws {
    let scene = try await playedScene()
    #expect(
      scene.log.unusedResponses() == [
        MockUnusedResponse(
          method: "OTP.verify", index: 3, place: ScriptLocation(file: "login.lua", line: 9))
      ])
    let error = #expect(throws: MockVerificationError.self) {
      try scene.log.verifyAllResponsesUsed()
    }
    #expect(error?.problem == "login.lua:9: response 4 of `OTP.verify` was never used")
    for _ in 0..<2 { try await scene["OTP"].recordVoidCall(for: "verify") }
    try scene.log.verifyAllResponsesUsed()
  }

  @Test("The log keeps the latest calls, counts stay exact, and verifying a dropped call fails")
  func limit() async throws {
    let log = MockCallLog(limit: 3)
    let method = MockMethodConfig(responses: [MockResponse(result: .success)])
    let sequencer = MockCallSequencer(
      methods: ["m": method], service: "S", context: MockCallContext(log: log))
    for number in 1...8 {
      try await sequencer.recordVoidCall(for: "m", arguments: ["n": .int(number)])
    }
    #expect(log.calls().map(\.order) == [6, 7, 8])
    #expect(log.captured("n", of: "S.m") == [6, 7, 8])
    #expect(log.count == 8)
    #expect(log.droppedCount == 5)
    try log.verify("S.m", called: 8)
    let error = #expect(throws: MockVerificationError.self) {
      try log.verify("S.m", arguments: MatchPattern(["n": 1]))
    }
    #expect(
      error?.problem == "S.m {\"n\":1} cannot be verified: the log dropped 5 calls to S.m;"
        + " raise its limit")
    #expect(error?.description.contains("(the first 5 calls are no longer kept)") == true)
    #expect(throws: MockVerificationError.self) { try log.verifyInOrder(["S.m"]) }
    #expect(throws: MockVerificationError.self) { try log.verifyNoMoreCalls() }
  }

  @Test(
    "Up to 32 MiB from other processes are kept, counts stay exact, and messages mention it")
  func weight() async throws {
    let log = MockCallLog()
    let method = MockMethodConfig(responses: [MockResponse(result: .success)])
    let sequencer = MockCallSequencer(
      methods: ["m": method], service: "S", context: MockCallContext(log: log))
    for number in 1...40 {
      let text = String(repeating: "x", count: 1 << 20) + "\(number)"
      try await sequencer.recordVoidCall(
        for: "m", arguments: MockArguments(data: ["text": .string(text)]))
    }
    #expect(log.calls().count <= 32)
    #expect(log.calls().last?.order == 40)
    try log.verify("S.m", called: 40)
    // `#expect(throws:)` would describe the error, and its 32 MiB of arguments, several times.
    var problem = ""
    do {
      try log.verify("S.m", arguments: MatchPattern(["text": "x"]), called: .never)
    } catch let error as MockVerificationError {
      problem = error.problem
    }
    #expect(
      problem.hasSuffix(
        "the log dropped \(log.droppedCount) calls to S.m; their values take more than 32 MiB;"
          + " pass smaller values"))
  }

  @Test("Shared state values shown in calls count toward the limit, once each")
  func weightOfState() async throws {
    let scene = try Scene(responses: #"{"result": "success"}"#)
    let large = { (number: Int) in
      AnyCodableValue.string(String(repeating: "x", count: 1 << 20) + "\(number)")
    }
    _ = await scene.call()
    for number in 1...40 { scene.log.addBytes(["a": large(number)]) }
    _ = await scene.call()
    // A call only contains the last value.
    #expect(scene.log.droppedCount == 0)
    for number in 1...40 {
      scene.log.addBytes(["a": large(number)])
      _ = await scene.call()
    }
    #expect(scene.log.droppedCount > 0)
    #expect(scene.log.count == 42)
  }

  @Test("The end of a call from before a reset doesn't end a call after it")
  func reset() async throws {
    let scene = try Scene(
      responses: """
        {"result": "success", "value": 1, "gate": "g"}, {"result": "success", "value": 2, "gate": "h"}
        """)
    let old = Task { await scene.call() }
    try await scene.gates.waitForCalls(at: "g")
    scene.log.reset()
    #expect(scene.log.calls().isEmpty)
    let new = Task { await scene.call() }
    try await scene.gates.waitForCalls(at: "h")
    try scene.gates.open("g")
    #expect(await old.value == "1")
    #expect(scene.log.calls().map(\.outcome) == [.running])
    try scene.gates.open("h")
    #expect(await new.value == "2")
    #expect(scene.log.calls().map(\.outcome) == [.returned(2)])
    #expect(scene.log.count(of: "S.m") == 1)
  }

  @Test("A verification sees a single moment while calls continue")
  func verifiedMeanwhile() async throws {
    let scene = try Scene(responses: #"{"result": "success"}"#)
    let calling = Task { for number in 0..<4000 { _ = await scene.call(["n": .int(number)]) } }
    let pattern = try MatchPattern(["n": ["$gte": 0]])
    for _ in 0..<200 {
      try scene.log.verify("S.m", arguments: pattern, called: .atMost(4000))
    }
    await calling.value
    try scene.log.verify("S.m", arguments: pattern, called: 4000)
  }

  @Test("An eventual verification waits for the call until its time limit")
  func eventually() async throws {
    let scene = try Scene(responses: #"{"result": "success"}"#)
    let clock = MockClock.virtual(manual: true)
    let wait = Task {
      try await scene.log.verifyEventually("S.m", called: 2, within: .seconds(1), clock: clock)
    }
    await clock.waitForSleepers(1)
    _ = await scene.call()
    _ = await scene.call()
    try await wait.value
    let failing = Task {
      try await scene.log.verifyEventually("S.m", called: 3, within: .seconds(1), clock: clock)
    }
    await clock.waitForSleepers(1)
    await clock.advance(by: .seconds(1))
    let error = await #expect(throws: MockVerificationError.self) { try await failing.value }
    #expect(error?.problem == "expected 3 calls to S.m, found 2")
  }
}
