internal import MockPlatform

extension MockCallLog {
  /// Records that a call failed because its caller couldn't use the response.
  ///
  /// - Parameters:
  ///   - method: The method with its service.
  ///   - count: The number of the call among the method's calls, or 0 for the latest.
  ///   - error: The error that the caller threw.
  package func amend(_ method: String, count: Int, with error: MockServiceError) {
    let (replaced, isObserved) = storage.withLock { storage -> (LazyResult?, Bool) in
      var replaced: LazyResult?
      for order in (storage.first..<storage.last + 1).reversed() {
        guard let slot = storage.slot(order) else { continue }
        let entry = storage.entries[slot]
        guard "\(entry.method)" == method, count == 0 || entry.count == count else { continue }
        replaced = entry.result
        storage.entries[slot].result = nil
        storage.entries[slot].outcome = .threw(error)
        storage.entries[slot].duration = entry.duration ?? .zero
        storage.entries[slot].lastAtEnd = entry.lastAtEnd ?? order
        storage.addBytes(MockCallOutcome.threw(error).byteSize, at: slot)
        break
      }
      return (replaced, storage.isObserved)
    }
    // Freed without holding the lock, because the result of a stub may be one of the app's objects.
    withExtendedLifetime(replaced) {}
    if isObserved { notifyObservers() }
  }
}
