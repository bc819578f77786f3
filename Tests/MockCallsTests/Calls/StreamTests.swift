import MockCalls
import MockData
import Testing

@Suite struct StreamTests {
  static let words = """
    {"result": "stream", "values": ["a", "b", "c"], "intervalMs": 100, "delayMs": 50,
     "updateSharedState": {"a": 1}}
    """

  @Test(
    "The first value and the updates come after the delay, and each next value one interval later")
  func intervals() async throws {
    let scene = try Scene(responses: Self.words)
    let diary = Diary()
    let stream = await scene.service.stream(for: "m", as: String.self)
    #expect(scene.log.calls().map(\.outcome) == [.running])
    let reader = Task {
      for try await value in stream { await diary.write(value) }
      await diary.write("end")
    }
    await scene.clock.waitForSleepers(1)
    await scene.clock.advance(by: .milliseconds(49))
    #expect(await diary.lines == [])
    #expect(scene.state["a"] == 0)
    await scene.clock.advance(by: .milliseconds(1))
    #expect(await diary.lines == ["a"])
    #expect(scene.state["a"] == 1)
    await scene.clock.advance(by: .milliseconds(99))
    #expect(await diary.lines == ["a"])
    await scene.clock.advance(by: .milliseconds(101))
    #expect(await diary.lines == ["a", "b", "c", "end"])
    try await reader.value
    let call = try #require(scene.log.calls().first)
    #expect(call.outcome == .returned(["a", "b", "c"]))
    #expect(call.duration == .milliseconds(250))
  }

  @Test("A final error comes one interval after the last value")
  func closingError() async throws {
    let scene = try Scene(
      responses: """
        {"result": "stream", "values": [1], "intervalMs": 100, "code": "cut", "message": "Cut"}
        """, clock: .virtual())
    var values: [Int] = []
    let stream = await scene.service.stream(for: "m", as: Int.self)
    await #expect(throws: MockServiceError(code: "cut", message: "Cut")) {
      for try await value in stream { values.append(value) }
    }
    #expect(values == [1])
    #expect(scene.clock.elapsed == .milliseconds(100))
    #expect(
      scene.log.calls().map(\.outcome) == [.threw(MockServiceError(code: "cut", message: "Cut"))])
  }

  @Test("A success becomes a stream of its value, and an error an immediately failing stream")
  func otherResults() async throws {
    let scene = try Scene(
      responses: """
        {"result": "success", "value": 7}, {"result": "success"},
        {"result": "error", "code": "no", "message": "No"}
        """)
    #expect(try await read(scene.service.stream(for: "m", as: Int.self)) == [7])
    #expect(try await read(scene.service.stream(for: "m", as: Int.self)) == [])
    await #expect(throws: MockServiceError(code: "no", message: "No")) {
      try await read(scene.service.stream(for: "m", as: Int.self))
    }
    await #expect(throws: MockServiceError.self) {
      try await read(scene.service.stream(for: "other", as: Int.self))
    }
  }

  @Test(
    "An undecodable value ends the stream with its location, without updates if it is the first")
  func decoding() async throws {
    let scene = try Scene(
      responses: """
        {"result": "stream", "values": [1, {"x": 2}], "updateSharedState": {"a": 1}},
        {"result": "stream", "values": ["x"], "updateSharedState": {"b": 1}}
        """)
    for (path, index) in [("values[1]", 1), ("values[0]", 2)] {
      let error = await #expect(throws: MockServiceError.self) {
        try await read(scene.service.stream(for: "m", as: Int.self))
      }
      #expect(error?.code == "decodingFailed")
      #expect(error?.message.hasPrefix("`S.m`, response \(index), `\(path)`") == true)
    }
    #expect(scene.state.snapshot == ["a": 1, "b": 0])
  }

  @Test("A call for one value gets the list once the stream would have ended")
  func asList() async throws {
    let scene = try Scene(responses: Self.words, clock: .virtual())
    #expect(
      try await scene.service.nextDecodedValue(for: "m", as: [String].self) == ["a", "b", "c"])
    #expect(scene.clock.elapsed == .milliseconds(250))
    #expect(await scene.call() == #"["a","b","c"]"#)
  }

  @Test("An abandoned stream ends, and its call is recorded as cancelled")
  func termination() async throws {
    let scene = try Scene(responses: Self.words)
    let stream = await scene.service.stream(for: "m", as: String.self)
    let reader = Task { for try await _ in stream {} }
    await scene.clock.waitForSleepers(1)
    reader.cancel()
    _ = try? await reader.value
    try await scene.log.verifyEventually("S.m", within: .seconds(1200))
    while scene.log.calls()[0].outcome == .running { await Task.yield() }
    #expect(scene.log.calls().map(\.outcome) == [.cancelled])
    #expect(scene.state["a"] == 0)
  }

  @Test("A synchronous method gets its stream at once")
  func deferred() async throws {
    let scene = try Scene(responses: Self.words, clock: .virtual())
    let stream = scene.service.deferredStream(for: "m", as: String.self)
    #expect(try await read(stream) == ["a", "b", "c"])
    #expect(scene.log.count(of: "S.m") == 1)
  }

  @Test("A stream dropped before it starts is a cancelled call")
  func dropped() async throws {
    let scene = try Scene(responses: Self.words)
    // Several streams, because one can start before it is dropped.
    for _ in 0..<50 { _ = scene.service.deferredStream(for: "m", as: String.self) }
    try await scene.log.verifyEventually("S.m", called: 50, within: .seconds(1200))
    await scene.clock.advance(by: .seconds(10))
    #expect(scene.log.calls().map(\.outcome) == Array(repeating: .cancelled, count: 50))
    #expect(scene.state["a"] == 0)
  }

  private func read<T: Sendable>(_ stream: AsyncThrowingStream<T, any Error>) async throws -> [T] {
    var values: [T] = []
    for try await value in stream { values.append(value) }
    return values
  }
}
