internal import Dispatch
internal import MockCalls
internal import MockPlatform

/// Runs the jobs of a run, and detects when no jobs remain.
extension ExploringRun {
  /// The number of passes through the main queue without new work after which the run counts as idle.
  private static let turns = 1
  /// The number of jobs to run on the main queue before the process's other work gets a turn.
  private static let stretch = 64

  /// Takes a job, or returns false if the run is over.
  func take(_ job: ExecutorHooks.Job) -> Bool {
    let (isTaken, starts) = jobs.withLock { jobs in
      guard !jobs.isClosed else { return (jobs.isAbandoned, false) }
      jobs.ready.append(job)
      jobs.generation += 1
      defer { jobs.isRunning = true }
      return (true, !jobs.isRunning)
    }
    if starts { run(on: job.kind == .main) }
    return isTaken
  }

  private func run(on main: Bool) {
    (main ? DispatchQueue.main : queue).async { [self] in runReady(on: main) }
  }

  private enum Next {
    case job(ExecutorHooks.Job)
    case other(main: Bool)
    case rest
    case tooMany
  }

  /// Runs the ready jobs, up to the first one that belongs on another queue.
  private func runReady(on main: Bool) {
    var count = 0
    while true {
      let next = jobs.withLock { jobs -> Next in
        guard jobs.next < jobs.ready.count else {
          (jobs.ready, jobs.next) = ([], 0)
          jobs.isRunning = false
          return .rest
        }
        let job = jobs.ready[jobs.next]
        guard (job.kind == .main) == main, !main || count < Self.stretch else {
          return .other(main: job.kind == .main)
        }
        jobs.next += 1
        jobs.count += 1
        return jobs.count % limits.jobs == 0 ? .tooMany : .job(job)
      }
      count += 1
      switch next {
      case .job(let job):
        job.run(for: self)
      case .other(let main): return run(on: main)
      case .rest: return look()
      case .tooMany:
        // A run whose body was canceled may run the same number of jobs again until it must have ended.
        if state.withLock({ $0.verdict != nil }) { return close(abandoning: true) }
        jobs.withLock { $0.next -= 1 }
        cancelBody(with: .neverRests)
      }
    }
  }

  /// Performs a step, unless a job starts to run first.
  func look() {
    let generation = jobs.withLock { jobs in
      jobs.generation += 1
      return jobs.generation
    }
    look(Self.turns, generation)
  }

  private func look(_ turns: Int, _ generation: Int) {
    guard turns > 0 else {
      return pass(state.withLock { $0.unseenQueues.values.map { $0 } }[...], generation)
    }
    DispatchQueue.main.async { [self] in
      if isStill(generation) { look(turns - 1, generation) }
    }
  }

  /// Performs a step after the work that is now waiting in other queues has run.
  private func pass(_ queues: ArraySlice<any UnseenQueue>, _ generation: Int) {
    guard let next = queues.first else { return queue.async { [self] in step(generation) } }
    guard isStill(generation) else { return }
    next.whenPassed { [self] in pass(queues.dropFirst(), generation) }
  }

  func isStill(_ generation: Int) -> Bool {
    jobs.withLock { $0.generation == generation && !$0.isRunning && !$0.isClosed }
  }
}
