#if os(macOS) || os(Linux)
  internal import MockServices

  #if canImport(Darwin)
    internal import Darwin
  #elseif canImport(Glibc)
    internal import Glibc
  #elseif canImport(Musl)
    internal import Musl
  #endif

  extension RunningProcess {
    /// The work of the thread that moves what comes and goes, and ends the waits.
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
        drainBell()
        read(spawned.output, .output)
        read(spawned.errors, .errors)
        if isWriting { writeInput() }
        let settled = state.withLock { state in
          // What was in the pipes when it ended has been read now.
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

    /// Sleeps until something can be moved, the bell rings, or a wait is over.
    private func sleep(
      isWriting: Bool, ended: (output: Bool, errors: Bool), until deadline: ContinuousClock.Instant?
    ) {
      let readable = Int16(POLLIN)
      var requests = [
        pollfd(fd: bell.readEnd, events: readable, revents: 0),
        pollfd(fd: ended.output ? -1 : spawned.output, events: readable, revents: 0),
        pollfd(fd: ended.errors ? -1 : spawned.errors, events: readable, revents: 0),
        pollfd(fd: isWriting ? spawned.input : -1, events: Int16(POLLOUT), revents: 0),
      ]
      var milliseconds: Int32 = -1
      if let deadline {
        let (seconds, attoseconds) = (deadline - .now).components
        // Rounded up: too early would mean a turn for nothing.
        milliseconds = Int32(
          clamping: max(0, min(seconds, 3600) * 1000 + attoseconds / 1_000_000_000_000_000 + 1))
      }
      _ = poll(&requests, nfds_t(requests.count), milliseconds)
    }

    private func drainBell() {
      withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { buffer in
        while systemRead(bell.readEnd, buffer) > 0 {}
      }
    }

    /// Reads what there is, at most as much as a pipe holds: a child of an ended process may go on writing.
    private func read(_ end: Int32, _ stream: ProcessStream) {
      guard !state.withLock({ $0[stream].isEnded }) else { return }
      withUnsafeTemporaryAllocation(byteCount: 64 << 10, alignment: 16) { buffer in
        var total = 0
        while total < Self.largestPipe {
          let count = systemRead(end, buffer)
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

    /// More than a pipe holds on any system.
    private static let largestPipe = 1 << 20

    private func systemRead(_ end: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
      #if canImport(Darwin)
        Darwin.read(end, buffer.baseAddress, buffer.count)
      #elseif canImport(Glibc)
        Glibc.read(end, buffer.baseAddress, buffer.count)
      #else
        Musl.read(end, buffer.baseAddress, buffer.count)
      #endif
    }

    /// Writes what the pipe takes of the queue; closes it behind the last text, or where nobody reads.
    private func writeInput() {
      state.withLock { state in
        guard !state.isInputClosed else { return }
        var failure: Int32 = 0
        while failure == 0, !state.input.isEmpty {
          let count = state.input.withUnsafeBytes {
            write(spawned.input, $0.baseAddress, $0.count)
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
        close(spawned.input)
      }
    }

    /// Closes this side's ends.
    func closeAll() {
      if !state.withLock(\.isInputClosed) { close(spawned.input) }
      for end in [spawned.output, spawned.errors, bell.readEnd, bell.writeEnd] { close(end) }
    }
  }
#endif
