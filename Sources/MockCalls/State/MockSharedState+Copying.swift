package import MockData
internal import MockPlatform

/// A shared state in the process of a test, and its copies in those of apps.
///
/// The test's process puts all changes into an order and sends them to every copy. A copy shows its own changes
/// at once; what comes for such a key meanwhile is older, until the change comes back.
extension MockSharedState {
  /// Lets somebody hear of changes from now on.
  ///
  /// - Parameter notify: Is called after changes, on any thread that holds no ranked lock.
  /// - Returns: A number for ``changes(for:)``, and all values before those changes.
  package func subscribe(
    _ notify: @escaping @Sendable () -> Void
  ) -> (reader: Int, values: [String: AnyCodableValue]) {
    storage.withLock { storage in
      storage.announce()
      return (storage.journal.subscribe(notify), storage.values)
    }
  }

  /// Ends that.
  package func unsubscribe(_ reader: Int) {
    storage.withLock { $0.journal.unsubscribe(reader) }
  }

  /// The changes since the last time, in order; all values as one, where those are too many.
  package func changes(for reader: Int) -> [StateChange] {
    storage.withLock { storage in
      storage.announce()
      return storage.journal.take(for: reader) ?? [StateChange(values: storage.values)]
    }
  }

  /// Applies a change that a copy has made.
  package func applyUpdates(
    _ updates: [String: AnyCodableValue], by author: StateChange.Author
  ) {
    applyUpdates(updates, origin: nil, author: author)
  }

  /// Makes this state a copy: its own changes count from now on as such.
  package func becomeCopy() {
    storage.withLock { $0.copy = Copy() }
  }

  /// Takes a change that comes from the owner; observers are not told before ``notifyObservers()``.
  ///
  /// - Parameters:
  ///   - values: The values.
  ///   - echo: The number of the own change that it is; nil for one of somebody else.
  /// - Returns: Whether there is something to tell observers.
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

  /// Tells observers what ``receive(_:echo:)`` has left for them.
  package func notifyObservers() {
    RankedLock.whenFree { self.fire() }
  }

  /// What a copy knows of its own changes.
  struct Copy {
    var lastNumber = 0
    /// The latest own change of each key that the owner has not sent back yet.
    var unconfirmed: [String: Int] = [:]
  }
}

extension MockSharedState.Storage {
  /// Writes a change down for those who copy the state, or for whom it is a copy of.
  mutating func note(_ updates: [String: AnyCodableValue], by author: StateChange.Author?) {
    guard journal.hasReaders else { return }
    guard var copy else { return journal.add(updates, by: author) }
    copy.lastNumber += 1
    for key in updates.keys { copy.unconfirmed[key] = copy.lastNumber }
    self.copy = copy
    journal.add(updates, by: StateChange.Author(copy: 0, number: copy.lastNumber))
  }
}
