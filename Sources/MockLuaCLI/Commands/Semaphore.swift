#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Dispatch
#endif

/// Lets one thread wait for another, once.
///
/// On Linux it is the C library's semaphore: `import Dispatch` would load one library more whenever the
/// process starts, also for a command that never waits.
final class Semaphore: @unchecked Sendable {
  // A semaphore is made for several threads; the pointer never changes.
  #if canImport(Darwin)
    private let semaphore = DispatchSemaphore(value: 0)

    func give() { semaphore.signal() }

    func wait() { semaphore.wait() }
  #else
    private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

    init() {
      semaphore.initialize(to: sem_t())
      sem_init(semaphore, 0, 0)
    }

    deinit {
      sem_destroy(semaphore)
      semaphore.deallocate()
    }

    func give() { sem_post(semaphore) }

    func wait() {
      // A signal of the system ends the wait early.
      while sem_wait(semaphore) != 0 && errno == EINTR {}
    }
  #endif
}
