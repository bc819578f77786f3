import MockCalls
import MockConfiguration
import MockData
import Testing

#if canImport(Combine)
  @preconcurrency import Combine
#endif

@Suite struct LifetimeTests {
  @Test("State, subjects, sequencers, and clocks are released with their users")
  func release() async throws {
    weak var state: MockSharedState?
    weak var typed: CurrentValueSubject<Int, Never>?
    weak var sequencer: MockCallSequencer?
    weak var clock: MockClock?
    do {
      let scene = try Scene(
        responses: #"{"result": "stream", "values": [1, 2], "intervalMs": 5, "delayMs": 5}"#,
        clock: .virtual())
      let subject = try #require(
        scene.state.subject(for: "a", as: _MockPropertyCodec(Int.self), default: 0))
      subject.sink { _ in }.cancel()
      scene.state.subject(for: "a")?.send(2)
      for try await _ in await scene.service.stream(for: "m", as: Int.self) {}
      (state, typed, sequencer, clock) = (scene.state, subject, scene.service, scene.clock)
      #expect(state != nil && typed != nil && sequencer != nil && clock != nil)
    }
    // The stream's task and the clock's task may still be finishing.
    for _ in 0..<10_000 where sequencer != nil || clock != nil { await Task.yield() }
    #expect(state == nil)
    #expect(typed == nil)
    #expect(sequencer == nil)
    #expect(clock == nil)
  }

  @Test("An observation retains its subject, and a subject outlives its state")
  func observation() throws {
    var observation: AnyCancellable?
    weak var kept: CurrentValueSubject<Int, Never>?
    do {
      let subject = CurrentValueSubject<Int, Never>(1)
      observation = subject.sink { _ in }
      kept = subject
    }
    #expect(kept != nil)
    observation?.cancel()
    observation = nil
    #expect(kept == nil)
    var state: MockSharedState? = MockSharedState(properties: [
      "a": SharedStateProperty(initial: 1)
    ])
    let subject = try #require(state?.subject(for: "a"))
    state = nil
    #expect(subject.value == 1)
    subject.send(2)
    #expect(subject.value == 2)
  }
}
