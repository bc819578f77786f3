public import MockConfiguration
public import MockData
internal import MockPlatform

#if canImport(Combine)
  @preconcurrency internal import Combine
#endif

/// The properties that mocked services share, each observable by its key.
///
/// Everything is synchronous. The updates of one response are one step in ``snapshot``; then the
/// subjects fire in key order, and every observer sees the updates in the same order, outside of all locks.
/// What is sent on a subject is an update once `send` returns. A subject that was sent something newer meanwhile
/// does not go back to an update that was still on its way.
/// `@unchecked Sendable`: all mutable state is in `storage`, behind its lock.
public final class MockSharedState: @unchecked Sendable {
  struct Firing {
    var number: Int
    var key: String
    var value: AnyCodableValue
    /// The mirror that has the value already.
    var origin: Int?
  }

  struct Storage {
    var values: [String: AnyCodableValue]
    /// The number of the latest change of each key; 0 for one that was never changed.
    var versions: [String: Int] = [:]
    var lastVersion = 0
    /// The keys that a function of the script has changed, and whose observers haven't been notified yet.
    var touched: Set<String> = []
    /// Keys that were declared after the start.
    var added: Set<String> = []
    var subjects: [String: CurrentValueSubject<AnyCodableValue, Never>] = [:]
    var mirrors: [String: [SubjectMirror]] = [:]
    var lastID = 0
    var lastFiring = 0
    var firings: [Firing] = []
    var isFiring = false
    var journal = StateJournal()
    /// What makes this state the copy of one in another process; nil for a state of its own.
    var copy: Copy?

    /// Whether somebody is to be told of a change.
    var isObserved: Bool { !firings.isEmpty || journal.hasReaders }

    /// Adds a mirror in the step in which its value is still the one of the key, so that no update lies
    /// between; false where one does.
    mutating func add(
      _ mirror: consuming SubjectMirror, for key: String, showing value: AnyCodableValue,
      isFirst: Bool
    ) -> Bool {
      guard values[key]?.isSame(as: value) == true else { return false }
      announce()
      mirror.since = lastFiring
      mirrors[key, default: []].insert(mirror, at: isFirst ? 0 : mirrors[key]?.count ?? 0)
      return true
    }

    mutating func apply(
      _ updates: [String: AnyCodableValue], origin: Int? = nil, author: StateChange.Author? = nil
    ) {
      announce()
      let updates = keepingLists(updates)
      note(updates, by: author)
      put(updates)
      enqueue(updates, origin: origin)
    }

    mutating func put(_ updates: [String: AnyCodableValue]) {
      for (key, value) in updates {
        values[key] = value
        noteChange(of: key)
      }
    }

    mutating func noteChange(of key: String) {
      lastVersion += 1
      versions[key] = lastVersion
    }

    /// Changes a mirror; nil where the key has no such mirror.
    mutating func withMirror<Result>(
      _ id: Int, of key: String, _ body: (inout SubjectMirror) -> Result
    ) -> Result? {
      guard let index = mirrors[key]?.firstIndex(where: { $0.id == id }) else { return nil }
      return body(&mirrors[key, default: []][index])
    }

    /// What the current value of a subject means.
    mutating func settle(
      _ turn: Int, of id: Int, for key: String, at current: AnyCodableValue?
    ) -> Settling {
      let isOpen = withMirror(id, of: key) { mirror in
        // A later turn looks up a later value.
        guard mirror.turns == turn else { return false }
        if let delivery = mirror.delivery, delivery.thread == MockSharedState.currentThread,
          delivery.shown.map({ current?.isSame(as: $0) == true }) ?? (current == nil)
        {
          return false
        }
        // From now on the subject has a value of its own, and the delivery that it came into is over.
        mirror.delivery = nil
        return true
      }
      guard isOpen == true else { return .settled }
      guard let current else { return .unwritable }
      let isNew = values[key]?.isSame(as: current) != true
      if isNew { apply([key: current], origin: id) }
      _ = withMirror(id, of: key) { [lastFiring] in $0.since = lastFiring }
      return isNew ? .written : .settled
    }

    mutating func enqueue(_ updates: [String: AnyCodableValue], origin: Int?) {
      for (key, value) in updates.sortedByKeyBytes() where mirrors[key] != nil {
        lastFiring += 1
        firings.append(Firing(number: lastFiring, key: key, value: value, origin: origin))
      }
    }
  }

  private let initial: [String: AnyCodableValue]
  private let failureHandler: MockFailureHandler?
  let storage: Locked<Storage>

  /// Creates the state with the initial value of each key; without properties it has none.
  ///
  /// Values that do not fit a binding go to `failureHandler`, by default to the current one.
  public init(
    properties: [String: SharedStateProperty]? = nil, failureHandler: MockFailureHandler? = nil
  ) {
    self.failureHandler = failureHandler
    initial = (properties ?? [:]).mapValues(\.initial)
    storage = Locked(Storage(values: initial), isLeaf: true)
  }

  func report(_ failure: MockFailure) {
    if let failureHandler {
      failureHandler.report(failure)
    } else {
      MockFailureHandler.report(failure)
    }
  }

  /// The declared keys, sorted.
  public var keys: [String] {
    storage.withLock { $0.added.union(initial.keys) }.sorted { $0.precedesInBytes($1) }
  }

  /// All values as they are at one moment; it costs no copy until the next update.
  public var snapshot: [String: AnyCodableValue] { storage.withLock { $0.values } }

  func value(of key: String) -> AnyCodableValue? { storage.withLock { $0.values[key] } }

