public import MockData
internal import MockPlatform

extension MockSharedState {
  /// The value of a key, or `nil` if it was neither declared nor updated.
  ///
  /// Setting a value is an update, like an update by a response: bound properties change too, including properties in
  /// apps in other processes. Setting it to `nil` restores the initial value of the key. Setting an unknown key has no
  /// effect and is reported.
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

/// Access for functions of a script, which change single elements without copying the whole value.
extension MockSharedState {
  /// Returns the value of a key and the number of its latest change.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - known: The number of the change whose value the caller already has, or `nil`.
  /// - Returns: The number and the value, or `nil` for an unknown key. If the caller already has the value, it is
  ///   omitted.
  package func read(
    _ key: String, after known: Int? = nil
  ) -> (version: Int, value: AnyCodableValue?)? {
    storage.withLock { storage in
      guard let value = storage.values[key] else { return nil }
      let version = storage.versions[key] ?? 0
      return (version, version == known ? Optional.none : value)
    }
  }

  /// Changes the value of a key in place.
  ///
  /// Observers are notified once, as soon as the thread no longer holds a ranked lock.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - version: The number of the change whose value the caller has, or `nil` to change any value.
  ///   - change: Changes the value. It runs under a lock and must not take another one.
  /// - Returns: The number of this change and the result of `change`, or `nil` if the key is unknown or its value was
  ///   changed after `version`.
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
  /// Adds the keys that were changed in place to the pending updates.
  mutating func announce() {
    guard !touched.isEmpty else { return }
    let changed = values.filter { touched.contains($0.key) }
    touched = []
    note(changed, by: nil)
    enqueue(changed, origin: nil)
  }

  /// Returns the updates, with an empty list instead of each empty table that replaces a list.
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

  /// Returns the value, with an empty list instead of each empty object that replaces a list.
  ///
  /// Lua has only one empty table.
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

/// A shared state in a test's process, and its copies in app processes.
///
/// The test's process orders all changes and sends them to every copy. A copy applies its own changes immediately.
/// Until the test's process confirms such a change, the copy ignores other values for the same key, because they are
/// older.
extension MockSharedState {
  /// Registers a reader of all changes from now on.
  ///
  /// - Parameter notify: Called after changes, on any thread that holds no ranked lock.
  /// - Returns: A number for ``changes(for:)``, and all values before those changes.
  package func subscribe(
    _ notify: @escaping @Sendable () -> Void
  ) -> (reader: Int, values: [String: AnyCodableValue]) {
    storage.withLock { storage in
      storage.announce()
      return (storage.journal.subscribe(notify), storage.values)
    }
  }

  /// Removes a reader.
  package func unsubscribe(_ reader: Int) {
    storage.withLock { $0.journal.unsubscribe(reader) }
  }

  /// Returns the changes since the last call, in order, or all values as a single change if there are too many.
  package func changes(for reader: Int) -> [StateChange] {
    storage.withLock { storage in
      storage.announce()
      return storage.journal.take(for: reader) ?? [StateChange(values: storage.values)]
    }
  }

  /// Applies a change made by a copy.
  package func applyUpdates(
    _ updates: [String: AnyCodableValue], by author: StateChange.Author
  ) {
    applyUpdates(updates, origin: nil, author: author)
  }

  /// Turns this state into a copy.
  ///
  /// From now on, its own changes must be confirmed.
  package func becomeCopy() {
    storage.withLock { $0.copy = Copy() }
  }

  /// Applies a change from the process that owns the state.
  ///
  /// Observers aren't notified until ``notifyObservers()``.
  ///
  /// - Parameters:
  ///   - values: The values.
  ///   - echo: The number of the copy's own change that this confirms, or `nil` for a change made elsewhere.
  /// - Returns: Whether observers must be notified.
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

  /// Notifies observers of the changes from ``receive(_:echo:)``.
  package func notifyObservers() {
    RankedLock.whenFree { self.fire() }
  }

  /// The state of a copy's own changes.
  struct Copy {
    var lastNumber = 0
    /// The latest change of each key that the owner hasn't confirmed yet.
    var unconfirmed: [String: Int] = [:]
  }
}

extension MockSharedState.Storage {
  /// Records a change for the readers of this state, or for the owner if this state is a copy.
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
  /// The copy that a change came from, and its number there.
  package struct Author: Sendable, Equatable {
    package var copy: Int
    package var number: Int

    package init(copy: Int, number: Int) {
      self.copy = copy
      self.number = number
    }
  }

  package var values: [String: AnyCodableValue]
  /// The author, or `nil` if the process that owns the state made the change.
  package var author: Author?
}

/// The latest changes of a shared state, for readers that copy it to other processes.
struct StateJournal {
  private struct Reader {
    /// The number of the first change that the reader hasn't read yet.
    var next: Int
    var notify: @Sendable () -> Void
  }

  private var changes: [StateChange] = []
  /// The number of the first change that is kept.
  private var first = 0
  private var readers: [Int: Reader] = [:]
  private var lastReader = 0

  /// The maximum number of changes to keep.
  ///
  /// A reader that has missed older ones gets all values instead.
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

  /// Returns the changes that a reader hasn't read yet, or `nil` if some of them were dropped.
  mutating func take(for reader: Int) -> [StateChange]? {
    guard let next = readers[reader]?.next, next < first + changes.count else { return [] }
    readers[reader]?.next = first + changes.count
    let taken = next < first ? nil : Array(changes[(next - first)...])
    trim()
    return taken
  }

  /// Drops the changes that every reader has read.
  private mutating func trim() {
    let needed = readers.values.map(\.next).min() ?? first + changes.count
    guard needed > first else { return }
    changes.removeFirst(needed - first)
    first = needed
  }
}
