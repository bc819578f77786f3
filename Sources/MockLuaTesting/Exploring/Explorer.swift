internal import MockCalls
internal import MockData
internal import MockLua

/// Runs the body of a test under one plan after the other, until one is found that goes wrong.
///
/// It knows no test framework: how a run is made, and who is told, is given to it.
struct Explorer: Sendable {
  /// Makes a run; with a comment its issues are the test's, and carry what that says of it.
  typealias Perform =
    @Sendable (_ plan: Plan, _ comment: (@Sendable (RunResult) -> String)?) async -> RunResult

  let kinds: [Exploration]
  var limits = ExplorationLimits()
  let perform: Perform
  /// Reports something that is no failure.
  let advise: @Sendable (String) -> Void
  /// Reports that the test is explored in a way that can find nothing.
  var object: (@Sendable (String) -> Void)?
  /// Takes the summary of what was tried.
  var summarize: @Sendable (String) -> Void = { _ in }
  /// What a plan that does not repeat may come of, and what to do.
  var undirected =
    "work on threads, queues or `Task.sleep` is not directed: let it wait on the scenario's clock"

  /// What exploring has come to.
  struct Outcome: Sendable {
    /// How many runs were made before the one that shows what was found.
    var runs = 0
    /// The run that went wrong.
    var finding: RunResult?
  }

  /// Explores.
  @discardableResult func explore(remembering file: PlanFile? = nil) async -> Outcome {
    let progress = ExplorationProgress()
    return await ExplorationProgress.$current.withValue(progress) {
      await explore(remembering: file, progress)
    }
  }

  private func explore(
    remembering file: PlanFile?, _ progress: ExplorationProgress
  ) async -> Outcome {
    var search = PlanSearch(
      kinds.compactMap { if case .plans(let kind) = $0.kind { kind } else { nil } },
      deviations: limits.deviations, walks: limits.walks)
    var outcome = Outcome()
    let start = ContinuousClock.now
    var unrepeatable: (plan: Plan, first: RunResult, second: RunResult)?
    var plain: RunResult?
    var called: Set<String> = []
    file?.adviseOfLast(advise)
    defer { file?.remove() }
    while !Task.isCancelled, let plan = search.nextPlan() {
      // The baseline run is made in any case: it is the test.
      guard
        plan.isPlain || outcome.runs < limits.runs && ContinuousClock.now - start < limits.time
      else {
        adviseOfLimit(outcome.runs, search.waiting + 1)
        break
      }
      // An ordinary run that ends the process needs no plan.
      if !plan.isPlain { file?.write(plan) }
      outcome.runs += 1
      progress.set(runs: outcome.runs)
      var result = await perform(plan, nil)
      if result.mismatch != nil {
        // Something that nobody sees may have been late.
        let first = result
        result = await perform(plan, nil)
        if result.mismatch != nil {
          unrepeatable = unrepeatable ?? (plan, first, result)
          continue
        }
      }
      if plan.isPlain {
        plain = result
        progress.set(untried: search.untried(result.record))
      }
      called.formUnion(result.calls.map(\.name))
      guard !Task.isCancelled, result.verdict != .cancelled else { return outcome }
      if result.isFinding {
        outcome.finding = result
        await show(result, run: outcome.runs)
        return outcome
      }
      search.learn(result.record)
    }
    if let (plan, first, second) = unrepeatable { advise(notRepeatable(plan, first, second)) }
    if let plain, !plain.late.isEmpty {
      let calls = plain.late.map(\.words).joined(separator: ", ")
      advise(
        "the test has ended without the answer of \(calls), and so expects nothing of what comes of it;"
          + " await it, or end the test with `await Explored.quiet()`")
    }
    let mutates = kinds.contains { if case .mutations = $0.kind { true } else { false } }
    if let plain, mutates { await mutate(plain, from: start, &outcome) }
    guard let plain, !Task.isCancelled else { return outcome }
    judge(plain, outcome.runs, called, search)
    let untried = progress.untried
    if !untried.isEmpty {
      advise("not tried, although these calls can fail:\n" + untried.joined(separator: "\n"))
    }
    summarize(progress.summary)
    return outcome
  }

