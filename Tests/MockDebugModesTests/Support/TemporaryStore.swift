import Foundation
import MockDebugModes

/// User defaults for one test.
enum TemporaryStore {
  /// Runs a test with two new suites, and removes them afterwards.
  static func run(_ body: (_ store: DebugStore, _ other: DebugStore) throws -> Void) rethrows {
    let stores = (0..<2).map { _ in DebugStore(suiteName: "MockDebugModesTests.\(UUID())") }
    defer { for store in stores { store.clear() } }
    try body(stores[0], stores[1])
  }
}
