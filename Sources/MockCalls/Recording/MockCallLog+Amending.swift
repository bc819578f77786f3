internal import MockData
internal import MockPlatform

extension MockCallLog {
  /// Records a value that was pushed to the stream or the handler of a call.
  func add(_ value: AnyCodableValue, to call: LoggedCall) {
    amend(call) { entry in
      entry.pushed.append(value)
      return value.byteSize
    }
  }

  /// Records the end of a stream that had stayed open.
  func end(_ call: LoggedCall, _ outcome: MockCallOutcome) {
    amend(call) { entry in
      entry.outcome = outcome
      return outcome.byteSize
    }
  }

  /// Changes the entry of a call, unless the call was dropped meanwhile.
  ///
  /// - Parameters:
  ///   - call: The call.
  ///   - change: Changes the entry, and returns the number of bytes that it adds.
  private func amend(_ call: LoggedCall, _ change: (inout CallEntry) -> Int) {
    let isObserved = storage.withLock { storage in
      if call.epoch == storage.epoch, let slot = storage.slot(call.order) {
        let byteSize = change(&storage.entries[slot])
        storage.addBytes(byteSize, at: slot)
      }
      return storage.isObserved
    }
    if isObserved { notifyObservers() }
  }

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
