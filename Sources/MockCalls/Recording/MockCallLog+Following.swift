internal import MockPlatform

extension MockCallLog {
  /// Lets somebody hear whenever a call is recorded or ends, on whatever thread that happens.
  package func follow(_ notify: @escaping @Sendable () -> Void) {
    storage.withLock { storage in
      storage.lastObserver += 1
      storage.observers[storage.lastObserver] = notify
    }
  }

  /// The kept calls from one on, in order.
  ///
  /// - Parameter first: The number of the first call, from 1.
  /// - Returns: The calls.
  package func calls(from first: Int) -> [MockCallRecord] {
    storage.withLock { storage in
      guard first <= storage.last else { return [] }
      return (max(first, storage.first)..<storage.last + 1).compactMap { order in
        storage.slot(order).map { storage.entries[$0].settled.record(order: order) }
      }
    }
  }
}
