#if os(macOS) || os(Linux)
  /// What is known of a running process, and who waits for what; kept behind a lock.
  struct ProcessState {
    /// What somebody waits for.
    enum Awaited: Equatable {
      case line(ProcessStream)
      case exit
    }

    /// How a wait ends.
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
    /// What is still to be written to standard input.
    var input: ArraySlice<UInt8> = []
    /// No more is to come on standard input.
    var isInputComplete = false
    /// The end of standard input is closed.
    var isInputClosed = false
    /// How it ended; nil while it runs.
    var exit: ProcessExit?
    /// It has ended, and all that it wrote is here.
    var isOver = false

    private var waiters: [Waiter] = []
    private var count = 0
    /// Waits that were cancelled before they began.
    private var cancelled: Set<Int> = []

    /// The earliest moment at which a wait ends.
    var deadline: ContinuousClock.Instant? { waiters.map(\.deadline).min() }

    subscript(stream: ProcessStream) -> CapturedStream {
      stream == .output ? output : errors
    }

    /// Changes a stream in its place.
    mutating func change<Result>(
      _ stream: ProcessStream, _ body: (inout CapturedStream) -> Result
    ) -> Result {
      stream == .output ? body(&output) : body(&errors)
    }

    mutating func newNumber() -> Int {
      count += 1
      return count
    }

    /// Begins a wait; returns its outcome where it has one at once.
    mutating func add(_ waiter: Waiter) -> Outcome? {
      if cancelled.remove(waiter.number) != nil { return .cancelled }
      // Those who wait longer come first.
      let isFirst = !waiters.contains { $0.awaited == waiter.awaited }
      if isFirst, let outcome = outcome(of: waiter.awaited) { return outcome }
      waiters.append(waiter)
      return nil
    }

    /// Ends a wait before its time; nil where it has ended or has not begun.
    mutating func cancel(_ number: Int) -> CheckedContinuation<Outcome, Never>? {
      guard let index = waiters.firstIndex(where: { $0.number == number }) else {
        cancelled.insert(number)
        return nil
      }
      return waiters.remove(at: index).continuation
    }

    /// Forgets a wait that was cancelled too late.
    mutating func forget(_ number: Int) { cancelled.remove(number) }

    /// Ends the waits that have an outcome, in the order in which they began.
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
