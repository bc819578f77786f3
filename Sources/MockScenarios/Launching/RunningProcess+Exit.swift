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
    /// The work of the thread that waits for the end.
    func awaitExit() {
      var information = siginfo_t()
      // Without taking the status, so that the number stays this process's until the lock is held.
      while waitid(P_PID, id_t(spawned.identifier), &information, WEXITED | WNOWAIT) != 0,
        errno == EINTR
      {}
      reap()
    }

    /// Takes the status of the ended process.
    func reap() {
      state.withLock { state in
        var status: Int32 = 0
        var result: pid_t
        repeat {
          result = waitpid(spawned.identifier, &status, 0)
        } while result < 0 && errno == EINTR
        // The low seven bits are the signal, the next byte is the code.
        let signal = status & 0x7F
        state.exit =
          result != spawned.identifier
          ? .unknown : signal == 0 ? .code(status >> 8 & 0xFF) : .signal(signal)
        wake(state)
      }
    }
  }
#endif
