#if os(macOS) || os(Linux)
  internal import CLibrary

  extension LaunchedProcess {
    /// Waits until the process has ended and all its output has been read.
    ///
    /// It doesn't wait for child processes that are still running.
    ///
    /// - Parameter limit: The maximum time to wait; 30 seconds by default.
    /// - Returns: The exit code or the signal.
    /// - Throws: ``LaunchedProcessError`` with the process's output if it doesn't end in time, or `CancellationError`.
    @discardableResult
    public func exit(within limit: Duration = .seconds(30)) async throws -> ProcessExit {
      let running = try launched()
      switch await running.wait(for: .exit, until: .now + limit) {
      case .exit(let exit): return exit
      case .cancelled: throw CancellationError()
      default: throw failure(.noExit(within: limit), of: running)
      }
    }

    /// Asks the process to end (`SIGTERM`), kills it if it doesn't, and waits until it has ended.
    ///
    /// The wait continues even if the current task is canceled.
    ///
    /// - Parameter grace: The time before the process is killed; 5 seconds by default.
    /// - Returns: The exit code or the signal, or nil if the process was never launched.
    @discardableResult
    public func terminate(grace: Duration = .seconds(5)) async -> ProcessExit? {
      guard let running else { return nil }
      running.send(SIGTERM)
      var deadline = ContinuousClock.now + grace
      while true {
        let outcome = await running.wait(for: .exit, until: deadline, isCancellable: false)
        if case .exit(let exit) = outcome { return exit }
        running.send(SIGKILL)
        deadline = .now + .seconds(30)
      }
    }

    /// Sends a signal.
    ///
    /// If the process has ended, this has no effect.
    ///
    /// - Parameter signal: The number, such as `SIGINT`.
    /// - Throws: ``LaunchedProcessError`` if the process wasn't launched.
    public func send(signal: Int32) throws(LaunchedProcessError) {
      try launched().send(signal)
    }

    static var killSignal: Int32 { SIGKILL }
  }
#endif
