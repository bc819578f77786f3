import MockCalls
import MockLua

/// Runs a flow under one plan after the other, those that differ least from the plain run first.
struct FlowSearch: Sendable {
  /// How many runs are left to chance where there is more than the deviations allow.
  private static let walks = 100

  var flow: Flow
  var source: ScenarioSource
  var options: ScenarioOptions
  var kinds: [PlanSearch.Kind]
  /// The most runs.
  var limit = 500
  /// In how many places a run may differ from the plain one.
  var deviations = 2
  /// How long all runs may take.
  var time = Duration.seconds(60)
  /// What must hold in the end of each run, in Lua; nil for nothing.
  var check: String?

  /// Makes the run of one plan.
  func run(_ plan: Plan) async throws(CommandFailure) -> FlowResult {
    try await FlowRun(plan).perform(flow, on: source, options, check: check)
  }

  /// Makes all runs.
  func explore() async throws(CommandFailure) -> FlowReport {
    var search = PlanSearch(kinds, deviations: deviations, walks: Self.walks)
    var report = FlowReport(flow: flow, check: check)
    let start = ContinuousClock.now
    while let plan = search.nextPlan() {
      guard report.runs < limit, report.hasRoom, ContinuousClock.now - start < time else {
        report.untried = search.waiting + 1
        break
      }
      let result = try await run(plan)
      report.add(result)
      if result.record.mismatch == nil { search.learn(result.record) }
    }
    report.beyond = search.beyond
    return report
  }

  /// Makes the plain run and that of one plan.
  func replay(_ plan: Plan) async throws(CommandFailure) -> FlowReport {
    var report = FlowReport(flow: flow, check: check)
    report.add(try await run(.plain))
    guard !plan.isPlain else { return report }
    let result = try await run(plan)
    let calls = result.record.calls
    let unmade = plan.faults.keys.sorted().first { order in !calls.contains { $0.order == order } }
    let unfailed = unmade.map {
      "that call \($0) fails, and there \(calls.count == 1 ? "is 1" : "are \(calls.count)")"
    }
    if let mismatch = result.record.mismatch ?? unfailed {
      throw .unfollowedPlan("\(plan)", mismatch)
    }
    report.show(result)
    return report
  }
}
