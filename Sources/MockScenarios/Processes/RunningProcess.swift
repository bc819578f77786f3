#if os(macOS) || os(Linux)
  internal import CLibrary
  internal import CMockPlatform
  internal import CMockScenarios
  internal import MockServices

  /// One run of an executable.
  ///
  /// It lasts from the launch until the process has ended and all its output has been read. This class uses
  /// `posix_spawn` instead of Foundation's `Process` for two reasons. `Process` passes the calling thread's blocked
  /// signals to the child, so `SIGTERM` may never reach it. And on Linux, `Process` detects the end of a process
  /// through a socket that the process's children keep open.
  ///
  /// Two threads serve the process and keep this object alive. One waits for the process to end. The other moves data
  /// through the pipes and ends waits when their deadlines have passed. Both threads end when the process ends, and
  /// close their descriptors, even if children of the process are still running.
  final class RunningProcess: Sendable {
    let identifier: Int32
    /// This process's ends of the three standard streams, which are non-blocking.
    let ends: (input: Int32, output: Int32, errors: Int32)
    /// A pipe that wakes the thread that moves the data.
    let wakeup: (readEnd: Int32, writeEnd: Int32)
    let state = Locked(ProcessState())

    /// Starts a process.
    ///
    /// `command` contains the path of the executable, and the arguments. `environment` is the complete environment.
    ///
    /// - Throws: The `errno` value of the failed call.
    init(
      command: [String], environment: [String: String], directory: String?
    ) throws(SystemError) {
      var wakeup: [Int32] = [-1, -1]
      try SystemError.check(mockplatform_wakeup(&wakeup))
      var process = mockscenarios_Process()
      do throws(SystemError) {
        try SystemError.check(
          command.withCStrings { command in
            environment.map { "\($0.key)=\($0.value)" }.withCStrings { environment in
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
        // If the pipe thread has started, it closes the pipes when it sees the exit.
        if !isServed { closeAll() }
        throw SystemError(EAGAIN)
      }
    }

    /// Waits for the process to end, on its own thread.
    private func awaitExit() {
      var information = siginfo_t()
      // With `WNOWAIT`, this call doesn't reap the process, so that its identifier can't be reused before the lock is
      // held.
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
    /// After the end, another process may have the same identifier.
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

  extension RunningProcess {
    /// Moves input and output, and completes waits.
    ///
    /// It runs on the pipe thread.
    func servePipes() {
      var isOver = false
      while !isOver {
        let (exit, isWriting, deadline, ended) = state.withLock { state in
          (
            state.exit, !state.isInputClosed && (!state.input.isEmpty || state.isInputComplete),
            state.deadline, (state.output.isEnded, state.errors.isEnded)
          )
        }
        if exit == nil { sleep(isWriting: isWriting, ended: ended, until: deadline) }
        mockplatform_drain(wakeup.readEnd)
        take(.output, from: ends.output)
        take(.errors, from: ends.errors)
        if isWriting { writeInput() }
        let settled = state.withLock { state in
          // Everything that was in the pipes when the process ended has now been read.
          if exit != nil {
            state.isOver = true
            state.output.isEnded = true
            state.errors.isEnded = true
          }
          isOver = state.isOver
          return state.settle(at: .now)
        }
        if isOver { closeAll() }
        for (continuation, outcome) in settled { continuation.resume(returning: outcome) }
      }
    }

    /// Sleeps until data can be moved, the thread is woken, or a wait's deadline has passed.
    private func sleep(
      isWriting: Bool, ended: (output: Bool, errors: Bool), until deadline: ContinuousClock.Instant?
    ) {
      let sources = [
        wakeup.readEnd, ended.output ? -1 : ends.output, ended.errors ? -1 : ends.errors,
      ]
      var waits = sources.map { mockplatform_Wait(descriptor: $0, writes: false, isReady: false) }
      if isWriting {
        waits.append(mockplatform_Wait(descriptor: ends.input, writes: true, isReady: false))
      }
      let limit = deadline.map { max(.zero, $0 - .now).milliseconds } ?? -1
      _ = mockplatform_wait(&waits, waits.count, limit)
    }

    /// Reads the available data.
    ///
    /// It reads no more than a pipe can hold, because a child of a process that has ended may keep writing.
    private func take(_ stream: ProcessStream, from end: Int32) {
      guard !state.withLock({ $0[stream].isEnded }) else { return }
      withUnsafeTemporaryAllocation(byteCount: 64 << 10, alignment: 16) { buffer in
        var total = 0
        while total < Self.largestPipe {
          let count = read(end, buffer.baseAddress, buffer.count)
          if count < 0, errno == EINTR { continue }
          if count < 0, errno == EAGAIN { return }
          guard count > 0 else {
            state.withLock { $0.change(stream) { $0.isEnded = true } }
            return
          }
          total += count
          let part = UnsafeRawBufferPointer(rebasing: buffer[..<count])
          state.withLock { $0.change(stream) { $0.append(part) } }
        }
      }
    }

    /// More bytes than a pipe can hold on any system.
    private static let largestPipe = 1 << 20

    /// Writes as much input as the pipe accepts.
    ///
    /// Closes the pipe after the last text, or if nothing reads from it.
    private func writeInput() {
      state.withLock { state in
        guard !state.isInputClosed else { return }
        var failure: Int32 = 0
        while failure == 0, !state.input.isEmpty {
          let count = state.input.withUnsafeBytes {
            write(ends.input, $0.baseAddress, $0.count)
          }
          if count >= 0 {
            state.input.removeFirst(count)
          } else if errno != EINTR {
            failure = errno
          }
        }
        guard failure != EAGAIN, failure != 0 || state.isInputComplete else { return }
        state.input = []
        state.isInputClosed = true
        close(ends.input)
      }
    }

    func closeAll() {
      if !state.withLock(\.isInputClosed) { close(ends.input) }
      for end in [ends.output, ends.errors, wakeup.readEnd, wakeup.writeEnd] { close(end) }
    }
  }

  /// The output of a process on one stream.
  ///
  /// It keeps all bytes, and the position up to which lines have been taken.
  struct CapturedStream {
    var isEnded = false

    private var bytes: [UInt8] = []
    /// The start of the next line.
    private var start = 0
    /// The position from which to search for the next newline.
    private var searched = 0

    /// The output so far.
    ///
    /// Bytes that aren't UTF-8 are replaced.
    var text: String { String(decoding: bytes, as: UTF8.self) }

    mutating func append(_ more: UnsafeRawBufferPointer) { bytes.append(contentsOf: more) }

    /// Takes the next line, without its newline.
    ///
    /// The last line doesn't need a newline if the stream has ended.
    mutating func takeLine() -> String? {
      let newline = bytes[searched...].firstIndex(of: UInt8(ascii: "\n"))
      guard newline != nil || isEnded && start < bytes.count else {
        searched = bytes.count
        return nil
      }
      let end = newline ?? bytes.count
      let line = String(decoding: bytes[start..<end], as: UTF8.self)
      start = newline.map { $0 + 1 } ?? end
      searched = start
      return line
    }
  }
#endif

/// One of the two output streams of a process.
public enum ProcessStream: String, Sendable, CaseIterable {
  /// Standard output.
  case output = "standard output"
  /// Standard error.
  case errors = "standard error"
}
