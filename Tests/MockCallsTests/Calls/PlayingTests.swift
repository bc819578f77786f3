import TestSupport
import Testing

@testable import MockCalls
@testable import MockConfiguration
@testable import MockData

/// Calls made from outside, with the whole response as data.
@Suite struct PlayingTests {
  @Test(
    "A call from outside gets the same response as the app's call, without throwing",
    arguments: [
      (#"{"result":"success","value":1}"#, #"{"result":"success","value":1}"#),
      (#"{"result":"success"}"#, #"{"result":"success"}"#),
      (#"{"result":"success","value":null}"#, #"{"result":"success","value":null}"#),
      (
        #"{"result":"error","error":{"code":"x","message":"y","details":[1]}}"#,
        #"{"error":{"code":"x","details":[1],"message":"y"},"result":"error"}"#
      ),
      (
        #"{"result":"stream","values":[1,2],"error":{"code":"x","message":"y"}}"#,
        #"{"error":{"code":"x","message":"y"},"result":"stream","values":[1,2]}"#
      ),
      (#"{"result":"stream","values":[]}"#, #"{"result":"stream","values":[]}"#),
    ])
  func answers(response: String, expected: String) async throws {
    let scene = try Scene(responses: response)
    guard case .dictionary(var members) = await scene.service.play("m").value else { return }
    #expect(members.removeValue(forKey: "call") == "S.m")
    #expect(members.removeValue(forKey: "count") == 1)
    #expect(members.removeValue(forKey: "delayMs") == 0)
    #expect(AnyCodableValue.dictionary(members).text == expected)
    #expect(scene.log.count == 1)
  }

  @Test("A call from outside waits, updates, and counts")
  func waits() async throws {
    let scene = try Scene(
      responses: """
        {"result":"success","delayMs":70,"updateSharedState":{"a":1}},
        {"result":"stream","values":[1,2,3],"delayMs":5,"intervalMs":10}
        """, clock: .virtual())
    let first = await scene.service.play("m")
    #expect(first.duration == .milliseconds(70))
    #expect(scene.state["a"] == 1)
    let second = await scene.service.play("m")
    #expect(second.count == 2)
    #expect(second.duration == .milliseconds(25))
    #expect(second.answer == .stream([1, 2, 3], error: nil))
  }

  @Test("A call that no rule matches gets the mock's own error, and is counted")
  func refuses() async throws {
    let scene = try Scene(responses: #"{"result":"success","match":{"x":1}}"#)
    #expect(await scene.service.play("m").error?.code == "noMatch")
    let second = await scene.service.play("m")
    #expect(second.count == 2)
    #expect(second.name == "S.m")
    #expect(await scene.service.play("other").error?.code == "unconfigured")
  }

  @Test("A cancelled call results in `cancelled`")
  func cancels() async throws {
    let scene = try Scene(responses: #"{"result":"success","delayMs":10}"#)
    let task = Task { await scene.service.play("m") }
    await scene.clock.waitForSleepers(1)
    task.cancel()
    #expect(await task.value.error?.code == "cancelled")
  }

  @Test("Open gates let all calls through, even if they only become known later")
  func standsOpen() async throws {
    let scene = try Scene(responses: #"{"result":"success","gate":"a"}"#)
    scene.gates.openByDefault()
    #expect(await scene.service.play("m").error == nil)
    scene.gates.declare(["b"])
    #expect(scene.gates.isOpen("b"))
  }

  @Test("The upcoming response belongs to the next call, and is kept for it")
  func upcoming() async throws {
    let scene = try Scene(
      responses: """
        {"result":"success","value":1}, {"result":"success","value":2}
        """)
    for expected in [1, 2, 2] {
      #expect(try scene.service.upcomingResponse(for: "m")?.value == .int(expected))
      #expect(try scene.service.upcomingResponse(for: "m")?.value == .int(expected))
      #expect(await scene.call() == "\(expected)")
    }
    #expect(scene.log.count == 3)
    #expect(throws: MockServiceError.self) { try scene.service.upcomingResponse(for: "n") }
  }

  @Test("Explaining a call consumes nothing, and predicts the next response")
  func explains() async throws {
    let scene = try Scene(
      responses: """
        {"result":"success","value":1,"match":{"x":{"$gt":1}}},
        {"result":"success","value":2},
        {"result":"success","value":3}
        """, options: #","exhaustBehavior":"error","sequenceKey":"k""#,
      places: [1: ScriptLocation(file: "a.lua", line: 2)])
    for (key, expected) in [(1, 2), (1, 3), (2, 2), (1.0, nil)] as [(AnyCodableValue, Int?)] {
      let arguments: MockArguments = ["x": 1, "k": key]
      let explanation = try scene.service.explanation(of: "m", arguments: arguments)
      #expect(try scene.service.explanation(of: "m", arguments: arguments) == explanation)
      #expect(explanation.candidates.map(\.accepts) == [false, true])
      #expect(explanation.answering?.place == ScriptLocation(file: "a.lua", line: 2))
      #expect(explanation.answering?.next?.response.value == expected.map { .int($0) })
      let count = scene.log.count
      #expect(explanation.count == count + 1)
      let played = await scene.service.play("m", arguments: arguments)
      #expect(played.answer == .success(expected.map { .int($0) }) || expected == nil)
    }
    #expect(throws: MockServiceError.self) {
      try scene.service.explanation(of: "other")
    }
  }
}
