import HandMadeMocks
import MockServices
import Testing

@Suite("Streams and states of handwritten mocks") struct StreamingTests {
  @Test("A stream yields its tokens, each after a delay, and finishes")
  func tokens() async throws {
    let clock = MockClock.virtual()
    let mock = MockAIService(clock: clock)
    var text = ""
    for try await token in mock.streamCompletion(prompt: "Greet") { text += token }
    #expect(text == "Hello world!")
    #expect(clock.elapsed == .milliseconds(400))
    mock.streamedTokens = ["Bye"]
    mock.streamDelay = 2
    text = ""
    for try await token in mock.streamCompletion(prompt: "Leave") { text += token }
    #expect(text == "Bye")
    #expect(clock.elapsed == .milliseconds(2400))
    mock.verify("streamCompletion", with: ["Leave"], called: 1)
    #expect(mock.streamedTokens == ["Bye"] && mock.streamDelay == 2)
  }

  @Test("A failing stream throws, and the next one can succeed")
  func failure() async throws {
    let mock = MockAIService(clock: .virtual())
    mock.shouldStreamFail = true
    #expect(mock.shouldStreamFail)
    await #expect(throws: MockError.streamFailure) {
      for try await token in mock.streamCompletion(prompt: "") { Issue.record("\(token)") }
    }
    mock.shouldStreamFail = false
    var count = 0
    for try await _ in mock.streamCompletion(prompt: "") { count += 1 }
    #expect(count == 4)
  }

  @Test("Cancelling a stream's reader ends the stream and its delay")
  func cancellation() async throws {
    let clock = MockClock.virtual(manual: true)
    let mock = MockAIService(clock: clock)
    let reader = Task {
      var tokens: [String] = []
      for try await token in mock.streamCompletion(prompt: "") { tokens.append(token) }
      return tokens
    }
    await clock.waitForSleepers(1)
    reader.cancel()
    #expect(try await reader.value == ["Hello"])
    await clock.advance(by: .seconds(10))
    #expect(clock.elapsed == .seconds(10))
  }

  private final class Token: Sendable {
    private let onEnd: @Sendable () -> Void

    init(onEnd: @escaping @Sendable () -> Void) { self.onEnd = onEnd }

    deinit { onEnd() }
  }

  @Test("No work continues after a stream is dropped", .timeLimit(.minutes(30)))
  func release() async throws {
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    let clock = MockClock.virtual(manual: true)
    let stream = MockStream([Token { end.yield() }], delay: 5)
    do {
      var reader = stream.makeStream(clock: clock).makeAsyncIterator()
      _ = try await reader.next()
      await clock.waitForSleepers(1)
      stream.streamedTokens = []
    }
    // The yielding task holds the token, and sleeps until it is cancelled.
    for await _ in ends { break }
  }

  enum Download: Equatable { case idle, running, done, failed }

  @Test("States are recorded in order and verified")
  func states() async {
    let recorder = MockStateRecorder(Download.idle)
    recorder.transition(to: .running)
    recorder.transition(to: .done)
    #expect(recorder.stateHistory == [.idle, .running, .done])
    #expect(recorder.state == .done)
    recorder.verifyStateTransitions([.idle, .running, .done])
    #expect(MockStateRecorder<Download>().state == nil)
    let line: UInt = #line + 2
    let found = await failures {
      recorder.verifyStateTransitions([.idle, .failed])
      recorder.verifyStateTransitions([.idle, .running])
      recorder.verifyStateTransitions([.idle, .running, .done, .idle])
    }
    let messages: [Substring] = found.map { failure in failure.message.split(separator: "\n")[0] }
    #expect(
      messages == [
        "expected `failed` as state 2, found `running`",
        "expected no more as state 3, found `done`",
        "expected `idle` as state 4, found none",
      ])
    #expect(
      found[0].message.hasSuffix(
        "Download.idle, HandMadeMocksTests.StreamingTests.Download.running, HandMadeMocksTests.StreamingTests.Download.done]"
      ))
    let lines: [UInt?] = [line, line + 1, line + 2]
    #expect(found.map(\.sourceLocation?.line) == lines)
  }
}
