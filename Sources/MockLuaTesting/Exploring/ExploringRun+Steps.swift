internal import Dispatch
internal import MockCalls
internal import MockPlatform

/// What a run does when nothing of it can run.
extension ExploringRun {
  private enum Step {
    case none
    case release([Held])
    case resume([Waiter])
    case wake(MockClock)
    /// Something may come that nobody sees.
    case waitForOthers
    case judge(Verdict)
    case cancelSleepers([MockClock], [Held])
    case close
  }

  func step(_ generation: Int) {
    guard isStill(generation) else { return }
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
    case .release(let calls):
      for call in calls {
        call.call.clock.passDirected(to: call.due)
        call.continuation.resume()
      }
    case .resume(let waiters): for waiter in waiters { waiter.continuation.resume() }
    case .wake(let clock): clock.wakeEarliestSleeper()
    case .judge(let verdict): return end(with: verdict)
    case .cancelSleepers(let clocks, let held):
      for call in held { call.continuation.resume(throwing: CancellationError()) }
      for clock in clocks { clock.cancelSleepers() }
    case .waitForOthers:
      queue.asyncAfter(deadline: .now() + limits.grace) { [self] in
        guard isStill(generation) else { return }
        end(with: .neverEnds(waiting: state.withLock { waiting($0) }))
      }
      return
    case .close: return close()
    }
    // Usually something has come to run by that; a task that was cancelled has nothing to say.
    look()
  }

  // MARK: - While the body runs

  private func next(_ state: inout State) -> Step {
    let options = options(state)
    guard !options.isEmpty else {
      guard state.quiets.isEmpty else {
        defer { state.quiets = [] }
        return .resume(state.quiets)
      }
      return .waitForOthers
    }
    switch options[choose(among: options, &state)] {
    case .resume:
      defer { state.turns = [] }
      return .resume(state.turns)
    case .answer(let call):
      guard let index = state.held.firstIndex(where: { $0.call.order == call.order && !$0.isNever })
      else { return .none }
      state.answered.append(call.order)
      return .release([state.held.remove(at: index)])
    case .time: return nextToWake(state).map { .wake($0) } ?? .none
    }
  }

  /// What can be next; what an ordinary test would do comes first.
  private func options(_ state: State) -> [Choice] {
    var answers = state.held.filter { !$0.isNever }
      .map { (rest: max(.zero, $0.due - $0.call.clock.elapsed), choice: Choice.answer($0.call)) }
    if let clock = nextToWake(state), let rest = clock.timeToNextSleeper {
      answers.append((rest, .time))
    }
    let resume: [Choice] = state.turns.isEmpty ? [] : [.resume]
    // In the order of the calls where times are the same: a stable sort.
    let sorted = answers.enumerated().sorted { first, second in
      first.element.rest != second.element.rest
        ? first.element.rest < second.element.rest : first.offset < second.offset
    }
    return resume + sorted.map(\.element.choice)
  }

  /// The clock on which somebody wakes first.
  private func nextToWake(_ state: State) -> MockClock? {
    state.clocks.compactMap { clock in clock.timeToNextSleeper.map { (clock, $0) } }
      .min { $0.1 < $1.1 }?.0
  }

  private func choose(among options: [Choice], _ state: inout State) -> Int {
    let planned = state.made < plan.choices.count ? plan.choices[state.made] : nil
    guard options.count > 1 else {
      // A plan that somebody has written may say what goes without saying.
      if case .answer = options[0], planned == options[0].label { state.made += 1 }
      return 0
    }
    var chosen = 0
    if let planned {
      if let index = options.firstIndex(where: { $0.label == planned }) {
        (chosen, state.made) = (index, state.made + 1)
      } else if case .resume = options[0] {
        // It is said of what comes later.
      } else if state.mismatch == nil {
        state.mismatch = "`\(planned)` among \(options.map(\.label).joined(separator: ", "))"
        state.made = plan.choices.count
      }
    } else if var numbers = state.numbers {
      chosen = Int.random(in: 0..<options.count, using: &numbers)
      state.numbers = numbers
    }
    state.trail.append(ChoicePoint(options: options, chosen: chosen))
    return chosen
  }

  // MARK: - When the body has ended

  /// Lets the answers come that nobody has awaited, and ends the sleeps of those who sleep on.
  private func ending(_ state: inout State) -> Step {
    if state.made < plan.choices.count, state.mismatch == nil, state.verdict == nil {
      state.mismatch = "`\(plan.choices[state.made])`, and the test had ended"
      state.made = plan.choices.count
    }
    let waiters = state.turns + state.quiets
    (state.turns, state.quiets) = ([], [])
    if !waiters.isEmpty { return .resume(waiters) }
    guard state.steps <= limits.steps * 2 else { return .close }
    let held = state.held.sorted { $0.call.order < $1.call.order }
    if let first = held.first(where: { !$0.isNever }), !state.isEnding {
      state.held.removeAll { $0.id == first.id }
      state.late.append(first.call)
      return .release([first])
    }
    guard !state.hasCancelledSleepers, !state.clocks.isEmpty || !held.isEmpty else {
      return .close
    }
    (state.held, state.isEnding, state.hasCancelledSleepers) = ([], true, true)
    return .cancelSleepers(state.clocks, held)
  }

  // MARK: - What waits where

  private func waiting(_ state: State) -> [String] {
    let gates = state.gates.sorted { $0.key < $1.key }.map { _, waiting in
      "\(waiting.call.words) waits at the gate `\(waiting.gate)`, which nobody opens"
    }
    let never = state.held.map { "\($0.call.words) is never answered" }
    let asleep = state.clocks.filter { $0.timeToNextSleeper == nil }.flatMap { clock in
      clock.sleeping(limit: 5).map { sleeper in
        "\(sleeper.call.map { "call \($0)" } ?? "somebody") sleeps until \(sleeper.due) on a manual"
          + " clock, which nobody moves"
      }
    }
    return gates + never + asleep
  }
}
