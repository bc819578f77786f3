public import MockData
internal import MockPlatform

extension MockSharedState {
  /// The value of a key, or `nil` if the key was neither declared nor updated.
  ///
  /// Setting a value has the same effect as an update by a response: bound properties change too, even in apps in other
  /// processes. If you set `nil`, the key gets its initial value again. If the key is unknown, setting a value only
  /// reports a failure.
  ///
  /// ```swift
  /// scenario.sharedState["balance"] = 3
  /// ```
  public subscript(key: String) -> AnyCodableValue? {
    get { value(of: key) }
    set {
      guard value(of: key) != nil, let value = newValue ?? initialValue(of: key) else {
        let hint = NearestName.hint(for: key, candidates: keys)
        return report(
          MockFailure(
            severity: .report,
            message: "there is no shared key `\(key.escaped)`; "
              + (hint ?? "declare it with `shared { ... }`, in JSON under `sharedState`")))
      }
      applyUpdates([key: value])
    }
  }
}

/// Access for a script's functions, which change single elements without copying the whole value.
extension MockSharedState {
  /// Returns the number of a key's latest change and the key's value, or `nil` for an unknown key.
  ///
  /// `known` is the number of the change whose value the caller already has. If that is the latest change, only the
  /// number is returned.
  package func read(
    _ key: String, after known: Int? = nil
  ) -> (version: Int, value: AnyCodableValue?)? {
    storage.withLock { storage in
      guard let value = storage.values[key] else { return nil }
      let version = storage.versions[key] ?? 0
      return (version, version == known ? Optional.none : value)
    }
  }

  /// Changes the value of a key in place, and returns the number of this change and the result of `change`.
  ///
  /// Returns `nil` if the key is unknown, or if its value has changed since `version`. If `version` is `nil`, the value
  /// is changed unconditionally. `change` runs under a lock, and must not take another lock. Observers are notified
  /// once, as soon as the thread no longer holds a ranked lock.
  package func edit<Result>(
    _ key: String, at version: Int? = nil, _ change: (inout AnyCodableValue) -> Result
  ) -> (version: Int, result: Result)? {
    let (edited, isFirst) = storage.withLock { storage -> ((version: Int, result: Result)?, Bool) in
      guard storage.values[key] != nil,
        version ?? storage.versions[key] ?? 0 == storage.versions[key] ?? 0
      else { return (nil, false) }
      let result = change(&storage.values[key, default: .null])
      storage.noteChange(of: key)
      let isObserved = storage.mirrors[key] != nil || storage.journal.hasReaders
      let isFirst = isObserved && storage.touched.isEmpty
      if isObserved { storage.touched.insert(key) }
      return ((storage.lastVersion, result), isFirst)
    }
    if isFirst { RankedLock.whenFree { self.fire() } }
    return edited
  }
}

extension MockSharedState.Storage {
  /// Adds the keys that were changed in place to the updates that observers haven't been notified of.
  mutating func announce() {
    guard !touched.isEmpty else { return }
    let changed = values.filter { touched.contains($0.key) }
    touched = []
    note(changed, by: nil)
    enqueue(changed, origin: nil)
  }

  /// Returns the updates, in which each empty table that replaces a list becomes an empty list.
  func keepingLists(_ updates: [String: AnyCodableValue]) -> [String: AnyCodableValue] {
    guard updates.contains(where: { $0.value.isContainer && values[$0.key]?.isContainer == true })
    else { return updates }
    return Dictionary(
      uniqueKeysWithValues: updates.map { key, value in
        (key, values[key].map(value.keepingLists(of:)) ?? value)
      })
  }
}

extension AnyCodableValue {
  fileprivate var isContainer: Bool {
    switch self {
    case .array, .dictionary: true
    default: false
    }
  }

  /// Returns the value, in which each empty object that replaces a list becomes an empty list.
  ///
  /// This is necessary because Lua has only one kind of empty table.
  package func keepingLists(of old: AnyCodableValue) -> AnyCodableValue {
    switch (self, old) {
    case (.dictionary(let members), .array) where members.isEmpty: return .array([])
    case (.dictionary(var members), .dictionary(let old)):
      for (name, value) in members where value.isContainer {
        if let old = old[name] { members[name] = value.keepingLists(of: old) }
      }
      return .dictionary(members)
    default: return self
    }
  }
}

/// Synchronizes the shared state in a test's process with its copies in apps' processes.
///
/// The test's process determines the order of all changes, and sends each change to every copy. A copy applies its own
/// changes immediately. Until the test's process has confirmed such a change, the copy ignores other values for the
/// same key, because they are older.
extension MockSharedState {
  /// Registers a reader, which gets all changes from now on.
  ///
  /// `notify` is called after each change, on any thread that holds no ranked lock. The returned number is for
  /// ``changes(for:)``. The returned values are all values before the first change.
  package func subscribe(
    _ notify: @escaping @Sendable () -> Void
  ) -> (reader: Int, values: [String: AnyCodableValue]) {
    storage.withLock { storage in
      storage.announce()
      return (storage.journal.subscribe(notify), storage.values)
    }
  }

