internal import Dispatch
internal import MockCalls
internal import MockLua
internal import MockPlatform

/// The steps of a run when none of its jobs can run.
extension ExploringRun {
  private enum Step {
    case none
    case release(DirectedCall)
    case resume(HeldTasks<Void>)
    case wake(MockClock)
    /// Waits for something that the run can't observe.
    case waitForOthers
    case judge(Verdict)
    case cancelSleepers([MockClock])
    case close
  }

  func step(_ generation: Int) {
    guard isStill(generation) else { return }
    if jobs.withLock({ $0.outside > 0 }), !state.withLock({ $0.isEnding }) {
      return waitForOthers(limits.graceTurns, .now, generation)
    }
    let step = state.withLock { state -> Step in
      state.steps += 1
      if state.hasEnded || state.isEnding { return ending(&state) }
      guard state.steps <= limits.steps else { return .judge(.neverRests) }
      return next(&state)
    }
    perform(step, generation)
  }

  private func perform(_ step: Step, _ generation: Int) {
    switch step {
    case .none: return
    case .release(let call):
      // A call that was canceled in the meantime is already running again.
      guard held.release(call.order) else { return }
    case .resume(let waiters): waiters.resume()
    case .wake(let clock): clock.wakeEarliestSleeper()
    case .judge(let verdict): return end(with: verdict)
    case .cancelSleepers(let clocks):
      held.refuse()
      for clock in clocks { clock.cancelSleepers() }
    case .waitForOthers: return waitForOthers(limits.graceTurns, .now, generation)
    case .close: return close(abandoning: !state.withLock(\.hasEnded))
    }
    // The step has usually made a job ready. But a canceled task may not run any more code.
    stepWhenIdle()
  }

  // MARK: - While the body runs

  private func next(_ state: inout State) -> Step {
    let options = Choice.options(
      of: held.all, state.clocks.nextToWake, resumes: !turns.isEmpty)
    guard !options.isEmpty else {
      return quiets.isEmpty ? .waitForOthers : .resume(quiets)
    }
    switch options[state.record.follower.choose(among: options)] {
    case .resume: return .resume(turns)
    case .answer(let call):
      state.record.answered.append(call.order)
      return .release(call)
    case .time: return state.clocks.nextToWake.map { .wake($0) } ?? .none
    }
  }

  /// Ends the run if nothing happens for a while after the pool and the queues have had time to run other work.
  private func waitForOthers(
    _ turns: Int, _ start: ContinuousClock.Instant, _ generation: Int
  ) {
    let judge: @Sendable () -> Void = { [self] in
      guard isStill(generation) else { return }
      var known = state.withLock { waiting($0) }
      let isOutside = jobs.withLock { $0.outside > 0 }
      let grace = known.isEmpty || isOutside ? limits.unseenGrace : limits.grace
      if isOutside {
        known.append("the completion handler or delegate of a request hasn't returned")
      }
      guard turns <= 1, ContinuousClock.now - start >= grace else {
        return waitForOthers(turns - 1, start, generation)
      }
      end(with: .neverEnds(waiting: known))
    }
    DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(100)) { [self] in
      Task.detached { [self] in
        DispatchQueue.main.async { [self] in queue.async(execute: judge) }
      }
    }
  }

  // MARK: - When the body has ended

  /// Delivers the responses that the body didn't await, and cancels the remaining sleeps.
  private func ending(_ state: inout State) -> Step {
    if state.verdict == nil { state.record.follower.end(of: "the test") }
    for waiters in [turns, quiets] where !waiters.isEmpty { return .resume(waiters) }
    guard state.steps <= limits.steps * 2 else { return .close }
    let held = held.all.sorted { $0.call.order < $1.call.order }
    if let first = held.first(where: { !$0.isNever }), !state.isEnding {
      state.late.append(first.call)
      return .release(first.call)
    }
    guard !state.hasCancelledSleepers, !state.clocks.isEmpty || !held.isEmpty else {
      return .close
    }
    (state.isEnding, state.hasCancelledSleepers) = (true, true)
    return .cancelSleepers(state.clocks)
  }

  // MARK: - Descriptions of waiting calls

  private func waiting(_ state: State) -> [String] {
    let gates = state.gates.sorted { $0.key < $1.key }.map { _, waiting in
      "\(waiting.call.words) waits at the gate `\(waiting.gate)`, which nothing opens"
    }
    let never = held.all.map { "\($0.call.words) never gets a response" }
    let asleep = state.clocks.filter { $0.timeToNextSleeper == nil }.flatMap { clock in
      clock.sleeping(limit: 5).map { sleeper in
        "\(sleeper.call.map { "call \($0)" } ?? "a task") sleeps until \(sleeper.due) on a manual"
          + " clock, which nothing advances"
      }
    }
    return gates + never + asleep
  }
}

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
      case .rest: return stepWhenIdle()
      case .tooMany:
        // After the body was canceled, the run may run the same number of jobs once more. If the body still hasn't
        // ended, the run is abandoned.
        if state.withLock({ $0.verdict != nil }) { return close(abandoning: true) }
        jobs.withLock { $0.next -= 1 }
        cancelBody(with: .neverRests)
      }
    }
  }

  /// Performs a step, unless a job starts to run first.
  func stepWhenIdle() {
    let generation = jobs.withLock { jobs in
      jobs.generation += 1
      return jobs.generation
    }
    stepWhenIdle(Self.turns, generation)
  }

  private func stepWhenIdle(_ turns: Int, _ generation: Int) {
    guard turns > 0 else {
      return pass(state.withLock { $0.unseenQueues.values.map { $0 } }[...], generation)
    }
    DispatchQueue.main.async { [self] in
      if isStill(generation) { stepWhenIdle(turns - 1, generation) }
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

extension ExploringRun.Verdict {
  /// The problem as the text of an issue, or nil if the test was canceled.
  var text: String? {
    switch self {
    case .neverEnds(let waiting):
      "the test can never end: none of its tasks can run, no response is pending, and nothing sleeps"
        + waiting.map { "; \($0)" }.joined()
    case .neverRests:
      "the test never becomes idle: something in it keeps running; if it polls, wait"
        + " with `Explored.step()` or on the scenario's clock"
    case .cancelled: nil
    }
  }
}
