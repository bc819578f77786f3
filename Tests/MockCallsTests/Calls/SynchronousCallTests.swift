import MockCalls
import MockConfiguration
import MockData
import MockPlatform
import TestSupport
import Testing

@Suite struct SynchronousCallTests {
  /// Makes a synchronous call.
  ///
  /// In a function that isn't async, the compiler chooses the synchronous overload.
  private func answer(_ scene: Scene, _ arguments: MockArguments = .none) -> String {
    do {
      return try scene.service.answer(for: "m", arguments: arguments)?.text ?? "nothing"
    } catch let error as MockServiceError {
      return error.code
    } catch {
      return "\(type(of: error))"
    }
  }

  private func value<T: Decodable & SendableMetatype>(
    _ scene: Scene, as type: T.Type
  ) throws -> sending T {
    try scene.service.nextDecodedValue(for: "m", as: type)
  }

  @Test("Synchronous calls use responses, update state, and are recorded like others")
  func order() async throws {
    let scene = try Scene(
      responses: """
        {"result": "success", "value": 1, "updateSharedState": {"a": 1}},
        {"result": "success", "value": 2}, {"result": "success", "value": 3}
        """)
    #expect(answer(scene) == "1")
    #expect(await scene.call() == "2")
    #expect(try value(scene, as: Int.self) == 3)
    #expect(scene.log.calls().map(\.count) == [1, 2, 3])
    #expect(scene.log.calls().map(\.outcome) == [.returned(1), .returned(2), .returned(3)])
    #expect(scene.state["a"] == 1)
  }

  @Test("Gates and delays are skipped, and a stream's values are returned as a list")
  func skipping() throws {
    let scene = try Scene(
      responses: """
        {"result": "success", "value": 1, "gate": "g", "delayMs": 50, "updateSharedState": {"a": 1}},
        {"result": "stream", "values": [1, 2], "intervalMs": 10, "delayMs": 5},
        {"result": "error", "error": {"code": "no", "message": "No"}, "delayMs": 5}
        """)
    #expect(answer(scene) == "1")
    #expect(scene.state["a"] == 1)
    #expect(answer(scene) == "[1,2]")
    #expect(answer(scene) == "no")
    #expect(scene.clock.elapsed == .zero)
    #expect(scene.gates.waiting(at: "g") == 0)
    #expect(scene.log.calls().count { $0.outcome == .running } == 0)
  }

  @Test("A value that fails to decode updates nothing")
  func undecodable() throws {
    let scene = try Scene(
      responses: """
        {"result": "success", "value": "x", "delayMs": 5, "updateSharedState": {"a": 1}}
        """)
    let error = #expect(throws: MockServiceError.self) { try value(scene, as: Int.self) }
    #expect(error?.code == "decodingFailed")
    #expect(scene.state["a"] == 0)
    #expect(scene.log.calls().map(\.outcome) == [error.map { .threw($0) }])
  }

  @Test("A synchronous call in a cancelled task still gets a response")
  func cancelled() async throws {
    let scene = try Scene(responses: #"{"result": "success", "value": 1}"#)
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return answer(scene)
    }
    #expect(await task.value == "1")
  }

  @Test("A responder that can only wait can't respond, and the call reports this")
  func wouldWait() throws {
    let scene = try Scene(
      responses: #"{"result": "callback", "callback": "S.m#1"}"#, responder: Waiting())
    #expect(answer(scene) == "wouldWait")
    guard case .threw(let error)? = scene.log.calls().first?.outcome else {
      Issue.record("the call is not recorded")
      return
    }
    #expect(
      error.message
        == "the response of `S.m`, computed by `S.m#1`, is asynchronous, but its caller is not async;"
        + " respond with a script function, or with `answerNow(_:)`")
  }

  @Test("Observers run after the call releases its locks, and can make calls")
  func observers() throws {
    let scene = try Scene(
      responses: #"{"result": "success", "value": 1, "updateSharedState": {"a": 1}}"#)
    let seen = Locked<[String]>([])
    let observation = scene.state.subject(for: "a")?.sink { value in
      let isFirst = seen.withLock { seen in
        seen.append("\(value.text) \(RankedLock.isAnyHeld)")
        return seen.count == 2
      }
      if isFirst { _ = answer(scene) }
    }
    #expect(answer(scene) == "1")
    #expect(seen.withLock { $0 } == ["0 false", "1 false", "1 false"])
    #expect(scene.log.count == 2)
    observation?.cancel()
  }

  @Test("A type that makes a mocked call while it is decoded gets a response")
  func decodingCalls() throws {
    struct Caller: Decodable {
      @TaskLocal static var scene: Scene?
      let other: Int?

      init(from decoder: any Decoder) throws {
        other = try Self.scene?.service.nextDecodedValue(for: "m", as: Int.self)
      }
    }
    let scene = try Scene(
      responses: #"{"result": "success", "value": {}}, {"result": "success", "value": 7}"#)
    let other = try Caller.$scene.withValue(scene) { try value(scene, as: Caller.self).other }
    #expect(other == 7)
    #expect(scene.log.count == 2)
  }
}

private struct Waiting: MockResponder {
  func answer(_ call: MockCall) async throws -> MockAnswer {
    .response(MockResponse(result: .success))
  }

  func accepts(predicate: String, arguments: AnyCodableValue) throws -> Bool { false }
}
