internal import MockPlatform

/// Gates that hold answers back until a test opens them.
///
/// A gate that was opened stays open until it is closed, or until ``reset()``. Those who wait go on in the order in which they
/// came.
public final class MockGates: Sendable {
  private struct State {
    var names: Set<String>
    var open: Set<String> = []
    /// Whether gates stand open that nobody has opened.
    var isUnguarded = false

    func lets(_ gate: String) -> Bool { isUnguarded || open.contains(gate) }

    var waiters: [(gate: String, pause: Pause)] = []
  }

  private let state: Locked<State>

  /// Creates gates of the given names, all closed; sequencers add those of their responses.
  public init(names: some Sequence<String> = EmptyCollection()) {
    state = Locked(State(names: Set(names)), isLeaf: true)
  }

  /// The known names, sorted.
  public var names: [String] { state.withLock { $0.names }.sorted() }

  /// Adds names; the gates are closed.
  public func declare(_ names: some Sequence<String>) {
    let added = Array(names)
    guard !added.isEmpty else { return }
    state.withLock { $0.names.formUnion(added) }
  }

  /// Whether a gate has been opened.
  public func isOpen(_ name: String) -> Bool {
    state.withLock { $0.lets(name) }
  }

  /// How many calls wait at a gate.
  public func waiting(at name: String) -> Int {
    state.withLock { state in state.waiters.count { $0.gate == name } }
  }

  /// The calls that wait at a gate, by their numbers in the log.
  package func waitingCalls(at name: String) -> [Int] {
    state.withLock { state in
      state.waiters.compactMap { $0.gate == name ? $0.pause.call : nil }
    }
  }

  /// Opens a gate and lets those who wait go on; opening an open gate does nothing.
  ///
  /// - Throws: ``MockServiceError`` with the code `unknownGate` for a name that no response has.
  public func open(_ name: String) throws(MockServiceError) {
    let waiters = state.withLock { state -> [Pause]? in
      guard state.names.contains(name) else { return nil }
      state.open.insert(name)
      defer { state.waiters.removeAll { $0.gate == name } }
      return state.waiters.filter { $0.gate == name }.map(\.pause)
    }
    guard let waiters else { throw CallProblem.unknownGate(name, known: names).error }
    for waiter in waiters { waiter.open() }
  }

  /// Closes a gate: calls that come to it from now on wait again.
  ///
  /// - Throws: ``MockServiceError`` with the code `unknownGate` for a name that no response has.
  public func close(_ name: String) throws(MockServiceError) {
    let isKnown = state.withLock { state in
      state.open.remove(name)
      return state.names.contains(name)
    }
    guard isKnown else { throw CallProblem.unknownGate(name, known: names).error }
  }

  /// Lets everybody through, also at gates that come to be known later: for a player of calls, who is
  /// alone and would wait forever.
  ///
  /// It lasts beyond ``reset()``.
  package func standOpen() {
    state.withLock { $0.isUnguarded = true }
  }

  /// Closes all gates; calls that wait at one throw `CancellationError`.
  public func reset() {
    let waiters = state.withLock { state in
      defer { (state.open, state.waiters) = ([], []) }
      return state.waiters
    }
    for waiter in waiters { waiter.pause.cancel() }
  }

  /// Lets a call wait at a gate; at an open one it goes on at once.
  func add(_ pause: Pause, at name: String) {
    let isOpen = state.withLock { state in
      if state.lets(name) { return true }
      state.waiters.append((name, pause))
      return false
    }
    if isOpen { pause.open() }
  }

  func remove(_ pause: Pause) {
    state.withLock { $0.waiters.removeAll { $0.pause === pause } }
  }
}
