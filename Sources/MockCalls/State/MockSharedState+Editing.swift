package import MockData
internal import MockPlatform

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
