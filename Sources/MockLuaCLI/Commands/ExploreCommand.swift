import MockCalls
import MockData
import MockLua
import MockPlatform

/// `mocklua explore`: makes the calls of a flow in every order of their answers, and with every failure.
struct ExploreCommand: Command {
  private static let file = Positional(
    "FILE", completion: .scenarios,
    help: "A script or a .json configuration; - reads standard input.")
  private static let flow = Option<String>(
    "flow", value: "CALLS", help: "The calls: `;` one after the other, `&` in flight together.")
  private static let check = Option<String>(
    "check", value: "LUA", help: "What must hold in the end of each run, else exit with 1.")
  private static let only = Option<Kind>(
    "only", value: "KIND", help: "Try \(Kind.expectation); both by default.")
  private static let fail = Option<String>(
    "fail", value: "CODE", isRepeatable: true, help: "Fail by this code, and by no other.")
  private static let pairs = Flag("pairs", help: "Let any two calls fail in one run, too.")
  private static let limit = Option<UInt64>(
    "limit", value: "N", help: "Make so many runs at most; 500 by default.")
  private static let deviations = Option<UInt64>(
    "deviations", value: "N", help: "Differ in so many places at most; 2 by default.")
  private static let time = Option<UInt64>(
    "time", value: "SECONDS", help: "Take so long at most; 60 by default.")
  private static let replay = Option<Plan>(
    "replay", value: "PLAN", help: "Make the run of this plan alone, and show all of it.")

  static let declaration = CommandDeclaration(
    name: "explore",
    summary: "Make calls in every order of their answers, and with every failure.",
    arguments: [
      file, flow, check, only, fail, pairs, limit, deviations, time, replay,
      ResultFormat.option,
    ] + ScriptArguments.declarations,
    conflicts: [
      [replay, only], [replay, fail], [replay, pairs], [replay, limit], [replay, deviations],
      [replay, time],
    ],
    notes: """
      Each run has a fresh scenario and another plan, which is told where its outcome
      is another than that of the plain run: the answers of calls that were not made
      to fail, the shared state in the end, and what standard error would be told.
      Those that differ least from the plain run come first; one that differs further
      to no further effect stands behind `also`.

      In the plain run answers come as `:after(...)` says, and in others in any order,
      with the time that a function sleeps passing before them or behind. Gates stand
      open. A call fails by each code of its service's responses, by `failure` where
      there is none, or by those of --fail; a list is empty. Time is virtual, and one
      plan gives one outcome, as often as it is run.

      A plan such as `2-1,3!offline` is read as: the answer of call 2 before that of
      call 1, and call 3 failing with `offline`; `t` is time that passes. The numbers
      are those of all calls, those included that functions of the script make.

      --check is an expression as the REPL takes it, such as 'state.total == 2'. The
      exit code is 1 where it does not hold in some run, or where the plain run meets a
      mistake of the script or a method that it lacks; a difference alone is a report.

      Example:
        mocklua explore cart.lua --flow 'Cart.add & Cart.add; Cart.total'
      """)

  /// What is tried.
  private enum Kind: String, CaseIterable, ArgumentValue {
    case orders, failures
  }

  private let input: String
  private let flow: Flow
  private let kinds: [PlanSearch.Kind]
  private let limits: (runs: Int, deviations: Int, time: Duration)
  private let check: String?
  private let replay: Plan?
  private let format: ResultFormat
  private let script: ScriptArguments

  init(_ arguments: ParsedArguments) throws(UsageError) {
    input = arguments[Self.file]
    guard let flow = try arguments.value(of: Self.flow) else {
      throw .missingArgument(name: Self.flow.declaration.usage)
    }
    self.flow = try Flow(flow, of: Self.flow.declaration.spelling)
    let codes = try arguments.values(of: Self.fail)
    let only = try arguments.value(of: Self.only)
    if only == .orders, !codes.isEmpty { throw .exclusiveOptions("--only orders", "--fail") }
    if only == .orders, arguments[Self.pairs] {
      throw .exclusiveOptions("--only orders", "--pairs")
    }
    let faults = codes.isEmpty ? PlannedFault.standard : codes.map { .code($0) }
    let failures = PlanSearch.Kind.failures(faults, of: nil, pairs: arguments[Self.pairs])
    kinds =
      switch only {
      case .orders: [.orders]
      case .failures: [failures]
      case nil: [.orders, failures]
      }
    limits = (
      Int(clamping: try arguments.value(of: Self.limit) ?? 500),
      Int(clamping: try arguments.value(of: Self.deviations) ?? 2),
      .seconds(Int(clamping: min(try arguments.value(of: Self.time) ?? 60, 1_000_000_000)))
    )
    check = try arguments.value(of: Self.check)
    replay = try arguments.value(of: Self.replay)
    format = try arguments.value(of: ResultFormat.option) ?? .text
    script = try ScriptArguments(arguments)
  }

  var color: ColorChoice { script.color }

  func run() throws(CommandFailure) {
    try script.checkFolders()
    let search = FlowSearch(
      flow: flow, source: try ScenarioSource.read(input), options: script.options, kinds: kinds,
      limit: limits.runs, deviations: limits.deviations, time: limits.time, check: check)
    let replay = replay
    let report = try AsyncWork.run { () async -> Result<FlowReport, CommandFailure> in
      do throws(CommandFailure) {
        guard let replay else { return .success(try await search.explore()) }
        return .success(try await search.replay(replay))
      } catch {
        return .failure(error)
      }
    }
    try OutputTarget.standardOutput.write(try text(of: report))
    if let counts = report.plain?.counts, counts.isFailure { throw .played(counts) }
    if report.failedChecks > 0 { throw .failedCheck(report.failedChecks, of: report.runs) }
  }

  private func text(of report: FlowReport) throws(CommandFailure) -> String {
    switch format {
    case .text: report.text(MessageStyle(of: .standardOutput, script.color))
    case .json: try JSONResult.text(report.members)
    }
  }
}

extension Plan: ArgumentValue {
  static let expectation = "a plan as it was told, such as 2-1,3!offline"

  init?(argument: String) {
    guard let plan = try? Plan(argument) else { return nil }
    self = plan
  }
}

extension FlowResult {
  /// How many of the calls are no success.
  fileprivate var counts: PlayedCounts {
    var counts = PlayedCounts(failsOnError: false)
    counts.calls = calls.count
    let codes = calls.compactMap { $0.error?.code }
    counts.unknown = codes.count { $0 == MockErrorCode.unconfigured.rawValue }
    counts.scriptMistakes = codes.count { $0 == MockErrorCode.scriptError.rawValue }
    return counts
  }
}
