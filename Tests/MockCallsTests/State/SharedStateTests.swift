import MockCalls
import MockConfiguration
import MockData
import MockPlatform
import TestSupport
import Testing

#if canImport(Combine)
  @preconcurrency import Combine
#endif

@Suite struct SharedStateTests {
  let state = MockSharedState(properties: [
    "a": SharedStateProperty(initial: 0), "b": SharedStateProperty(initial: 0),
    "status": SharedStateProperty(initial: 3),
  ])

  enum Status: Int, Sendable {
    case idle = 0
    case active = 3
    case done = 7
  }

  enum CodableStatus: Int, Codable, Sendable {
    case active = 3
    case done = 7
  }

  @Test("The properties can come from a configuration or be empty")
  func optionalProperties() throws {
    let json = #"{"sharedState":{"a":{"initial":1}},"services":{}}"#
    for (text, keys) in [(json, ["a"]), (#"{"services":{}}"#, [])] {
      let configuration = try MockServiceConfiguration(json: text)
      #expect(MockSharedState(properties: configuration.sharedState).keys == keys)
    }
    #expect(MockSharedState().keys.isEmpty)
  }

  @Test("A key has one subject with its initial value, and an unknown key has none")
  func subjects() throws {
    let subject = try #require(state.subject(for: "a"))
    #expect(subject.value == 0)
    #expect(state.subject(for: "a") === subject)
    #expect(state.subject(for: "c") == nil)
  }

  @Test(
    "A response's updates change the snapshot in one step, then subjects send values in key order")
  func oneStep() throws {
    let seen = Locked<[String]>([])
    var observations: [AnyCancellable] = []
    for key in ["b", "a"] {
      let observation = try #require(state.subject(for: key)).sink { [state] value in
        let snapshot = state.snapshot
        seen.withLock {
          $0.append("\(key)=\(value.text) of \(snapshot["a"]!.text)\(snapshot["b"]!.text)")
        }
      }
      observations.append(observation)
    }
    seen.withLock { $0 = [] }
    state.applyUpdates(["b": 2, "a": 1])
    #expect(seen.withLock { $0 } == ["a=1 of 12", "b=2 of 12"])
    for observation in observations { observation.cancel() }
    state.applyUpdates(["a": 5])
    #expect(seen.withLock { $0.count } == 2)
  }

  @Test("A value sent on a subject is in the snapshot at once, and reaches its observers once")
  func send() throws {
    let seen = Locked<[AnyCodableValue]>([])
    let subject = try #require(state.subject(for: "a"))
    let observation = subject.sink { value in seen.withLock { $0.append(value) } }
    subject.send(4)
    #expect(state["a"] == 4)
    #expect(subject.value == 4)
    subject.value = 5
    #expect(state.snapshot["a"] == 5)
    #expect(seen.withLock { $0 } == [0, 4, 5])
    observation.cancel()
  }

  @Test("Every observer sees the updates in the same order")
  func order() throws {
    let (first, second) = (ValueList(), ValueList())
    let subject = try #require(state.subject(for: "a"))
    let observations = [subject.sink { first.append($0) }, subject.sink { second.append($0) }]
    for value in 1...3 { state.applyUpdates(["a": .int(value)]) }
    #expect(first.values == [0, 1, 2, 3])
    #expect(second.values == [0, 1, 2, 3])
    withExtendedLifetime(observations) {}
  }

  @Test("Concurrent updates reach all observers in one order that ends with the snapshot")
  func concurrentOrder() async throws {
    let lists = [ValueList(), ValueList(), ValueList()]
    let subject = try #require(state.subject(for: "a"))
    let observations = lists.map { list in subject.sink { list.append($0) } }
    await withTaskGroup(of: Void.self) { group in
      for number in 1...200 { group.addTask { [state] in state.applyUpdates(["a": .int(number)]) } }
    }
    #expect(lists[0].values.count == 201)
    #expect(lists[0].values == lists[1].values)
    #expect(lists[0].values == lists[2].values)
    #expect(lists[0].values.last == state["a"])
    withExtendedLifetime(observations) {}
  }

  @Test("An observation ends when its cancellable is released")
  func release() {
    let subject = CurrentValueSubject<Int, Never>(1)
    let seen = Locked<[Int]>([])
    var kept: Set<AnyCancellable> = []
    subject.sink { value in seen.withLock { $0.append(value) } }.store(in: &kept)
    subject.send(2)
    kept = []
    subject.send(3)
    #expect(seen.withLock { $0 } == [1, 2])
  }

  @Test("A typed subject mirrors its key in both directions, without an echo")
  func typed() throws {
    let typed = try #require(
      state.subject(for: "status", as: _MockPropertyCodec(Status.self), default: .idle))
    let raw = try #require(state.subject(for: "status"))
    let seen = Locked<[String]>([])
    let observations = [
      typed.sink { value in seen.withLock { $0.append("\(value)") } },
      raw.sink { value in seen.withLock { $0.append(value.text) } },
    ]
    seen.withLock { $0 = [] }
    typed.send(.done)
    #expect(state["status"] == 7)
    #expect(typed.value == .done)
    state.applyUpdates(["status": 0])
    #expect(typed.value == .idle)
    raw.send(3)
    #expect(typed.value == .active)
    #expect(seen.withLock { $0.sorted() } == ["0", "3", "7", "active", "done", "idle"])
    withExtendedLifetime(observations) {}
  }

  @Test("Codable types with and without raw values can be bound, and two subjects stay in sync")
  func codable() throws {
    let status = try #require(
      state.subject(for: "status", as: _MockPropertyCodec(CodableStatus.self), default: .done))
    let number = try #require(
      state.subject(for: "status", as: _MockPropertyCodec(Int.self), default: 0))
    #expect(status.value == .active)
    number.send(7)
    #expect(status.value == .done)
    #expect(state.subject(for: "none", as: _MockPropertyCodec(Int.self), default: 0) == nil)
  }

  @Test("A value of another type is reported and leaves a typed subject unchanged")
  func wrongType() throws {
    let typed = try #require(
      state.subject(for: "status", as: _MockPropertyCodec(Status.self), default: .idle))
    let reports = Locked<[String]>([])
    let handler = MockFailureHandler { failure in reports.withLock { $0.append("\(failure)") } }
    MockFailureHandler.$override.withValue(handler) {
      state.applyUpdates(["status": "x"])
    }
    #expect(typed.value == .active)
    #expect(
      reports.withLock { $0 } == ["shared state `status`: the value \"x\" is not a Status"])
  }

  @Test("Reset restores the initial values and notifies observers")
  func reset() throws {
    let subject = try #require(state.subject(for: "a"))
    state.applyUpdates(["a": 1, "later": 2])
    state.reset()
    #expect(subject.value == 0)
    #expect(state.snapshot == ["a": 0, "b": 0, "status": 3])
  }
}

/// A list of values behind a lock.
///
/// The list can contain itself.
private final class ValueList: Sendable {
  private let list = Locked<[AnyCodableValue]>([])
  var values: [AnyCodableValue] { list.withLock { $0 } }

  func append(_ value: AnyCodableValue) {
    list.withLock { $0.append(value) }
  }
}
