#if os(macOS) || os(Linux)
  internal import MockServices

  #if canImport(Darwin)
    internal import Darwin
  #elseif canImport(Glibc)
    internal import Glibc
  #elseif canImport(Musl)
    internal import Musl
  #endif

  /// One run of an executable, from its start until it has ended and all of its output is here.
  ///
  /// Two threads serve it and keep it alive: one waits for the end of the process, the other one moves what
  /// comes and goes through the pipes and ends the waits whose time is over. Both end with the process, and
  /// close what they have opened, whatever children of the process live on.
  final class RunningProcess: Sendable {
    let spawned: SpawnedProcess
    let state = Locked(ProcessState())
    /// Tells the thread of the pipes that there is something new.
    let bell: Pipe

    init(
      command: [String], environment: [String: String], directory: String?
    ) throws(SpawnFailure) {
      let bell = try Pipe()
      do throws(SpawnFailure) {
        for end in [bell.readEnd, bell.writeEnd] { try Pipe.stopBlocking(end) }
        spawned = try SpawnedProcess(
          command: command, environment: environment, directory: directory)
      } catch {
        close(bell.readEnd)
        close(bell.writeEnd)
        throw error
      }
      self.bell = bell
      do throws(SpawnFailure) {
        try DetachedThread.start { self.servePipes() }
      } catch {
        kill(spawned.identifier, SIGKILL)
        reap()
        closeAll()
        throw error
      }
      do throws(SpawnFailure) {
        try DetachedThread.start { self.awaitExit() }
      } catch {
        // The other thread closes the pipes when it hears of this.
        kill(spawned.identifier, SIGKILL)
        reap()
        throw error
      }
    }

    /// Sends a signal, unless the process has ended: its number may be another's by then.
    func send(_ signal: Int32) {
      state.withLock { state in
        if state.exit == nil { kill(spawned.identifier, signal) }
      }
    }

    /// Tells the thread of the pipes that there is something new; call it with the lock.
    func wake(_ state: borrowing ProcessState) {
      guard !state.isOver else { return }
      var byte: UInt8 = 0
      // A pipe that is full rings already.
      _ = write(bell.writeEnd, &byte, 1)
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
