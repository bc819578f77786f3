#if os(macOS) || os(Linux)
  internal import CLibrary

  extension LaunchedProcess {
    /// Writes a line to standard input, and doesn't wait for the process to read it.
    ///
    /// - Parameter line: The line, without a newline.
    /// - Throws: ``LaunchedProcessError`` if the process wasn't launched, or if its standard input is closed.
    public func writeLine(_ line: String) throws(LaunchedProcessError) {
      let running = try launched()
      guard running.enqueue(line + "\n", isLast: false) else {
        throw failure(.inputClosed, of: running)
      }
    }

    /// Closes standard input after everything that was already written, unless it is already closed.
    ///
    /// - Throws: ``LaunchedProcessError`` if the process wasn't launched.
    public func closeInput() throws(LaunchedProcessError) {
      _ = try launched().enqueue("", isLast: true)
    }

    /// Waits for the next line of output that no earlier call has returned.
    ///
    /// If the stream has ended, the last line doesn't need a newline. If several calls are waiting, the first call gets
    /// the first line.
    ///
    /// - Parameters:
    ///   - stream: The stream to read. The default is standard output.
    ///   - limit: The maximum time to wait. The default is 30 seconds.
    /// - Returns: The line, without its newline. Bytes that aren't UTF-8 are replaced.
    /// - Throws: ``LaunchedProcessError`` with the process's output if no line arrives in time, or `CancellationError`.
    @discardableResult
    public func nextLine(
      of stream: ProcessStream = .output, within limit: Duration = .seconds(30)
    ) async throws -> String {
      try await line(of: stream, within: limit, isChosen: false) { _ in true }
    }

    /// Waits for a line that matches a condition, and skips all lines before it.
    ///
    /// - Parameters:
    ///   - stream: The stream to read. The default is standard output.
    ///   - limit: The maximum time to wait until a line matches. The default is 30 seconds.
    ///   - fits: Returns whether a line matches.
    /// - Returns: The matching line, without its newline. Bytes that aren't UTF-8 are replaced.
    /// - Throws: ``LaunchedProcessError`` with the process's output if no line matches in time, `CancellationError`, or
    ///   any error that `fits` throws.
    @discardableResult
    public func line(
      of stream: ProcessStream = .output, within limit: Duration = .seconds(30),
      where fits: (String) throws -> Bool
    ) async throws -> String {
      try await line(of: stream, within: limit, isChosen: true, where: fits)
    }

    private func line(
      of stream: ProcessStream, within limit: Duration, isChosen: Bool,
      where fits: (String) throws -> Bool
    ) async throws -> String {
      let running = try launched()
      let deadline = ContinuousClock.now + limit
      while true {
        switch await running.wait(for: .line(stream), until: deadline) {
        case .line(let line): if try fits(line) { return line }
        case .noMoreLines(let exit):
          throw failure(.noMoreLines(stream, isChosen: isChosen, exit: exit), of: running)
        case .timedOut, .exit:
          throw failure(.noLine(stream, isChosen: isChosen, within: limit), of: running)
        case .cancelled: throw CancellationError()
        }
      }
    }
  }

  extension LaunchedProcess {
    /// Waits until the process has ended and all of its output has been read.
    ///
    /// Child processes of the process may still be running then.
    ///
    /// - Parameter limit: The maximum time to wait. The default is 30 seconds.
    /// - Returns: The exit code or the signal.
    /// - Throws: ``LaunchedProcessError`` with the process's output if the process doesn't end in time, or
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

    /// Sends `SIGTERM` to the process, and waits until it has ended.
    ///
    /// If the process doesn't end within `grace`, this method kills it. The wait continues even if the current task is
    /// canceled.
    ///
    /// - Parameter grace: The time after which the process is killed. The default is 5 seconds.
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

    /// Sends a signal to the process.
    ///
    /// If the process has already ended, nothing happens.
    ///
    /// - Parameter signal: The number of the signal, such as `SIGINT`.
    /// - Throws: ``LaunchedProcessError`` if the process wasn't launched.
    public func send(signal: Int32) throws(LaunchedProcessError) {
      try launched().send(signal)
    }

    static var killSignal: Int32 { SIGKILL }
  }
#endif