  /// Reports a test that can find nothing, since nothing of it was explored.
  private func judge(
    _ baseline: RunResult, _ runs: Int, _ called: Set<String>, _ search: PlanSearch
  ) {
    let object = object ?? advise
    guard !called.isEmpty else {
      return object(
        "the explored test makes no call of a mock, so that nothing was tried; remove `.exploring`, or"
          + " create its mocks within the test")
    }
    let unknown = search.unknownMethods(in: called)
    for name in unknown {
      let nearest = NearestName.nearest(to: name, candidates: called)
      object(
        "`of:` names \(name), which the test never calls"
          + (nearest.map { "; did you mean \($0)?" }
            ?? "; it calls \(called.sorted().joined(separator: ", "))"))
    }
    if let problem = limits.problem ?? kinds.lazy.compactMap(\.problem).first {
      return object("exploring tries nothing but the baseline run: \(problem)")
    }
    guard runs == 1, unknown.isEmpty else { return }
    // No failure: corrected code may well have one call at a time.
    advise(
      "exploring tried nothing but the baseline run: no two responses were pending at once, and no"
        + " call could fail in the ways that `.exploring(...)` names")
  }

  /// Makes the run of one plan, whose issues are the test's.
  func replay(_ plan: Plan) async {
    let result = await perform(plan) { "\($0.words); replay: \"\(plan)\"" }
    if let mismatch = result.mismatch {
      advise(Self.unfollowed(plan, mismatch))
    } else if !result.isFinding {
      advise("the plan \"\(plan)\" finds nothing; remove `replay:`")
    }
  }

  static func unfollowed(_ plan: Plan, _ mismatch: String) -> String {
    "the plan \"\(plan)\" cannot be followed: it says \(mismatch); explore the test anew"
  }

  private func show(_ result: RunResult, run: Int) async {
    var plan = result.plan
    if plan.seed != nil { plan = result.statedPlan }
    let replayed = await perform(plan) { [plan] result in
      let stated = plan.isPlain ? "" : "; replay: \"\(plan)\""
      return "\(result.words) (run \(run) of exploring\(stated))"
    }
    guard !replayed.isFinding else { return }
    advise(notRepeatable(plan, result, replayed))
  }

  private func notRepeatable(_ plan: Plan, _ first: RunResult, _ second: RunResult) -> String {
    let reason = first.mismatch.map { "it says \($0)" } ?? "it went wrong once, and not again"
    return """
      the plan "\(plan)" does not repeat: \(reason); \(undirected)
      first: \(first.steps.joined(separator: "; "))
      again: \(second.steps.joined(separator: "; "))
      """
  }

  private func adviseOfLimit(_ runs: Int, _ more: Int) {
    advise(
      "exploring stopped after \(runs) runs, with at least \(more) more to try; raise `limit:` or"
        + " `time:`, or explore less at once")
  }

  // MARK: - Mutations

  private func mutate(
    _ plain: RunResult, from start: ContinuousClock.Instant, _ outcome: inout Outcome
  ) async {
    var unnoticed: [String] = []
    var count = 0
    for call in plain.calls {
      for path in call.value.map({ Mutation.paths(in: $0) }) ?? [] {
        guard outcome.runs < limits.runs, ContinuousClock.now - start < limits.time,
          !Task.isCancelled
        else { return adviseOfLimit(outcome.runs, 1) }
        let plan = Plan(faults: [call.order: PlannedFault.changed(path)])
        let result = await perform(plan, nil)
        outcome.runs += 1
        count += 1
        if !result.isFinding { unnoticed.append("\(call.words): `\(path)`") }
      }
    }
    guard !unnoticed.isEmpty else { return }
    advise(
      "\(unnoticed.count) of \(count) fields may be anything, and this test does not notice:\n"
        + unnoticed.joined(separator: "\n"))
  }
}
