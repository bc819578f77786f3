#if os(macOS) || os(Linux)
  internal import CMockPlatform
  internal import MockServices
  internal import CLibrary

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

    /// Reads the available data, but not more than a pipe can hold, because a child of an ended process may keep
    /// writing.
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

    /// Closes the current process's ends of the pipes.
    func closeAll() {
      if !state.withLock(\.isInputClosed) { close(ends.input) }
      for end in [ends.output, ends.errors, wakeup.readEnd, wakeup.writeEnd] { close(end) }
    }
  }
#endif
