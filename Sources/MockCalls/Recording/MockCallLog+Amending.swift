internal import MockPlatform

extension MockCallLog {
  /// Records that a caller could do nothing with the answer of a call, and failed.
  ///
  /// - Parameters:
  ///   - method: The method with its service.
  ///   - count: The number of the call of the method; 0 for the latest.
  ///   - error: What the caller threw.
  package func amend(_ method: String, count: Int, with error: MockServiceError) {
    var replaced: CallEntry.Extra?
    let isObserved = storage.withLock { storage in
      for order in (storage.first..<storage.last + 1).reversed() {
        guard let slot = storage.slot(order) else { continue }
        let entry = storage.entries[slot]
        guard "\(entry.method)" == method, count == 0 || entry.count == count else { continue }
        replaced = entry.extra
        let known = entry.details
        storage.entries[slot].extra = .details(
          CallEntry.Details(
            key: known?.key, lacksKey: known?.lacksKey ?? false, outcome: .threw(error),
            duration: known?.duration ?? .zero, origin: known?.origin, before: known?.before,
            lastAtEnd: known?.lastAtEnd ?? order))
        storage.weigh(MockCallOutcome.threw(error).weight, at: slot)
        break
      }
      return storage.isObserved
    }
    // Freed without the lock: the result of a stub may be an app's object.
    withExtendedLifetime(replaced) {}
    if isObserved { tellObservers() }
  }
}