  package func unsubscribe(_ reader: Int) {
    storage.withLock { $0.journal.unsubscribe(reader) }
  }

  /// Returns the changes since the last call, in order.
  ///
  /// If there are too many, returns all values as a single change.
  package func changes(for reader: Int) -> [StateChange] {
    storage.withLock { storage in
      storage.announce()
      return storage.journal.take(for: reader) ?? [StateChange(values: storage.values)]
    }
  }

  /// From now on, the process that owns the state must confirm changes that are made here.
  package func becomeCopy() {
    storage.withLock { $0.copy = Copy() }
  }

  /// Applies a change from the process that owns the state, and returns whether observers have to be notified.
  ///
  /// Observers are notified later, by ``notifyObservers()``. `echo` is the number of the copy's own change that this
  /// change confirms, or `nil` if the change was made in another process.
  package func receive(_ values: [String: AnyCodableValue], echo: Int?) -> Bool {
    storage.withLock { storage in
      var news: [String: AnyCodableValue] = [:]
      for (key, value) in values {
        if let own = storage.copy?.unconfirmed[key] {
          guard let echo, echo >= own else { continue }
          storage.copy?.unconfirmed[key] = nil
        }
        if storage.values[key] != value { news[key] = value }
      }
      storage.put(news)
      storage.enqueue(news, origin: nil)
      return !storage.firings.isEmpty
    }
  }

  /// Notifies observers of the changes that ``receive(_:echo:)`` has applied.
  package func notifyObservers() {
    RankedLock.whenFree { self.fire() }
  }

  /// The progress of a copy's own changes.
  struct Copy {
    var lastNumber = 0
    /// The number of each key's latest change that the owner hasn't confirmed.
    var unconfirmed: [String: Int] = [:]
  }
}

extension MockSharedState.Storage {
  /// Records a change for this state's readers.
  ///
  /// If this state is a copy, records it for the owner.
  mutating func note(_ updates: [String: AnyCodableValue], by author: StateChange.Author?) {
    guard journal.hasReaders else { return }
    guard var copy else { return journal.add(updates, by: author) }
    copy.lastNumber += 1
    for key in updates.keys { copy.unconfirmed[key] = copy.lastNumber }
    self.copy = copy
    journal.add(updates, by: StateChange.Author(copy: 0, number: copy.lastNumber))
  }
}

/// A change of a shared state that is sent to a copy in another process.
package struct StateChange: Sendable {
  /// The copy in which a change was made, and the number of the change in that copy.
  package struct Author: Sendable, Equatable {
    package var copy: Int
    package var number: Int

    package init(copy: Int, number: Int) {
      self.copy = copy
      self.number = number
    }
  }

  package var values: [String: AnyCodableValue]
  /// The copy in which the change was made, or `nil` if it was made in the process that owns the state.
  package var author: Author?
}

/// The latest changes of a shared state, for readers that copy it to other processes.
struct StateJournal {
  private struct Reader {
    /// The number of the first change that the reader hasn't read.
    var next: Int
    var notify: @Sendable () -> Void
  }

  private var changes: [StateChange] = []
  /// The number of the earliest change that is still kept.
  private var first = 0
  private var readers: [Int: Reader] = [:]
  private var lastReader = 0

  /// The maximum number of changes that are kept.
  ///
  /// A reader that has missed changes gets all values instead.
  private static let limit = 4096

  var hasReaders: Bool { !readers.isEmpty }

  var notifications: [@Sendable () -> Void] { readers.values.map(\.notify) }

  mutating func add(_ values: [String: AnyCodableValue], by author: StateChange.Author?) {
    guard hasReaders else { return }
    changes.append(StateChange(values: values, author: author))
    guard changes.count > Self.limit else { return }
    first += changes.count / 2
    changes.removeFirst(changes.count / 2)
  }

  mutating func subscribe(_ notify: @escaping @Sendable () -> Void) -> Int {
    lastReader += 1
    readers[lastReader] = Reader(next: first + changes.count, notify: notify)
    return lastReader
  }

  mutating func unsubscribe(_ reader: Int) {
    readers[reader] = nil
    trim()
  }

  /// Returns the changes that a reader hasn't read, or `nil` if some of them are no longer kept.
  mutating func take(for reader: Int) -> [StateChange]? {
    guard let next = readers[reader]?.next, next < first + changes.count else { return [] }
    readers[reader]?.next = first + changes.count
    let taken = next < first ? nil : Array(changes[(next - first)...])
    trim()
    return taken
  }

  /// Removes the changes that every reader has read.
  private mutating func trim() {
    let needed = readers.values.map(\.next).min() ?? first + changes.count
    guard needed > first else { return }
    changes.removeFirst(needed - first)
    first = needed
  }
}
