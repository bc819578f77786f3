import MockCalls
import MockConfiguration
import MockData
import MockPlatform
import TestSupport
import Testing

#if canImport(Combine)
  @preconcurrency import Combine
#endif

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

@Suite(.serialized) struct SharedStateRaceTests {
  @Test("An update made while a subject is created reaches it", arguments: [false, true])
  func update(isTyped: Bool) async {
    let rounds = 4_000
    let (begun, done) = (AtomicNumber(), AtomicNumber())
    let states = (0..<rounds).map { _ in
      MockSharedState(properties: ["a": SharedStateProperty(initial: 0)])
    }
    let lost = AtomicNumber()
    await onThreads(2) { thread in
      for round in 0..<rounds {
        if thread == 0 {
          while begun.value <= round { sched_yield() }
          states[round].applyUpdates(["a": 1])
          done.value = round + 1
        } else {
          let state = states[round]
          var shown = 0
          begun.value = round + 1
          let typed = isTyped ? state.subject(for: "a", as: Int.self, default: -1) : nil
          let plain = isTyped ? nil : state.subject(for: "a")
          let observation =
            typed?.sink { shown = $0 } ?? plain?.sink { shown = $0 == 1 ? 1 : 0 }
          while done.value <= round { sched_yield() }
          #if canImport(Combine)
            // Combine's `sink` can deliver the first value after a newer one sent by another thread.
            shown = typed?.value ?? (plain?.value == 1 ? 1 : 0)
          #endif
          // Either thread can deliver a pending value, and both have finished.
          if shown != 1 { lost.add(1) }
          observation?.cancel()
        }
      }
    }
    #expect(lost.value == 0)
  }
}

@Suite struct FreeingTests {
  /// Runs a closure when it is deallocated.
  private final class Holder: Sendable {
    private let end: @Sendable () -> Void
    let observation = Locked<AnyCancellable?>(nil)

    init(end: @escaping @Sendable () -> Void = {}) { self.end = end }

    deinit { end() }
  }

  @Test("Cancelling releases an observer that holds another observation")
  func observer() {
    let subject = CurrentValueSubject<Int, Never>(0)
    var holder: Holder? = Holder()
    holder?.observation.withLock { $0 = subject.sink { _ in } }
    let first = subject.sink { [holder] _ in _ = holder }
    holder = nil
    first.cancel()
    subject.send(1)
    #expect(subject.value == 1)
  }

  @Test("Ending releases an observer that holds another observation")
  func completion() {
    let subject = CurrentValueSubject<Int, Never>(0)
    var holder: Holder? = Holder()
    holder?.observation.withLock { $0 = subject.sink { _ in } }
    let first = subject.sink { [holder] _ in _ = holder }
    holder = nil
    subject.send(completion: .finished)
    first.cancel()
    #expect(subject.value == 0)
  }

  @Test("A replaced value can use the subject in its deinitializer")
  func value() {
    let subject = CurrentValueSubject<Holder?, Never>(nil)
    subject.send(Holder { [weak subject] in _ = subject?.value })
    subject.send(nil)
    #expect(subject.value == nil)
  }

  @Test("The process's failure handler can be read while it is being replaced")
  func handler() {
    let previous = MockFailureHandler.shared
    let freed = AtomicNumber()
    do {
      let holder = Holder {
        _ = MockFailureHandler.shared
        freed.add(1)
      }
      MockFailureHandler.shared = MockFailureHandler { [holder] failure in
        previous.report(failure)
        _ = holder
      }
    }
    MockFailureHandler.shared = previous
    #expect(freed.value == 1)
  }
}
