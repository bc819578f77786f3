internal import CMockPlatform

/// An atomic number that any thread can read and change.
///
/// Copies share the same number.
///
/// `@unchecked Sendable`: The C functions synchronize access to `storage`, whose address never changes.
package struct AtomicNumber: @unchecked Sendable {
  private let storage: ManagedBuffer<Int64, Void>

  package init(_ value: Int = 0) {
    storage = .create(minimumCapacity: 0) { _ in Int64(value) }
  }

  /// The number.
  ///
  /// After reading it, all writes are visible that happened before it was set.
  package var value: Int {
    get { Int(int64) }
    nonmutating set { int64 = Int64(newValue) }
  }

  /// The number with 64 bits, for values that don't fit into an `Int` on a watch.
  package var int64: Int64 {
    get { storage.withUnsafeMutablePointerToHeader { mockplatform_load($0) } }
    nonmutating set {
      storage.withUnsafeMutablePointerToHeader { mockplatform_store($0, newValue) }
    }
  }

  /// Adds to the number, and returns the sum.
  @discardableResult package func add(_ change: Int) -> Int {
    storage.withUnsafeMutablePointerToHeader { Int(mockplatform_add($0, Int64(change))) }
  }
}
