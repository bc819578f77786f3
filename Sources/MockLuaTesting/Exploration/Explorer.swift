internal import CLibrary
internal import MockCalls
internal import MockData
internal import MockLua
internal import MockPlatform

/// Runs the body of a test with one schedule after another, until a run fails.
///
/// It doesn't depend on a test framework. Its creator passes in the functions that perform runs and report results.
struct Explorer: Sendable {
  /// If there is a comment, the run's issues become issues of the test, with the comment's text.
  typealias Perform =
    @Sendable (_ plan: Plan, _ comment: (@Sendable (RunResult) -> String)?) async -> RunResult

  let kinds: [Exploration]
  var limits = ExplorationLimits()
  let perform: Perform
  /// Reports a remark that isn't a failure.
  let advise: @Sendable (String) -> Void
  /// Reports that exploring the test is pointless, because no run can find a problem.
  var object: (@Sendable (String) -> Void)?
  var summarize: @Sendable (String) -> Void = { _ in }
  /// The reason why a run may not be repeatable, and how to fix that.
  var undirected =
    "exploring does not control threads, queues, or `Task.sleep`; wait on the scenario's clock instead"

  struct Outcome: Sendable {
    /// The number of runs until one failed, including that run.
    var runs = 0
    /// The run that failed.
    var issue: RunResult?
  }

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
      // The baseline run is always performed, because it is the test itself.
      guard
        plan.isPlain || outcome.runs < limits.runs && ContinuousClock.now - start < limits.time
      else {
        adviseOfLimit(outcome.runs, search.waiting + 1)
        break
      }
      // If the process ends during the baseline run, no schedule is needed to repeat the run.
      if !plan.isPlain { file?.write(plan) }
      outcome.runs += 1
      progress.set(runs: outcome.runs)
      var result = await perform(plan, nil)
      if result.mismatch != nil {
        // The run may have failed because something that exploring can't observe was late.
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
      if result.isIssue {
        outcome.issue = result
        await show(result, run: outcome.runs)
        return outcome
      }
      search.learn(result.record)
    }
    if let (plan, first, second) = unrepeatable { advise(notRepeatable(plan, first, second)) }
    if let plain, !plain.late.isEmpty {
      let calls = plain.late.map(\.words).joined(separator: ", ")
      advise(
        "the test ended before \(calls) got a response, so it does not check the response's effect;"
          + " await the response, or end the test with `await Explored.settle()`")
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

  /// Reports a test for which exploring is pointless.
  private func judge(
    _ baseline: RunResult, _ runs: Int, _ called: Set<String>, _ search: PlanSearch
  ) {
    let object = object ?? advise
    guard !called.isEmpty else {
      return object(
        "the explored test does not call a mock, so nothing was tried; remove `.exploring`, or"
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
      return object("exploring tries only the baseline run: \(problem)")
    }
    guard unknown.isEmpty else { return }
    let codes = search.unknownCodes(in: baseline.record)
    for (code, known) in codes {
      object(
        "no call of the test can fail with `.code(\"\(code)\")`; "
          + (NearestName.nearest(to: code, candidates: known).map { "did you mean `\($0)`?" }
            ?? "write one of \(known.map { "`\($0)`" }.joined(separator: ", "))"))
    }
    guard runs == 1, codes.isEmpty else { return }
    // This isn't a failure. Once a bug is fixed, the code may make only one call at a time.
    advise(
      "exploring tried only the baseline run: no two responses were pending at once, and no"
        + " call could fail in the ways that `.exploring(...)` names")
  }

  /// Performs the run of a schedule, and records its issues as issues of the test.
  func replay(_ plan: Plan) async {
    let result = await perform(plan) { "\($0.words); replay: \"\(plan)\"" }
    if let mismatch = result.mismatch {
      advise(Self.unfollowed(plan, mismatch))
    } else if !result.isIssue {
      advise("the schedule \"\(plan)\" finds no issue; remove `replay:`")
    }
  }

  static func unfollowed(_ plan: Plan, _ mismatch: String) -> String {
    "the schedule \"\(plan)\" cannot be followed: it chooses \(mismatch); explore the test again"
  }

  private func show(_ result: RunResult, run: Int) async {
    var plan = result.plan
    if plan.seed != nil { plan = result.statedPlan }
    let replayed = await perform(plan) { [plan] result in
      let stated = plan.isPlain ? "" : "; replay: \"\(plan)\""
      return "\(result.words) (run \(run) of exploring\(stated))"
    }
    guard !replayed.isIssue else { return }
    advise(notRepeatable(plan, result, replayed))
  }

  private func notRepeatable(_ plan: Plan, _ first: RunResult, _ second: RunResult) -> String {
    let reason = first.mismatch.map { "it chooses \($0)" } ?? "it failed once, and not again"
    return """
      the schedule "\(plan)" does not repeat: \(reason); \(undirected)
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
        if !result.isIssue { unnoticed.append("\(call.words): `\(path)`") }
      }
    }
    guard !unnoticed.isEmpty else { return }
    advise(
      "\(unnoticed.count) of \(count) fields can have any value without failing this test:\n"
        + unnoticed.joined(separator: "\n"))
  }
}

/// A file with the schedule of the current run.
///
/// It is left behind only if the process ends unexpectedly.
struct PlanFile: Sendable {
  private let path: String

  init(test: String) {
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    path = "\(folder)/mocklua-exploring-\(TraceFolder.fileName(of: test)).plan"
  }

  func write(_ plan: Plan) { write("\(getpid()) \(plan)") }

  func write(_ line: String) {
    guard let file = fopen(path, "w") else { return }
    fputs(line + "\n", file)
    fclose(file)
  }

  func remove() { unlink(path) }

  /// Reports that an earlier process ended during a run, with the schedule of that run.
  func adviseOfLast(_ advise: (String) -> Void) {
    guard let file = fopen(path, "r") else { return }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 4_096)
    guard fgets(&line, Int32(line.count), file) != nil else { return }
    let text = String(decoding: line.prefix { $0 != 0 && $0 != 10 }.map(UInt8.init), as: UTF8.self)
    let parts = text.split(separator: " ", maxSplits: 1)
    // Another process may be using the file.
    guard parts.count == 2, let process = Int32(parts[0]), kill(process, 0) != 0 else { return }
    advise(
      "the process that last explored this test ended during the schedule \"\(parts[1])\"; run the test"
        + " with `replay: \"\(parts[1])\"`")
  }
}
