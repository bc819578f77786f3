package import MockData
internal import MockPlatform

extension MockCallLog {
  /// Lets somebody hear whenever a call is recorded or ends, on whatever thread that happens.
  package func subscribe(_ notify: @escaping @Sendable () -> Void) {
    storage.withLock { storage in
      storage.lastObserver += 1
      storage.observers[storage.lastObserver] = notify
    }
  }

  /// The kept calls from one on, in order.
  ///
  /// - Parameters:
  ///   - first: The number of the first call, from 1.
  ///   - limit: The most calls that are given; all by default.
  /// - Returns: The calls.
  package func calls(from first: Int, limit: Int = .max) -> [MockCallRecord] {
    let entries = storage.withLock { storage -> [(Int, CallEntry)] in
      let first = max(first, storage.first)
      guard first <= storage.last else { return [] }
      let end = limit < storage.last - first + 1 ? first + limit - 1 : storage.last
      return (first...end).compactMap { order in
        storage.slot(order).map { (order, storage.entries[$0]) }
      }
    }
    return entries.map { $1.record(order: $0, redaction: redaction) }
  }

  /// Which of some calls run no more, or are not kept, by their numbers in order.
  package func ended(of orders: Set<Int>) -> [Int] {
    storage.withLock { storage in
      orders.filter { storage.slot($0).map { !storage.entries[$0].isRunning } ?? true }
    }.sorted()
  }

  /// The call with a number; nil where it is not kept.
  package func call(_ order: Int) -> MockCallRecord? {
    storage.withLock { storage in storage.slot(order).map { storage.entries[$0] } }?
      .record(order: order, redaction: redaction)
  }

  /// How many calls the responses of each place in a script have answered, those of replaced methods included.
  package func answeredPlaces() -> [SourcePlace: Int] {
    storage.withLock { storage in
      var places: [SourcePlace: Int] = [:]
      for method in storage.methods {
        for response in method.prepared where response.uses > 0 {
          if let place = method.places[response.index] {
            places[place, default: 0] += response.uses
          }
        }
      }
      return places
    }
  }
}
