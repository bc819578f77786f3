#if os(macOS) || os(Linux)
  /// The state of a launched process, and the calls that wait for it.
  ///
  /// A lock protects the state.
  struct ProcessState {
    enum Awaited: Equatable {
      case line(ProcessStream)
      case exit
    }

    enum Outcome: Sendable {
      case line(String)
      case noMoreLines(ProcessExit?)
      case exit(ProcessExit)
      case timedOut
      case cancelled
    }

    struct Waiter {
      let number: Int
      let awaited: Awaited
      let deadline: ContinuousClock.Instant
      let continuation: CheckedContinuation<Outcome, Never>
    }

    var output = CapturedStream()
    var errors = CapturedStream()
    /// The bytes that haven't been written to standard input yet.
    var input: ArraySlice<UInt8> = []
    /// Whether no more bytes will be written to standard input.
    var isInputComplete = false
    var isInputClosed = false
    /// The way in which the process ended; nil while it is running.
    var exit: ProcessExit?
    /// Whether the process has ended and all its output has been read.
    var isOver = false

    private var waiters: [Waiter] = []
    private var count = 0
    /// The numbers of waits that were canceled before they were added.
    private var cancelled: Set<Int> = []

    var deadline: ContinuousClock.Instant? { waiters.map(\.deadline).min() }

    subscript(stream: ProcessStream) -> CapturedStream {
      stream == .output ? output : errors
    }

    mutating func change<Result>(
      _ stream: ProcessStream, _ body: (inout CapturedStream) -> Result
    ) -> Result {
      stream == .output ? body(&output) : body(&errors)
    }

    mutating func newNumber() -> Int {
      count += 1
      return count
    }

    /// Starts a wait, unless its outcome is already known.
    ///
    /// - Returns: The outcome if it is already known; otherwise nil.
    mutating func add(_ waiter: Waiter) -> Outcome? {
      if cancelled.remove(waiter.number) != nil { return .cancelled }
      // Earlier waits get their lines first.
      let isFirst = !waiters.contains { $0.awaited == waiter.awaited }
      if isFirst, let outcome = outcome(of: waiter.awaited) { return outcome }
      waiters.append(waiter)
      return nil
    }

    /// Cancels a wait, or returns nil if the wait has ended or hasn't started.
    mutating func cancel(_ number: Int) -> CheckedContinuation<Outcome, Never>? {
      guard let index = waiters.firstIndex(where: { $0.number == number }) else {
        cancelled.insert(number)
        return nil
      }
      return waiters.remove(at: index).continuation
    }

    /// Forgets that a wait was canceled, because it has ended.
    mutating func forget(_ number: Int) { cancelled.remove(number) }

    /// Ends all waits whose outcome is known, in the order in which they started.
    mutating func settle(
      at now: ContinuousClock.Instant
    ) -> [(CheckedContinuation<Outcome, Never>, Outcome)] {
      var settled: [(CheckedContinuation<Outcome, Never>, Outcome)] = []
      var waiting: [Waiter] = []
      for waiter in waiters {
        if let outcome = outcome(of: waiter.awaited) {
          settled.append((waiter.continuation, outcome))
        } else if waiter.deadline <= now {
          settled.append((waiter.continuation, .timedOut))
        } else {
          waiting.append(waiter)
        }
      }
      waiters = waiting
      return settled
    }

    private mutating func outcome(of awaited: Awaited) -> Outcome? {
      switch awaited {
      case .exit: return isOver ? exit.map { .exit($0) } : nil
      case .line(let stream):
        if let line = change(stream, { $0.takeLine() }) { return .line(line) }
        return self[stream].isEnded ? .noMoreLines(isOver ? exit : nil) : nil
      }
    }
  }
#endif
