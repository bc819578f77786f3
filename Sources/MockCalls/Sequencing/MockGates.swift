internal import MockPlatform

/// Gates that hold answers back until a test opens them.
///
/// A gate that was opened stays open until it is closed, or until `reset()`. Those who wait go on in the order in which they
/// came.
public final class MockGates: Sendable {
  private struct State: Sendable {
    var names: Set<String>
    var open: Set<String> = []
    /// Whether gates stand open that nobody has opened.
    var isUnguarded = false
    /// Those of them that were closed nevertheless.
    var closed: Set<String> = []
    /// Told when a call comes to wait.
    var observer: ArrivalObserver?
    /// Those who wait until so many calls wait at a gate.
    var onlookers: [Int: Onlooker] = [:]
    var lastOnlooker = 0

    func lets(_ gate: String) -> Bool {
      open.contains(gate) || isUnguarded && !closed.contains(gate)
    }

    var waiters: [(gate: String, wait: CallWait)] = []

    func waiting(at gate: String) -> Int { waiters.count { $0.gate == gate } }

    /// Takes those who have waited for what is so now.
    mutating func takeOnlookers(of gate: String) -> [CheckedContinuation<Void, any Error>] {
      guard !onlookers.isEmpty else { return [] }
      let count = waiting(at: gate)
      let done = onlookers.filter { $0.value.gate == gate && $0.value.count <= count }
      for id in done.keys { onlookers[id] = nil }
      return done.values.map(\.continuation)
    }

    var transitions: [Transition] = []
    /// Says how many calls were made.
    weak var log: MockCallLog?

    mutating func add(_ transition: Transition) {
      if transitions.count == MockGates.transitionLimit { transitions.removeFirst() }
      transitions.append(transition)
    }
  }

  /// Somebody who waits until so many calls wait at a gate.
  private struct Onlooker {
    let gate: String
    let count: Int
    let continuation: CheckedContinuation<Void, any Error>
  }

  /// What was done with a gate, and when.
  package struct Transition: Sendable, Equatable {
    package var gate: String
    package var isOpen: Bool
    /// The number of the latest call of the log at that time; 0 before the first.
    package var lastCall: Int
  }

  /// The most transitions that are kept.
  private static let transitionLimit = 1000

  /// What was done with the gates since the last reset; the latest 1,000.
  package var transitions: [Transition] { state.withLock { $0.transitions } }

  /// Says from now on for each transition how many calls a log has.
  package func count(callsOf log: MockCallLog) { state.withLock { $0.log = log } }

  private var lastCall: Int { state.withLock { $0.log }?.count ?? 0 }

  /// A closure in a struct, which copies at no cost.
  private struct ArrivalObserver {
    let notify: @Sendable (_ gate: String) -> Void
  }

  private let state: Locked<State>

  /// Creates gates of the given names, all closed; sequencers add those of their responses.
  public init(names: some Sequence<String> = EmptyCollection()) {
    state = Locked(State(names: Set(names)), isLeaf: true)
  }

  /// The known names, sorted.
  public var names: [String] { state.withLock { $0.names }.sorted() }

  /// Adds names; the gates are closed.
  package func declare(_ names: some Sequence<String>) {
    let added = Array(names)
    guard !added.isEmpty else { return }
    state.withLock { $0.names.formUnion(added) }
  }

  /// Whether a gate has been opened; an unknown gate is reported.
  public func isOpen(_ name: String) -> Bool {
    checkName(name)
    return state.withLock { $0.lets(name) }
  }

  /// The number of calls that wait at a gate; an unknown gate is reported.
  public func waiting(at name: String) -> Int {
    checkName(name)
    return state.withLock { $0.waiting(at: name) }
  }

  private func checkName(_ name: String) {
    guard !state.withLock({ $0.names.contains(name) }) else { return }
    MockFailureHandler.report(
      MockFailure(
        severity: .report, message: CallProblem.unknownGate(name, known: names).error.message))
  }

  /// The gates at which tests wait for calls that haven't come, with the number of calls that each waits for.
  package var awaited: [(gate: String, count: Int)] {
    state.withLock { state in
      state.onlookers.sorted { $0.key < $1.key }.map { ($0.value.gate, $0.value.count) }
    }
  }

  /// Ends the waits of tests for calls with `CancellationError`.
  package func endAwaiting() {
    let onlookers = state.withLock { state in
      defer { state.onlookers = [:] }
      return state.onlookers.values.map(\.continuation)
    }
    for onlooker in onlookers { onlooker.resume(throwing: CancellationError()) }
  }

