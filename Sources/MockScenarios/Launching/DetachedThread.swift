#if os(macOS) || os(Linux)
  #if canImport(Darwin)
    internal import Darwin
  #elseif canImport(Glibc)
    internal import Glibc
  #elseif canImport(Musl)
    internal import Musl
  #endif

  /// A thread for work that blocks, which the pool of Swift's tasks has no room for.
  enum DetachedThread {
    private final class Work: Sendable {
      let body: @Sendable () -> Void
      init(_ body: @escaping @Sendable () -> Void) { self.body = body }

      /// Runs what was handed to a new thread.
      static func run(_ context: UnsafeMutableRawPointer) {
        let work = Unmanaged<Work>.fromOpaque(context).takeRetainedValue()
        work.body()
      }
    }

    /// Runs `body` on a thread of its own that no signal interrupts.
    ///
    /// - Throws: `errno` of what failed.
    static func start(_ body: @escaping @Sendable () -> Void) throws(SpawnFailure) {
      var all = sigset_t()
      var previous = sigset_t()
      sigfillset(&all)
      pthread_sigmask(SIG_BLOCK, &all, &previous)
      defer { pthread_sigmask(SIG_SETMASK, &previous, nil) }
      let context = Unmanaged.passRetained(Work(body))
      #if canImport(Darwin)
        var thread: pthread_t?
        let status = pthread_create(
          &thread, nil,
          { context in
            Work.run(context)
            return nil
          }, context.toOpaque())
        if status == 0, let thread { pthread_detach(thread) }
      #else
        var thread = pthread_t()
        let status = pthread_create(
          &thread, nil,
          { context in
            if let context { Work.run(context) }
            return nil
          }, context.toOpaque())
        if status == 0 { pthread_detach(thread) }
      #endif
      guard status == 0 else {
        context.release()
        throw SpawnFailure(code: status)
      }
    }
  }
#endif
