#if os(macOS) || os(Linux)
  internal import CMockPlatform
  internal import CMockScenarios
  internal import MockServices
  internal import CLibrary

  /// One run of an executable.
  ///
  /// It lasts from the launch until the process has ended and all its output has been read. This class uses
  /// `posix_spawn` instead of Foundation's `Process` for two reasons. `Process` passes the calling thread's blocked
  /// signals to the child, so `SIGTERM` may never reach it. And on Linux, `Process` detects the end of a process
  /// through a socket that the process's children keep open.
  ///
  /// Two threads serve the process and keep this object alive. One waits for the process to end. The other moves data
  /// through the pipes and ends waits when their deadlines have passed. Both end with the process and close their
  /// descriptors, even if children of the process are still running.
  final class RunningProcess: Sendable {
    /// The process identifier.
    let identifier: Int32
    /// The current process's ends of the standard streams.
    ///
    /// All are non-blocking.
    let ends: (input: Int32, output: Int32, errors: Int32)
    /// A pipe that wakes the pipe thread.
    let wakeup: (readEnd: Int32, writeEnd: Int32)
    let state = Locked(ProcessState())

    /// Starts a process.
    ///
    /// - Parameters:
    ///   - command: The path of the executable, and the arguments.
    ///   - environment: The complete environment.
    ///   - directory: The working directory; nil for that of the current process.
    /// - Throws: The `errno` value of the failed call.
    init(
      command: [String], environment: [String: String], directory: String?
    ) throws(SystemError) {
      var wakeup: [Int32] = [-1, -1]
      try SystemError.check(mockplatform_wakeup(&wakeup))
      var process = mockscenarios_Process()
      do throws(SystemError) {
        try SystemError.check(
          Self.withCStrings(command) { command in
            Self.withCStrings(environment.map { "\($0.key)=\($0.value)" }) { environment in
              mockscenarios_spawn(command, environment, directory, &process)
            }
          })
      } catch {
        for end in wakeup { close(end) }
        throw error
      }
      identifier = process.identifier
      ends = (process.input, process.output, process.errors)
      self.wakeup = (wakeup[0], wakeup[1])
      let isServed = IOThread.start { self.servePipes() }
      guard isServed, IOThread.start({ self.awaitExit() }) else {
        send(SIGKILL)
        awaitExit()
        // If it is served, the pipe thread closes the pipes when it sees the exit.
        if !isServed { closeAll() }
        throw SystemError(EAGAIN)
      }
    }

    /// Runs `body` with a null-terminated array of C strings.
    private static func withCStrings(
      _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Int32
    ) -> Int32 {
      let copies = texts.map { strdup($0) }
      defer { for copy in copies { free(copy) } }
      return body(copies + [nil])
    }

    /// Waits for the process to end, on its own thread.
    private func awaitExit() {
      var information = siginfo_t()
      // This doesn't reap the process. Its identifier can't be reused until the lock is held.
      while waitid(P_PID, id_t(identifier), &information, WEXITED | WNOWAIT) != 0, errno == EINTR {}
      state.withLock { state in
        var status: Int32 = 0
        var result: pid_t
        repeat {
          result = waitpid(identifier, &status, 0)
        } while result < 0 && errno == EINTR
        // The low seven bits are the signal, and the next byte is the exit code.
        let signal = status & 0x7F
        state.exit =
          result != identifier
          ? .unknown : signal == 0 ? .code(status >> 8 & 0xFF) : .signal(signal)
        wake(state)
      }
    }

    /// Sends a signal unless the process has ended.
    ///
    /// After that, its identifier may belong to another process.
    func send(_ signal: Int32) {
      state.withLock { state in
        if state.exit == nil { kill(identifier, signal) }
      }
    }

    /// Wakes the pipe thread; the caller must hold the lock.
    private func wake(_ state: borrowing ProcessState) {
      if !state.isOver { mockplatform_wake(wakeup.writeEnd) }
    }

    /// Queues text for standard input, or returns false if the process no longer reads its input.
    func enqueue(_ text: String, isLast: Bool) -> Bool {
      state.withLock { state in
        guard !state.isInputComplete, !state.isInputClosed, !state.isOver else { return false }
        state.input += Array(text.utf8)
        state.isInputComplete = isLast
        wake(state)
        return true
      }
    }

    /// Waits for a line or for the exit.
    ///
    /// - Parameters:
    ///   - awaited: The event to wait for.
    ///   - deadline: The time at which to stop waiting.
    ///   - isCancellable: Whether canceling the current task ends the wait; true by default.
    /// - Returns: The outcome.
    func wait(
      for awaited: ProcessState.Awaited, until deadline: ContinuousClock.Instant,
      isCancellable: Bool = true
    ) async -> ProcessState.Outcome {
      let number = state.withLock { $0.newNumber() }
      let outcome = await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          let outcome = state.withLock { state in
            let outcome = state.add(
              ProcessState.Waiter(
                number: number, awaited: awaited, deadline: deadline, continuation: continuation))
            if outcome == nil { wake(state) }
            return outcome
          }
          if let outcome { continuation.resume(returning: outcome) }
        }
      } onCancel: {
        guard isCancellable else { return }
        state.withLock { $0.cancel(number) }?.resume(returning: .cancelled)
      }
      state.withLock { $0.forget(number) }
      return outcome
    }
  }
#endif
