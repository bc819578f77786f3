package import MockData
internal import MockPlatform

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
