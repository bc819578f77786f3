internal import CMockPlatform

/// A number that any thread reads and changes in one step.
///
/// `@unchecked Sendable`: the C functions synchronise what `number` points to.
package final class AtomicNumber: @unchecked Sendable {
  private let number = UnsafeMutablePointer<Int64>.allocate(capacity: 1)

  package init(_ value: Int = 0) { number.initialize(to: Int64(value)) }

  deinit { number.deallocate() }

  /// The number; what was written before it was set is seen by whoever reads it.
  package var value: Int {
    get { Int(mockplatform_load(number)) }
    set { mockplatform_store(number, Int64(newValue)) }
  }

  /// Adds, and gives the sum.
  @discardableResult package func add(_ change: Int) -> Int {
    Int(mockplatform_add(number, Int64(change)))
  }
}
