internal import CLibrary
internal import CMockPlatform

/// A value that only one thread at a time can access.
///
/// `@unchecked Sendable`: `value` is only accessed while the lock is held. The lock is a POSIX mutex, because
/// ThreadSanitizer doesn't support `Synchronization.Mutex` on Linux. The value has its own memory, because Swift would
/// check exclusive access to a property of the object at run time, although the lock already ensures exclusive access.
/// Other modules can specialize ``withLock(_:)``, which otherwise looks up the type of `Value` at run time.
@usableFromInline package final class Locked<Value>: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  /// The memory of the value, for code that holds the lock.
  @usableFromInline package let value = UnsafeMutablePointer<Value>.allocate(capacity: 1)
  #if DEBUG
    private let isLeaf: Bool
    private let isHook: Bool
  #endif

  /// If `isLeaf` is true, no other lock is taken while this one is held.
  ///
  /// Debug builds check this; see ``RankedLock``.
  ///
  /// If `isHook` is true, hooks of the Swift runtime use the value. Swift calls hooks when it creates or wakes tasks,
  /// so this lock can be taken while any other lock is held. Code that holds it must not take another lock, create a
  /// task, or wake a task.
  package init(_ value: Value, isLeaf: Bool = false, isHook: Bool = false) {
    self.value.initialize(to: value)
    #if DEBUG
      (self.isLeaf, self.isHook) = (isLeaf, isHook)
    #endif
    mutex.initialize(to: pthread_mutex_t())
    pthread_mutex_init(mutex, nil)
  }

  deinit {
    value.deinitialize(count: 1)
    value.deallocate()
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  /// Takes the lock, for callers that must be inlined.
  ///
  /// Other callers use ``withLock(_:)``.
  @usableFromInline package func lock() {
    #if DEBUG
      if !isHook {
        let thread = mockplatform_thread()
        assert(
          thread?.pointee.leaves == 0,
          "a lock was taken under a leaf lock: code that runs with its value must not take a lock")
        if isLeaf { thread?.pointee.leaves += 1 }
      }
    #endif
    pthread_mutex_lock(mutex)
  }

  @usableFromInline package func unlock() {
    pthread_mutex_unlock(mutex)
    #if DEBUG
      if isLeaf { mockplatform_thread()?.pointee.leaves -= 1 }
    #endif
  }

  /// `body` must not call code that may use this lock again.
  @inlinable package func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    lock()
    defer { unlock() }
    return try body(&value.pointee)
  }

  /// Frees what `take` returns without holding the lock, because freeing an object may run the app's code.
  @inlinable package func discard<Taken>(_ take: (inout Value) -> Taken) {
    let taken = withLock(take)
    withExtendedLifetime(taken) {}
  }

  /// Replaces the value, and returns the old one.
  ///
  /// The caller must release the old value without holding the lock, because freeing it may run the app's code.
  package func exchange(_ new: consuming Value) -> Value {
    lock()
    defer { unlock() }
    let old = value.move()
    value.initialize(to: new)
    return old
  }
}

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

  /// A thread that has read the number also sees all writes that happened before the number was set.
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

/// A latch that blocks a thread until another thread opens it.
///
/// `@unchecked Sendable`: The C functions synchronize access to the target of `latch`.
package final class Latch: @unchecked Sendable {
  private let latch: OpaquePointer

  package init() { latch = mockplatform_latch_create() }

  deinit { mockplatform_latch_destroy(latch) }

  /// Lets the waiting thread continue.
  ///
  /// If no thread is waiting, the next call that waits returns immediately.
  package func open() { mockplatform_latch_open(latch) }

  /// Blocks the thread until the latch opens, and then closes the latch.
  package func wait() { _ = mockplatform_latch_wait(latch, -1) }

  /// Blocks the thread until the latch opens, and then closes the latch, or returns false if the time limit passes
  /// first.
  package func wait(for limit: Duration) -> Bool {
    mockplatform_latch_wait(latch, limit.milliseconds)
  }
}

/// Waits for asynchronous work on a thread that is allowed to block.
package enum BlockingWait {
  /// Blocks the thread until a task has ended.
  ///
  /// The thread must not belong to Swift's cooperative pool.
  package static func run(_ body: @escaping @Sendable () async -> Void) {
    let latch = Latch()
    Task {
      await body()
      latch.open()
    }
    latch.wait()
  }
}
