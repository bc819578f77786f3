internal import MockPlatform

/// Gates that hold back responses until a test opens them.
///
/// An open gate stays open until it is closed or the scenario is reset. Waiting calls continue in the order in which
/// they arrived.
public final class MockGates: Sendable {
  private struct State: Sendable {
    var names: Set<String>
    var open: Set<String> = []
    var isOpenByDefault = false
    /// The gates that were closed although all others are open by default.
    var closed: Set<String> = []
    /// Called when a call starts to wait.
    var observer: ArrivalObserver?
    var onlookers: [Int: Onlooker] = [:]
    var lastOnlooker = 0

    func admits(_ gate: String) -> Bool {
      open.contains(gate) || isOpenByDefault && !closed.contains(gate)
    }

    var waiters: [(gate: String, wait: CallWait)] = []

    func waiting(at gate: String) -> Int { waiters.count { $0.gate == gate } }

    /// Removes and returns the tests for which enough calls are now waiting at a gate.
    mutating func takeOnlookers(of gate: String) -> [CheckedContinuation<Void, any Error>] {
      guard !onlookers.isEmpty else { return [] }
      let count = waiting(at: gate)
      let done = onlookers.filter { $0.value.gate == gate && $0.value.count <= count }
      for id in done.keys { onlookers[id] = nil }
      return done.values.map(\.continuation)
    }

    var transitions: [Transition] = []
    /// The log whose latest call number is recorded with each transition.
    weak var log: MockCallLog?

    mutating func add(_ transition: Transition) {
      if transitions.count == MockGates.transitionLimit { transitions.removeFirst() }
      transitions.append(transition)
    }
  }

  /// A test that waits until a certain number of calls are waiting at a gate.
  private struct Onlooker {
    let gate: String
    let count: Int
    let continuation: CheckedContinuation<Void, any Error>
  }

  /// The opening or closing of a gate.
  package struct Transition: Sendable, Equatable {
    package var gate: String
    package var isOpen: Bool
    /// The number of the latest call in the log at that moment, or 0 before the first call.
    package var lastCall: Int
  }

  private static let transitionLimit = 1000

  /// The changes of the gates since the last reset, in order.
  ///
  /// Only the latest 1,000 are kept.
  package var transitions: [Transition] { state.withLock { $0.transitions } }

  /// Sets the log whose latest call number each new transition records.
  package func count(callsOf log: MockCallLog) { state.withLock { $0.log = log } }

  private var lastCall: Int { state.withLock { $0.log }?.count ?? 0 }

  /// A closure, wrapped in a struct that is cheap to copy.
  private struct ArrivalObserver {
    let notify: @Sendable (_ gate: String) -> Void
  }

  private let state: Locked<State>

  /// Creates closed gates with the given names (default: none).
  ///
  /// Sequencers add the gates that their responses use.
  public init(names: some Sequence<String> = EmptyCollection()) {
    state = Locked(State(names: Set(names)), isLeaf: true)
  }

  /// The names of all known gates, sorted.
  public var names: [String] { state.withLock { $0.names }.sorted() }

  /// Adds closed gates with the given names.
  package func declare(_ names: some Sequence<String>) {
    let added = Array(names)
    guard !added.isEmpty else { return }
    state.withLock { $0.names.formUnion(added) }
  }

  /// Returns whether a gate is open.
  ///
  /// If there is no such gate, the method reports this to the current failure handler.
  public func isOpen(_ name: String) -> Bool {
    checkName(name)
    return state.withLock { $0.admits(name) }
  }

  /// Returns the number of calls that are waiting at a gate.
  ///
  /// If there is no such gate, the method reports this to the current failure handler.
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

  /// The gates at which tests are waiting for calls, and the number of calls that each test expects.
  package var awaited: [(gate: String, count: Int)] {
    state.withLock { state in
      state.onlookers.sorted { $0.key < $1.key }.map { ($0.value.gate, $0.value.count) }
    }
  }

  /// Resumes the tests that are waiting for calls at gates.
  ///
  /// Their calls to `waitForCalls` throw `CancellationError`.
  package func endAwaiting() {
    let onlookers = state.withLock { state in
      defer { state.onlookers = [:] }
      return state.onlookers.values.map(\.continuation)
    }
    for onlooker in onlookers { onlooker.resume(throwing: CancellationError()) }
  }

  /// Waits until a certain number of calls are waiting at a gate.
  ///
  /// ```swift
  /// let upload = Task { try await photos.upload(picture) }
  /// try await scenario.gates.waitForCalls(at: "upload")
  /// // Check what the app shows in the meantime.
  /// try scenario.gates.open("upload")
  /// ```
  ///
  /// - Parameters:
  ///   - count: The number of calls that must be waiting at the same time (default: 1).
  ///   - name: The name of the gate.
  /// - Throws: ``MockServiceError`` with the code `unknownGate` if no response uses the gate, and `CancellationError`
  ///   if the task is canceled, for example by a test's time limit.
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
          // If the task is already canceled, nothing resumes it later.
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

  /// Returns the numbers of the calls that are waiting at a gate, as in the log.
  package func waitingCalls(at name: String) -> [Int] {
    state.withLock { state in
      state.waiters.compactMap { $0.gate == name ? $0.wait.call : nil }
    }
  }

  /// Opens a gate, so that the calls that wait there continue.
  ///
  /// If the gate is already open, nothing happens.
  ///
  /// - Throws: ``MockServiceError`` with the code `unknownGate` if no response uses the gate.
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

  /// Closes a gate, so that calls that arrive from now on wait there.
  ///
  /// - Throws: ``MockServiceError`` with the code `unknownGate` if no response uses the gate.
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

  /// Opens all gates, including gates that are added later.
  ///
  /// Each one stays open until it is closed.
  ///
  /// Use this method if you play calls one after another, because a call at a closed gate would wait forever. It
  /// remains in effect after ``reset()``.
  package func openByDefault() {
    state.withLock { $0.isOpenByDefault = true }
  }

  package var hasClosedGate: Bool {
    state.withLock { state in state.names.contains { !state.admits($0) } }
  }

  package var waitingCount: Int { state.withLock { $0.waiters.count } }

  /// The gate of the call that began to wait last, or `nil` if no call is waiting.
  package var latestWaiting: String? { state.withLock { $0.waiters.last?.gate } }

  /// Sets the closure to call when a call starts to wait at a gate.
  ///
  /// It replaces the previous closure.
  package func observeArrivals(_ observer: @escaping @Sendable (_ gate: String) -> Void) {
    state.discard { state in
      defer { state.observer = ArrivalObserver(notify: observer) }
      return state.observer
    }
  }

  /// Closes all gates, and cancels the calls that are waiting there.
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

  /// If the gate is open, the call continues immediately.
  func add(_ wait: CallWait, at name: String) {
    let (isOpen, observer, onlookers) = state.withLock { state in
      if state.admits(name) {
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
