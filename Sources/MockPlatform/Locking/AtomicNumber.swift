internal import CMockPlatform

/// A number that any thread reads and changes in one step; copies of it are the same number.
///
/// `@unchecked Sendable`: the C functions synchronise what stands in `storage`, which has a place that never changes.
package struct AtomicNumber: @unchecked Sendable {
  private let storage: ManagedBuffer<Int64, Void>

  package init(_ value: Int = 0) {
    storage = .create(minimumCapacity: 0) { _ in Int64(value) }
  }

  /// The number; what was written before it was set is seen by whoever reads it.
  package var value: Int {
    get { Int(int64) }
    nonmutating set { int64 = Int64(newValue) }
  }

  /// The number with all its bits, for one that an `Int` of a watch cannot hold.
  package var int64: Int64 {
    get { storage.withUnsafeMutablePointerToHeader { mockplatform_load($0) } }
    nonmutating set {
      storage.withUnsafeMutablePointerToHeader { mockplatform_store($0, newValue) }
    }
  }

  /// Adds, and gives the sum.
  @discardableResult package func add(_ change: Int) -> Int {
    storage.withUnsafeMutablePointerToHeader { Int(mockplatform_add($0, Int64(change))) }
  }
}
