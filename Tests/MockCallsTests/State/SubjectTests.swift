import MockCalls
import MockConfiguration
import MockData
import MockPlatform
import TestSupport
import Testing

#if canImport(Combine)
  @preconcurrency import Combine
#endif

/// Guarantees of subjects, both Combine's and their replacements.
@Suite struct SubjectTests {
  typealias Subject = CurrentValueSubject<Int, Never>

  @Test("An observer receives the current value, and then each new one")
  func values() {
    let (subject, seen) = (Subject(1), Numbers())
    let observation = subject.sink { seen.append($0) }
    subject.send(2)
    subject.value = 3
    #expect(seen.all == [1, 2, 3])
    #expect(subject.value == 3)
    observation.cancel()
    subject.send(4)
    #expect(seen.all == [1, 2, 3])
  }

  @Test("A value becomes current before an observer receives it")
  func current() {
    let (subject, seen) = (Subject(1), Numbers())
    let observation = subject.sink { [weak subject] value in
      seen.append(subject.map { $0.value - value } ?? -1)
    }
    subject.send(2)
    #expect(seen.all == [0, 0])
    observation.cancel()
  }

  @Test("A value sent by an observer is delivered immediately to every observer")
  func nested() {
    let (subject, first, second) = (Subject(0), Numbers(), Numbers())
    let observations = [
      subject.sink { [weak subject] value in
        first.append(value)
        if value == 1 {
          subject?.send(2)
          #expect(first.all == [0, 1, 2])
        }
      },
      subject.sink { second.append($0) },
    ]
    subject.send(1)
    #expect(subject.value == 2)
    #expect(first.all == [0, 1, 2])
    #expect(second.all.sorted() == [0, 1, 2])
    for observation in observations { observation.cancel() }
  }

  @Test("An observer added during a delivery receives the newest value once")
  func lateObserver() {
    let (subject, seen) = (Subject(0), Numbers())
    var late: [AnyCancellable] = []
    let observation = subject.sink { [weak subject] value in
      guard value == 1, let subject else { return }
      late.append(subject.sink { seen.append($0) })
    }
    subject.send(1)
    #expect(seen.all == [1])
    subject.send(2)
    #expect(seen.all == [1, 2])
    observation.cancel()
  }

  @Test("An observer that cancels itself receives nothing more")
  func cancellation() {
    let (subject, seen) = (Subject(0), Numbers())
    var observation: AnyCancellable?
    observation = subject.sink { [weak subject] value in
      seen.append(value)
      guard value == 1 else { return }
      observation?.cancel()
      subject?.send(2)
    }
    subject.send(1)
    subject.send(3)
    #expect(seen.all == [0, 1])
  }

  @Test("A finished subject keeps its value, and sends only its completion to observers")
  func end() {
    let (subject, seen, ends) = (Subject(1), Numbers(), Numbers())
    let observation = subject.sink(
      receiveCompletion: { _ in ends.append(1) }, receiveValue: { seen.append($0) })
    subject.send(completion: .finished)
    subject.send(completion: .finished)
    subject.send(2)
    #expect(subject.value == 1)
    let late = subject.sink(
      receiveCompletion: { _ in ends.append(2) }, receiveValue: { seen.append($0) })
    #expect(seen.all == [1])
    #expect(ends.all == [1, 2])
    observation.cancel()
    late.cancel()
  }

  @Test("A loop over the values starts with the current one, gets the newest each time, and ends")
  func loop() async throws {
    let subject = Subject(1)
    var values = subject.values.makeAsyncIterator()
    var seen = [try await Self.next(of: &values)]
    subject.send(2)
    subject.send(3)
    seen.append(try await Self.next(of: &values))
    subject.send(4)
    subject.send(completion: .finished)
    seen.append(try await Self.next(of: &values))
    #expect(seen == [1, 3, nil])
  }

  /// Returns the next value.
  ///
  /// Combine's iterator is a value type, and the replacement is a class.
  private static func next<Values: AsyncIteratorProtocol>(
    of values: inout Values
  ) async throws -> Values.Element? {
    try await values.next()
  }

  @Test("A loop waits for later values, and ends when its task is cancelled")
  func waitingLoop() async throws {
    let state = MockSharedState(properties: ["a": SharedStateProperty(initial: 0)])
    let seen = Numbers()
    let task = Task {
      guard let subject = state.subject(for: "a", as: _MockPropertyCodec(Int.self), default: -1)
      else { return }
      for await value in subject.values { seen.append(value) }
      seen.append(-2)
    }
    while seen.all != [0] { await Task.yield() }
    state.applyUpdates(["a": 1])
    while seen.all != [0, 1] { await Task.yield() }
    task.cancel()
    await task.value
    #expect(seen.all == [0, 1, -2])
  }

  @Test("An observer is called by one thread at a time, and receives every value")
  func threads() async {
    let state = MockSharedState(properties: ["a": SharedStateProperty(initial: 0)])
    let (inside, most, calls) = (AtomicNumber(), AtomicNumber(), AtomicNumber())
    let observation = state.subject(for: "a")?.sink { _ in
      most.value = max(most.value, inside.add(1))
      calls.add(1)
      inside.add(-1)
    }
    await onThreads(4) { thread in
      for number in 1...500 { state.subject(for: "a")?.send(.int(thread * 1_000 + number)) }
    }
    #expect(most.value == 1)
    #expect(calls.value == 2_001)
    observation?.cancel()
  }
}

/// A list of numbers behind a lock.
final class Numbers: Sendable {
  private let list = Locked<[Int]>([])
  var all: [Int] { list.withLock { $0 } }

  func append(_ number: Int) {
    list.withLock { $0.append(number) }
  }
}