  /// Waits until calls wait at a gate.
  ///
  /// ```swift
  /// let upload = Task { try await photos.upload(picture) }
  /// try await scenario.gates.waitForCalls(at: "upload")
  /// // What the app shows meanwhile is checked here.
  /// try scenario.gates.open("upload")
  /// ```
  ///
  /// - Parameters:
  ///   - count: How many calls have to wait there at once; 1 by default.
  ///   - name: The gate.
  /// - Throws: ``MockServiceError`` with the code `unknownGate` for a name that no response has, and
  ///   `CancellationError` where the task is cancelled, as by a test's time limit.
  public func waitForCalls(_ count: Int = 1, at name: String) async throws {
    guard state.withLock({ $0.names.contains(name) }) else {
      throw CallProblem.unknownGate(name, known: names).error
    }
    let id = state.withLock { state in
      state.lastOnlooker += 1
      return state.lastOnlooker
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let isThere = state.withLock { state in
          // A task that was cancelled before has nobody to tell it later.
          if Task.isCancelled || state.waiting(at: name) >= count { return true }
          state.onlookers[id] = Onlooker(gate: name, count: count, continuation: continuation)
          return false
        }
        if isThere { continuation.resume() }
      }
      try Task.checkCancellation()
    } onCancel: {
      let onlooker = state.withLock { $0.onlookers.removeValue(forKey: id) }
      onlooker?.continuation.resume(throwing: CancellationError())
    }
  }

  /// The calls that wait at a gate, by their numbers in the log.
  package func waitingCalls(at name: String) -> [Int] {
    state.withLock { state in
      state.waiters.compactMap { $0.gate == name ? $0.wait.call : nil }
    }
  }

  /// Opens a gate and lets those who wait go on; opening an open gate does nothing.
  ///
  /// - Throws: ``MockServiceError`` with the code `unknownGate` for a name that no response has.
  public func open(_ name: String) throws(MockServiceError) {
    let last = lastCall
    let waiters = state.withLock { state -> [CallWait]? in
      guard state.names.contains(name) else { return nil }
      state.add(Transition(gate: name, isOpen: true, lastCall: last))
      state.open.insert(name)
      state.closed.remove(name)
      defer { state.waiters.removeAll { $0.gate == name } }
      return state.waiters.filter { $0.gate == name }.map(\.wait)
    }
    guard let waiters else { throw CallProblem.unknownGate(name, known: names).error }
    for waiter in waiters { waiter.open() }
  }

  /// Closes a gate: calls that come to it from now on wait again.
  ///
  /// - Throws: ``MockServiceError`` with the code `unknownGate` for a name that no response has.
  public func close(_ name: String) throws(MockServiceError) {
    let last = lastCall
    let isKnown = state.withLock { state in
      if state.names.contains(name) {
        state.add(Transition(gate: name, isOpen: false, lastCall: last))
      }
      state.open.remove(name)
      state.closed.insert(name)
      return state.names.contains(name)
    }
    guard isKnown else { throw CallProblem.unknownGate(name, known: names).error }
  }

  /// Lets everybody through, also at gates that come to be known later, until a gate is closed: for a player of
  /// calls, who is alone and would wait forever.
  ///
  /// It lasts beyond ``reset()``.
  package func standOpen() {
    state.withLock { $0.isUnguarded = true }
  }

  /// Whether a call would have to wait at any gate that is known.
  package var holdAny: Bool { state.withLock { state in state.names.contains { !state.lets($0) } } }

  /// How many calls wait, at all gates together.
  package var waitingCount: Int { state.withLock { $0.waiters.count } }

  /// The gate at which the latest of those calls waits; nil where none does.
  package var latestWaiting: String? { state.withLock { $0.waiters.last?.gate } }

  /// Tells from now on when a call comes to wait at a gate; there is one observer.
  package func observeArrivals(_ observer: @escaping @Sendable (_ gate: String) -> Void) {
    let previous = state.withLock { state in
      defer { state.observer = ArrivalObserver(notify: observer) }
      return state.observer
    }
    withExtendedLifetime(previous) {}
  }

  /// Closes all gates; calls that wait at one throw `CancellationError`.
  package func reset() {
    let waiters = state.withLock { state in
      defer {
        (state.open, state.closed, state.waiters) = ([], [], [])
        state.transitions = []
      }
      return state.waiters
    }
    for waiter in waiters { waiter.wait.cancel() }
  }

  /// Lets a call wait at a gate; at an open one it goes on at once.
  func add(_ wait: CallWait, at name: String) {
    let (isOpen, observer, onlookers) = state.withLock { state in
      if state.lets(name) {
        return (true, ArrivalObserver?.none, [CheckedContinuation<Void, any Error>]())
      }
      state.waiters.append((name, wait))
      return (false, state.observer, state.takeOnlookers(of: name))
    }
    if isOpen { wait.open() }
    observer?.notify(name)
    for onlooker in onlookers { onlooker.resume() }
  }

  func remove(_ wait: CallWait) {
    state.withLock { $0.waiters.removeAll { $0.wait === wait } }
  }
}
