import MockCalls
import MockLua

/// What exploring a flow has found.
struct FlowReport: Sendable {
  let flow: Flow
  let check: String?
  /// The plans that were run; one that is left to chance may come again, and tells nothing more then.
  private var made: Set<Plan> = []
  private(set) var plain: FlowResult?
  /// The runs of which something else came than of the plain one, or whose end is not as it must be.
  private(set) var others: [Other] = []
  /// How many plans were left over at a limit.
  var untried = 0
  /// How many plans differ in more places than were allowed, and were tried by chance at most.
  var beyond = 0

  /// A run that is not as the plain one.
  struct Other: Sendable {
    var result: FlowResult
    var differences: [FlowResult.Difference]
    /// Plans that differ further from the plain run, to no further effect.
    var also: [Plan] = []
    /// Whether all that has come of it is shown.
    var isWhole = false
  }

  /// About the bytes of the values in ``others``.
  private var byteSize = 0
  private static let mostBytes = 64 << 20

  /// Whether there is room for further runs with other outcomes.
  var hasRoom: Bool { byteSize < Self.mostBytes }

  init(flow: Flow, check: String?) { (self.flow, self.check) = (flow, check) }

  /// How many plans were run.
  var runs: Int { made.count }

  /// In how many runs the check did not hold.
  var failedChecks: Int {
    (plain?.check?.failure == nil ? 0 : 1)
      + others.filter { $0.result.check?.failure != nil }.reduce(0) { $0 + 1 + $1.also.count }
  }

  /// Takes a run; the plain one comes first.
  mutating func add(_ result: FlowResult) {
    guard made.insert(result.plan).inserted else { return }
    guard let plain else {
      plain = result
      return
    }
    let differences = result.differences(from: plain)
    guard !differences.isEmpty || result.check?.failure != nil else { return }
    let other = Other(result: result, differences: differences)
    guard let index = others.firstIndex(where: { $0.covers(other) }) else {
      others.append(other)
      byteSize += result.byteSize
      return
    }
    others[index].also.append(result.plan)
  }

  /// Takes a run that was asked for, whatever has come of it; the plain one came before.
  mutating func show(_ result: FlowResult) {
    made.insert(result.plan)
    let differences = plain.map { result.differences(from: $0) } ?? []
    others.append(Other(result: result, differences: differences, isWhole: true))
  }
}

extension FlowReport.Other {
  /// Whether another run does more than this one, and has no further effect.
  fileprivate func covers(_ other: FlowReport.Other) -> Bool {
    guard other.differences.allSatisfy(differences.contains), result.check == other.result.check
    else { return false }
    let (mine, others) = (result.plan, other.result.plan)
    if other.result.record.plan.seed != nil { return true }
    return others.choices.starts(with: mine.choices)
      && mine.faults.allSatisfy { others.faults[$0.key] == $0.value }
  }
}
