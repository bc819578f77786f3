/// Runs asynchronous work from a synchronous `main`.
enum AsyncWork {
  /// Runs the work on the threads of the concurrency runtime and waits for it.
  ///
  /// It must not ask for the main actor, whose thread waits meanwhile. All that the work holds is
  /// released before this returns: a process that ends leaves nothing half released on another thread.
  static func run<Success: Sendable>(
    _ work: @escaping @Sendable () async -> Result<Success, CommandFailure>
  ) throws(CommandFailure) -> Success {
    let unstarted = Box(work)
    let finished = Box<Result<Success, CommandFailure>>()
    let done = Signal()
    // Detached: a plain task would inherit the main actor.
    Task.detached {
      await runAndRelease(unstarted, into: finished)
      done.give()
    }
    done.wait()
    // The signal is given once there is a result.
    guard let result = finished.take() else { preconditionFailure("work ended without a result") }
    return try result.get()
  }

  /// A function of its own, whose frame is gone when the signal is given.
  @inline(never)
  private static func runAndRelease<Success: Sendable>(
    _ unstarted: Box<@Sendable () async -> Result<Success, CommandFailure>>,
    into finished: Box<Result<Success, CommandFailure>>
  ) async {
    finished.put(await unstarted.take()?())
  }

  /// `@unchecked Sendable`: the starting thread and the work take turns, with the signal in between.
  private final class Box<Value: Sendable>: @unchecked Sendable {
    private var value: Value?

    init(_ value: Value? = nil) { self.value = value }

    func put(_ value: Value?) { self.value = value }

    func take() -> Value? {
      defer { value = nil }
      return value
    }
  }
}
