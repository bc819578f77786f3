#if os(macOS) || os(Linux)
  internal import CMockPlatform
  internal import CMockScenarios
  internal import MockServices
  internal import CLibrary

  /// One run of an executable, from its start until it has ended and all of its output is here.
  ///
  /// `posix_spawn` and not Foundation's `Process`, which hands the blocked signals of the calling thread
  /// down to the child, so that `SIGTERM` may never reach it, and which on Linux notices the end of a
  /// process by a socket that the children of that process hold open.
  ///
  /// Two threads serve it and keep it alive: one waits for the end of the process, the other one moves what
  /// comes and goes through the pipes and ends the waits whose time is over. Both end with the process, and
  /// close what they have opened, whatever children of the process live on.
  final class RunningProcess: Sendable {
    /// The system's number of the process.
    let identifier: Int32
    /// This side's ends of its standard streams; none of them blocks.
    let ends: (input: Int32, output: Int32, errors: Int32)
    /// Tells the thread of the pipes that there is something new.
    let wakeup: (readEnd: Int32, writeEnd: Int32)
    let state = Locked(ProcessState())

    /// Starts a process.
    ///
    /// - Parameters:
    ///   - command: The path of the executable, and the arguments.
    ///   - environment: The whole of its environment.
    ///   - directory: Its working directory; nil for this process's.
    /// - Throws: `errno` of what failed.
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
        // The thread of the pipes closes them when it hears of this.
        if !isServed { closeAll() }
        throw SystemError(EAGAIN)
      }
    }

    /// Runs `body` with the texts as C has them: a list of pointers with a null at its end.
    private static func withCStrings(
      _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Int32
    ) -> Int32 {
      let copies = texts.map { strdup($0) }
      defer { for copy in copies { free(copy) } }
      return body(copies + [nil])
    }

    /// The work of the thread that waits for the end.
    private func awaitExit() {
      var information = siginfo_t()
      // Without taking the status, so that the number stays this process's until the lock is held.
      while waitid(P_PID, id_t(identifier), &information, WEXITED | WNOWAIT) != 0, errno == EINTR {}
      state.withLock { state in
        var status: Int32 = 0
        var result: pid_t
        repeat {
          result = waitpid(identifier, &status, 0)
        } while result < 0 && errno == EINTR
        // The low seven bits are the signal, the next byte is the code.
        let signal = status & 0x7F
        state.exit =
          result != identifier
          ? .unknown : signal == 0 ? .code(status >> 8 & 0xFF) : .signal(signal)
        wake(state)
      }
    }

    /// Sends a signal, unless the process has ended: its number may be another's by then.
    func send(_ signal: Int32) {
      state.withLock { state in
        if state.exit == nil { kill(identifier, signal) }
      }
    }

    /// Tells the thread of the pipes that there is something new; call it with the lock.
    private func wake(_ state: borrowing ProcessState) {
      if !state.isOver { mockplatform_wake(wakeup.writeEnd) }
    }

    /// Puts text into the queue for standard input, and says whether anybody will read it.
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
    ///   - awaited: What to wait for.
    ///   - deadline: When to give up.
    ///   - isCancellable: Whether cancelling the current task ends the wait; true by default.
    /// - Returns: What came of it.
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
