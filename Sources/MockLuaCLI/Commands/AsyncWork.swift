/// Runs asynchronous work from a synchronous `main`.
enum AsyncWork {
  /// Runs the work on the threads of the concurrency runtime and waits for it.
  ///
  /// It must not ask for the main actor, whose thread waits meanwhile.
  static func run<Success: Sendable>(
    _ work: @escaping @Sendable () async -> Result<Success, CommandFailure>
  ) throws(CommandFailure) -> Success {
    let box = Box<Result<Success, CommandFailure>>()
    let done = Signal()
    // Detached: a plain task would inherit the main actor.
    Task.detached {
      box.value = await work()
      done.give()
    }
    done.wait()
    // The signal is given once there is a result.
    guard let result = box.value else { preconditionFailure("work ended without a result") }
    return try result.get()
  }

  /// `@unchecked Sendable`: written once before the signal is given, read after.
  private final class Box<Value: Sendable>: @unchecked Sendable {
    var value: Value?
  }
}
