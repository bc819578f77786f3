public import MockConfiguration
public import MockData
internal import MockPlatform

#if canImport(Combine)
  @preconcurrency internal import Combine
#endif

/// The state that mocked services share.
///
/// Each value has a key, and a subject that you can observe.
///
/// All operations are synchronous. All updates of a response appear in ``snapshot`` at the same moment. Then the
/// subjects send their new values, in the order of the keys. All observers see the updates in the same order. No lock
/// is held while an observer runs. If you send a value on a subject, the state has the value when `send` returns. An
/// update that is still being delivered never replaces a newer value that the subject has received in the meantime.
///
/// `@unchecked Sendable`: All mutable state is in `storage`, which a lock protects.
public final class MockSharedState: @unchecked Sendable {
  struct Firing {
    var number: Int
    var key: String
    var value: AnyCodableValue
    /// The mirror of the subject on which the value was sent, or `nil` if it wasn't sent on a subject.
    var origin: Int?
  }

  struct Storage {
    var values: [String: AnyCodableValue]
    /// The number of the latest change of each key, or 0 if the key hasn't changed.
    var versions: [String: Int] = [:]
    var lastVersion = 0
    /// The keys that a script's function has changed in place, and whose observers haven't been notified of the change.
    var touched: Set<String> = []
    /// The keys that were declared after the state was created.
    var added: Set<String> = []
    var subjects: [String: CurrentValueSubject<AnyCodableValue, Never>] = [:]
    var mirrors: [String: [SubjectMirror]] = [:]
    var lastFiring = 0
    var firings: [Firing] = []
    var isFiring = false
    var journal = StateJournal()
    /// The progress of a copy's own changes, or `nil` if this state isn't a copy.
    var copy: Copy?

    /// Whether an observer or a reader has to be notified of changes.
    var isObserved: Bool { !firings.isEmpty || journal.hasReaders }

    /// Adds a mirror, provided that the mirror's value is still the value of the key, and returns whether it was added.
    ///
    /// This condition ensures that the mirror doesn't miss an update.
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

    /// Returns `nil` if the key has no such mirror.
    mutating func withMirror<Result>(
      _ id: Int, of key: String, _ body: (inout SubjectMirror) -> Result
    ) -> Result? {
      guard let index = mirrors[key]?.firstIndex(where: { $0.id == id }) else { return nil }
      return body(&mirrors[key, default: []][index])
    }

