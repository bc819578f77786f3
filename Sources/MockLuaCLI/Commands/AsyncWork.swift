import MockPlatform

/// Runs asynchronous work from a synchronous `main`.
enum AsyncWork {
  /// Runs the work on the threads of the concurrency runtime and waits for it.
  ///
  /// The work must not use the main actor, whose thread is waiting. Everything that the work references is released
  /// before this method returns, so that no other thread is still releasing objects when the process ends.
  static func run<Success: Sendable>(
    _ work: @escaping @Sendable () async throws(CommandFailure) -> Success
  ) throws(CommandFailure) -> Success {
    let done = Latch()
    let started = start {
      do throws(CommandFailure) {
        return Result<Success, CommandFailure>.success(try await work())
      } catch {
        return .failure(error)
      }
    } finish: {
      done.open()
    }
    done.wait()
    return try started.result().get()
  }

  /// `finish` is called on another thread at the end.
  static func start<Success: Sendable>(
    _ work: @escaping @Sendable () async -> Success, finish: @escaping @Sendable () -> Void
  ) -> Started<Success> {
    let unstarted = Locked<(@Sendable () async -> Success)?>(work)
    let finished = Locked<Success?>(nil)
    // Detached, because a plain task would inherit the main actor.
    let task = Task.detached {
      await runAndRelease(unstarted, into: finished)
      finish()
    }
    return Started(task: task, finished: finished)
  }

  /// A separate function, so that its frame is gone when `finish` is called.
  @inline(never)
  private static func runAndRelease<Success: Sendable>(
    _ unstarted: Locked<(@Sendable () async -> Success)?>, into finished: Locked<Success?>
  ) async {
    let result = await unstarted.exchange(nil)?()
    _ = finished.exchange(result)
  }

  struct Started<Success: Sendable> {
    fileprivate let task: Task<Void, Never>
    fileprivate let finished: Locked<Success?>

    func cancel() { task.cancel() }

    /// Returns the result after the work has ended.
    func result() -> Success {
      guard let result = finished.exchange(nil) else {
        preconditionFailure("the work has not ended")
      }
      return result
    }
  }
}
