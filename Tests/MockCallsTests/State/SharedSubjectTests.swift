import MockCalls
import MockConfiguration
import MockData
import MockPlatform
import TestSupport
import Testing

#if canImport(Combine)
  @preconcurrency import Combine
#endif

/// Values sent by observers to shared state and its subjects.
@Suite struct SharedSubjectTests {
  let state = MockSharedState(properties: [
    "a": SharedStateProperty(initial: 0), "b": SharedStateProperty(initial: 0),
  ])

  private func subject(_ key: String) throws -> CurrentValueSubject<Int, Never> {
    try #require(state.subject(for: key, as: _MockPropertyCodec(Int.self), default: -1))
  }

  @Test("A value sent by an observer during an update is an update")
  func nested() throws {
    let (subject, other, seen, others) = (try subject("a"), try subject("a"), Numbers(), Numbers())
    let observations = [
      subject.sink { [weak subject] value in
        seen.append(value)
        if value == 1 { subject?.send(2) }
      },
      other.sink { others.append($0) },
    ]
    state.applyUpdates(["a": 1])
    #expect(state["a"] == 2)
    #expect(subject.value == 2)
    #expect(other.value == 2)
    #expect(seen.all == [0, 1, 2])
    #expect(others.all == [0, 1, 2])
    state.applyUpdates(["a": 3])
    #expect(seen.all == [0, 1, 2, 3])
    for observation in observations { observation.cancel() }
  }

  @Test("An observer of a sent value can send another one, and the last value wins")
  func nestedInSending() throws {
    let (subject, other) = (try subject("a"), try subject("a"))
    let observation = subject.sink { [weak subject] value in
      if (1...4).contains(value) { subject?.send(value + 1) }
    }
    subject.send(1)
    #expect(state["a"] == 5)
    #expect(subject.value == 5)
    #expect(other.value == 5)
    observation.cancel()
  }

  @Test("A task started in an observer sends values like any other task")
  func task() async throws {
    let tasks = Locked<[Task<Void, Never>]>([])
    let subject = try subject("a")
    let observation = subject.sink { [state] value in
      guard value == 1 else { return }
      tasks.withLock {
        $0.append(
          Task {
            state.subject(for: "a")?.send(2)
            state.subject(for: "b")?.send(3)
          })
      }
    }
    state.applyUpdates(["a": 1])
    for task in tasks.withLock({ $0 }) { await task.value }
    #expect(state.snapshot == ["a": 2, "b": 3])
    #expect(subject.value == 2)
    observation.cancel()
  }

  @Test("An observer can override a pending update of another key")
  func onItsWay() throws {
    let (first, second, seen) = (try subject("a"), try subject("b"), Numbers())
    let observations = [
      first.sink { [weak second] value in if value == 1 { second?.send(0) } },
      second.sink { seen.append($0) },
    ]
    state.applyUpdates(["a": 1, "b": 1])
    #expect(state.snapshot == ["a": 1, "b": 0])
    #expect(second.value == 0)
    #expect(seen.all == [0, 0])
    state.applyUpdates(["b": 2])
    #expect(second.value == 2)
    for observation in observations { observation.cancel() }
  }

  @Test("An observer can change the value that is being delivered")
  func thereAndBack() throws {
    let subject = try subject("a")
    let observation = subject.sink { [weak subject] value in
      guard value == 1 else { return }
      subject?.send(2)
      if subject?.value == 2 { subject?.send(3) }
    }
    state.applyUpdates(["a": 1])
    #expect(state["a"] == 3)
    #expect(subject.value == 3)
    observation.cancel()
  }

  @Test("A subject that shows its fallback can send it")
  func fallback() throws {
    state.applyUpdates(["a": "none"])
    let subject = try subject("a")
    #expect(subject.value == -1)
    #expect(state["a"] == "none")
    subject.send(-1)
    #expect(state["a"] == -1)
  }

  @Test("A subject that couldn't show an update can send its value again")
  func unshown() throws {
    let subject = try subject("a")
    MockFailureHandler.$override.withValue(MockFailureHandler { _ in }) {
      state.applyUpdates(["a": "none"])
    }
    #expect(subject.value == 0)
    subject.send(0)
    #expect(state["a"] == 0)
  }

  @Test("A value that can't be encoded is reported, and the state keeps its value")
  func unwritable() throws {
    let reports = Locked<[String]>([])
    let handler = MockFailureHandler { failure in reports.withLock { $0.append("\(failure)") } }
    let subject = try #require(
      state.subject(for: "a", as: _MockPropertyCodec(Secret.self), default: Secret(number: 0)))
    MockFailureHandler.$override.withValue(handler) {
      state.applyUpdates(["a": -1])
      #expect(subject.value.number == -1)
      subject.send(Secret(number: -2))
    }
    #expect(state["a"] == -1)
    #expect(
      reports.withLock { $0 }
        == ["shared state `a`: the Secret cannot be encoded"])
    subject.send(Secret(number: 3))
    #expect(state["a"] == 3)
  }

  /// Can't encode numbers below 0.
  struct Secret: Codable, Sendable {
    struct Hidden: Error {}

    var number: Int

    init(number: Int) { self.number = number }

    init(from decoder: any Decoder) throws {
      number = try decoder.singleValueContainer().decode(Int.self)
    }

    func encode(to encoder: any Encoder) throws {
      guard number >= 0 else { throw Hidden() }
      var container = encoder.singleValueContainer()
      try container.encode(number)
    }
  }

  @Test("A value that doesn't equal itself is sent like any other")
  func notANumber() throws {
    let (first, second) = (
      try #require(state.subject(for: "a", as: _MockPropertyCodec(Double.self), default: 0)),
      try #require(state.subject(for: "a", as: _MockPropertyCodec(Double.self), default: 0))
    )
    first.send(.nan)
    #expect(second.value.isNaN)
    #expect(
      try #require(state.subject(for: "a", as: _MockPropertyCodec(Double.self), default: 0)).value
        .isNaN)
    second.send(1)
    #expect(first.value == 1)
  }

  @Test("Concurrent updates and sends leave the state and its subjects with one value")
  func threads() async throws {
    for _ in 0..<20 {
      let state = MockSharedState(properties: ["a": SharedStateProperty(initial: 0)])
      await onThreads(4) { thread in
        let own = state.subject(for: "a", as: _MockPropertyCodec(Int.self), default: -1)
        let observation = own?.sink { [weak own] value in
          if value % 7 == 6 { own?.send(value + 1) }
        }
        for number in 0..<100 {
          if (number + thread) % 2 == 0 {
            state.applyUpdates(["a": .int(thread * 1_000 + number)])
          } else {
            own?.send(thread * 1_000 + number)
          }
        }
        observation?.cancel()
      }
      let shown = try #require(state.subject(for: "a")).value
      #expect(shown == state["a"])
    }
  }
}