    /// Stores a subject's current value in the state if the value is new, and returns the result.
    mutating func settle(
      _ turn: Int, of id: Int, for key: String, at current: AnyCodableValue?
    ) -> Settling {
      let isOpen = withMirror(id, of: key) { mirror in
        // A later value has been sent. Its own turn reads it.
        guard mirror.turns == turn else { return false }
        if let delivery = mirror.delivery, delivery.thread == MockSharedState.currentThread,
          delivery.shown.map({ current?.isSame(as: $0) == true }) ?? (current == nil)
        {
          return false
        }
        // The subject now has a different value, so a delivery in progress is over.
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
  /// The number of the latest mirror.
  let lastID = AtomicNumber()

  /// Creates a state with the initial values of its keys.
  ///
  /// By default, it has no keys. If a value doesn't fit the property that is bound to its key, the failure is reported
  /// to `failureHandler`, or to the current handler if `failureHandler` is `nil`.
  public init(
    properties: [String: SharedStateProperty]? = nil, failureHandler: MockFailureHandler? = nil
  ) {
    self.failureHandler = failureHandler
    initial = (properties ?? [:]).mapValues(\.initial)
    storage = Locked(Storage(values: initial), isLeaf: true)
  }

  func report(_ failure: MockFailure) {
    MockFailureHandler.report(failure, to: failureHandler)
  }

  /// The declared keys, sorted.
  public var keys: [String] {
    storage.withLock { $0.added.union(initial.keys) }.sorted { $0.precedesInBytes($1) }
  }

  /// The values of all keys at one moment.
  ///
  /// Reading this property doesn't copy the values. The next update does.
  public var snapshot: [String: AnyCodableValue] { storage.withLock { $0.values } }

  func value(of key: String) -> AnyCodableValue? { storage.withLock { $0.values[key] } }

  func initialValue(of key: String) -> AnyCodableValue? { initial[key] }

  /// Returns the subject of a declared key, or `nil` if the key is unknown.
  ///
  /// The method always returns the same subject for a key. Sending a value on the subject is an update like any other.
  public func subject(for key: String) -> CurrentValueSubject<AnyCodableValue, Never>? {
    if let subject = storage.withLock({ $0.subjects[key] }) { return subject }
    while let value = self[key] {
      let made = SharedSubject(value, of: key, in: self, _MockPropertyCodec(unconverted: ()))
      let subject = storage.withLock { storage -> CurrentValueSubject<AnyCodableValue, Never>? in
        // Another thread may have created the subject in the meantime.
        if let subject = storage.subjects[key] { return subject }
        guard storage.add(made.mirror, for: key, showing: value, isFirst: true) else { return nil }
        storage.subjects[key] = made.subject
        return made.subject
      }
      if let subject { return subject }
    }
    return nil
  }

  /// Applies the updates of a response in a single step.
  ///
  /// The subjects then send their new values, in the order of the keys. If a key isn't declared, its value is stored
  /// too, and can be read from then on.
  public func applyUpdates(_ updates: [String: AnyCodableValue]) {
    applyUpdates(updates, by: nil)
  }

  /// Applies a change that was made in a copy, or in this process.
  package func applyUpdates(
    _ updates: [String: AnyCodableValue], by author: StateChange.Author?
  ) {
    guard !updates.isEmpty else { return }
    let isObserved = storage.withLock { storage in
      storage.apply(updates, author: author)
      return storage.isObserved
    }
    if isObserved { RankedLock.whenFree { self.fire() } }
  }

  /// Declares keys until the next `reset()`, and then sets their values in a single step.
  package func declare(_ values: [String: AnyCodableValue]) {
    storage.withLock { $0.added.formUnion(values.keys) }
    applyUpdates(values)
  }

  /// Restores the initial values of all declared keys and removes all other keys, in a single step.
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

  /// Records that a value was sent on a subject, and returns the number of the turn.
  ///
  /// Returns `nil` if the subject isn't a mirror of the key yet.
  func beginTurn(of id: Int, for key: String) -> Int? {
    storage.withLock { storage in
      storage.withMirror(id, of: key) { mirror in
        mirror.turns += 1
        return mirror.turns
      }
    }
  }

  /// Stores the current value of a subject, unless the state itself has sent that value.
  ///
  /// `turn` is the turn in which the value was read. `current` is `nil` if the value can't be encoded. `type` is the
  /// name of the type of the subject's values.
  func settle(
    _ turn: Int, of id: Int, for key: String, at current: AnyCodableValue?, type: String
  ) {
    switch storage.withLock({ $0.settle(turn, of: id, for: key, at: current) }) {
    case .settled: break
    case .written: RankedLock.whenFree { self.fire() }
    case .unwritable: report(.sharedState(key: key, type: type, value: nil))
    }
  }

  /// Records that this thread is sending a value to a subject.
  ///
  /// Returns false if the subject has a newer value.
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

  /// Applies updates, and returns all values after them, in a single step.
  func commit(_ updates: [String: AnyCodableValue]) -> [String: AnyCodableValue] {
    guard !updates.isEmpty else { return snapshot }
    let (values, isObserved) = storage.withLock { storage in
      storage.apply(updates)
      return (storage.values, storage.isObserved)
    }
    if isObserved { RankedLock.whenFree { self.fire() } }
    return values
  }

  /// Adds a mirror if the key still has the mirror's value, and returns whether the mirror was added.
  func addMirror(_ mirror: SubjectMirror, for key: String, showing value: AnyCodableValue) -> Bool {
    storage.withLock { $0.add(mirror, for: key, showing: value, isFirst: false) }
  }

  /// Sends the pending values to their subjects, unless another thread is already doing that.
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
