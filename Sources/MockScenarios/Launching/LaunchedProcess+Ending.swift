#if os(macOS) || os(Linux)
  internal import CLibrary

  extension LaunchedProcess {
    /// Waits until the process has ended and all that it printed is here.
    ///
    /// Children of the process that live on are not waited for.
    ///
    /// - Parameter limit: How long to wait; 30 seconds by default.
    /// - Returns: The exit code or the signal.
    /// - Throws: ``LaunchedProcessError`` with all that was printed where it does not end in time, or
    ///   `CancellationError`.
    @discardableResult
    public func exit(within limit: Duration = .seconds(30)) async throws -> ProcessExit {
      let running = try launched()
      switch await running.wait(for: .exit, until: .now + limit) {
      case .exit(let exit): return exit
      case .cancelled: throw CancellationError()
      default: throw failure(.noExit(within: limit), of: running)
      }
    }

    /// Asks the process to end (`SIGTERM`), kills it where it does not, and waits for its end.
    ///
    /// The wait goes on when the current task is cancelled.
    ///
    /// - Parameter grace: How long it has before it is killed; 5 seconds by default.
    /// - Returns: The exit code or the signal; nil where it was never launched.
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

    /// Sends a signal; without effect where the process has ended.
    ///
    /// - Parameter signal: The number, such as `SIGINT`.
    /// - Throws: ``LaunchedProcessError`` where the process was not launched.
    public func send(signal: Int32) throws(LaunchedProcessError) {
      try launched().send(signal)
    }

    static var killSignal: Int32 { SIGKILL }
  }
#endif
