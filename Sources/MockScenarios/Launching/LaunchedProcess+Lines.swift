#if os(macOS) || os(Linux)
  extension LaunchedProcess {
    /// Writes a line to standard input; it returns at once, whether or not the process reads.
    ///
    /// - Parameter line: The line, without a newline.
    /// - Throws: ``LaunchedProcessError`` where the process was not launched or reads no more.
    public func writeLine(_ line: String) throws(LaunchedProcessError) {
      let running = try launched()
      guard running.enqueue(line + "\n", isLast: false) else {
        throw failure(.inputClosed, of: running)
      }
    }

    /// Ends standard input behind the lines that were written; without effect where it has ended.
    ///
    /// - Throws: ``LaunchedProcessError`` where the process was not launched.
    public func closeInput() throws(LaunchedProcessError) {
      _ = try launched().enqueue("", isLast: true)
    }

    /// Waits for the next line that was not taken yet, and takes it.
    ///
    /// The last line of a stream that has ended needs no newline. Of several that wait, the first gets the
    /// first line.
    ///
    /// - Parameters:
    ///   - stream: The stream; standard output by default.
    ///   - limit: How long to wait; 30 seconds by default.
    /// - Returns: The line, without its newline; bytes that are not UTF-8 are replaced.
    /// - Throws: ``LaunchedProcessError`` with all that was printed where no line comes, or
    ///   `CancellationError`.
    @discardableResult
    public func nextLine(
      of stream: ProcessStream = .output, within limit: Duration = .seconds(30)
    ) async throws -> String {
      try await line(of: stream, within: limit, isChosen: false) { _ in true }
    }

    /// Waits for a line that fits, and takes it together with all lines before it.
    ///
    /// - Parameters:
    ///   - stream: The stream; standard output by default.
    ///   - limit: How long to wait, all lines together; 30 seconds by default.
    ///   - fits: Whether this is the line.
    /// - Returns: The line, without its newline; bytes that are not UTF-8 are replaced.
    /// - Throws: ``LaunchedProcessError`` with all that was printed where no such line comes,
    ///   `CancellationError`, or what `fits` throws.
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
#endif