  func initialValue(of key: String) -> AnyCodableValue? { initial[key] }

  /// The subject of a declared key, always the same instance; nil for an unknown key.
  ///
  /// A value that is sent on it is an update like any other.
  public func subject(for key: String) -> CurrentValueSubject<AnyCodableValue, Never>? {
    if let subject = storage.withLock({ $0.subjects[key] }) { return subject }
    while let value = self[key] {
      let made = SharedSubject(value, of: key, in: self, _MockPropertyCodec(asItIs: ()))
      let subject = storage.withLock { storage -> CurrentValueSubject<AnyCodableValue, Never>? in
        // Another thread may have made one meanwhile.
        if let subject = storage.subjects[key] { return subject }
        guard storage.add(made.mirror, for: key, showing: value, isFirst: true) else { return nil }
        storage.subjects[key] = made.subject
        return made.subject
      }
      if let subject { return subject }
    }
    return nil
  }

  /// Applies the updates of one response: all at once, then the subjects fire in key order.
  ///
  /// A key that was not declared is stored and can be read from then on.
  public func applyUpdates(_ updates: [String: AnyCodableValue]) {
    guard !updates.isEmpty else { return }
    let isObserved = storage.withLock { storage in
      storage.apply(updates)
      return storage.isObserved
    }
    if isObserved { RankedLock.whenFree { self.fire() } }
  }

  /// Declares keys until the next `reset()`, and gives them their values, as one step.
  package func declare(_ values: [String: AnyCodableValue]) {
    storage.withLock { $0.added.formUnion(values.keys) }
    applyUpdates(values)
  }

  /// Brings every declared key back to its initial value, as one step; others are forgotten.
  package func reset() {
    storage.withLock { storage in
      storage.touched = []
      storage.values = [:]
      storage.put(initial)
      storage.added = []
      storage.note(initial, by: nil)
      storage.enqueue(initial, origin: nil)
    }
    RankedLock.whenFree { self.fire() }
  }

  func applyUpdates(
    _ updates: [String: AnyCodableValue], origin: Int?, author: StateChange.Author? = nil
  ) {
    guard !updates.isEmpty else { return }
    let isObserved = storage.withLock { storage in
      storage.apply(updates, origin: origin, author: author)
      return storage.isObserved
    }
    if isObserved { RankedLock.whenFree { self.fire() } }
  }

  /// Notes that something was sent on a subject; nil where that is no mirror of the key yet.
  func beginTurn(of id: Int, for key: String) -> Int? {
    storage.withLock { storage in
      storage.withMirror(id, of: key) { mirror in
        mirror.turns += 1
        return mirror.turns
      }
    }
  }

  /// Takes over the current value of a subject, where it is not one of the state's own.
  ///
  /// - Parameters:
  ///   - turn: The turn in which the value was looked up.
  ///   - id: The subject's mirror.
  ///   - key: The key.
  ///   - current: The value; nil for one that its type cannot write.
  ///   - type: The name of that type.
  func settle(
    _ turn: Int, of id: Int, for key: String, at current: AnyCodableValue?, type: String
  ) {
    switch storage.withLock({ $0.settle(turn, of: id, for: key, at: current) }) {
    case .settled: break
    case .written: RankedLock.whenFree { self.fire() }
    case .unwritable: report(.sharedState(key: key, type: type, value: nil))
    }
  }

  /// Notes that this thread delivers a value to a subject; false where that has a newer one.
  func beginDelivery(
    of shown: AnyCodableValue?, firing: Int, to id: Int, for key: String
  ) -> Bool {
    storage.withLock { storage in
      storage.withMirror(id, of: key) { mirror in
        guard firing > mirror.since else { return false }
        mirror.delivery = SubjectMirror.Delivery(thread: Self.currentThread, shown: shown)
        return true
      } ?? false
    }
  }

  func endDelivery(to id: Int, for key: String) {
    storage.withLock { storage in _ = storage.withMirror(id, of: key) { $0.delivery = nil } }
  }

  /// Applies updates and gives all values as they then are, as one step.
  func commit(_ updates: [String: AnyCodableValue]) -> [String: AnyCodableValue] {
    guard !updates.isEmpty else { return snapshot }
    let (values, isObserved) = storage.withLock { storage in
      storage.apply(updates)
      return (storage.values, storage.isObserved)
    }
    if isObserved { RankedLock.whenFree { self.fire() } }
    return values
  }

  func nextID() -> Int {
    storage.withLock { storage in
      storage.lastID += 1
      return storage.lastID
    }
  }

  /// Adds a mirror that shows a value; false where that is not the value of the key any more.
  func addMirror(_ mirror: SubjectMirror, for key: String, showing value: AnyCodableValue) -> Bool {
    storage.withLock { $0.add(mirror, for: key, showing: value, isFirst: false) }
  }

  /// Gives the values that wait to their subjects; where another thread is doing so, that thread gives these as well.
  func fire() {
    let notifications = storage.withLock { storage in
      storage.announce()
      return storage.journal.notifications
    }
    for notify in notifications { notify() }
    while true {
      let next = storage.withLock { storage -> (Firing, [SubjectMirror])? in
        guard !storage.isFiring, !storage.firings.isEmpty else { return nil }
        storage.isFiring = true
        let firing = storage.firings.removeFirst()
        return (firing, storage.mirrors[firing.key] ?? [])
      }
      guard let (firing, mirrors) = next else { return }
      for mirror in mirrors where mirror.id != firing.origin {
        mirror.deliver(firing.value, firing.number)
      }
      storage.withLock { $0.isFiring = false }
    }
  }
}
