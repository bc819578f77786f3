package import MockData
internal import MockPlatform

/// Access for the functions of a script, which change one element at a time, without a copy of the whole value.
extension MockSharedState {
  /// Looks up a key, and the number of its latest change.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - known: The change that the caller knows the value of; nil for none.
  /// - Returns: The number and the value, without the value if the caller knows it; nil for an unknown key.
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
  /// Observers are told once, when the thread holds no ranked lock any more.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - version: The change that the caller knows the value of; nil if it doesn't matter.
  ///   - change: Changes the value; it runs under a lock, and takes no other.
  /// - Returns: The number of this change and what `change` returned; nil if the key is unknown, or was changed since.
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
  /// Puts the keys that were changed in place into the order of all updates.
  mutating func announce() {
    guard !touched.isEmpty else { return }
    let changed = values.filter { touched.contains($0.key) }
    touched = []
    note(changed, by: nil)
    enqueue(changed, origin: nil)
  }

  /// The updates, with an empty list for each empty table that takes the place of a list.
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

  /// The value, with an empty list for each empty object that takes the place of a list: Lua has one empty table.
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
