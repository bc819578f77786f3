internal import MockPlatform

/// The progress of an exploration, for traces and verbose output.
final class ExplorationProgress: Sendable {
  @TaskLocal static var current: ExplorationProgress?

  private let state = Locked<(runs: Int, untried: [String])>((0, []), isLeaf: true)

  /// The number of runs so far.
  var runs: Int { state.withLock { $0.runs } }
  /// The calls that could fail but weren't made to fail, with the reasons.
  var untried: [String] { state.withLock { $0.untried } }

  /// The summary to print if the test has no issues.
  var summary: String {
    let untried = untried
    return "explored in \(runs) runs"
      + (untried.isEmpty ? "" : ", \(untried.count) calls not tried")
  }

  func set(runs: Int) { state.withLock { $0.runs = runs } }

  func set(untried: [String]) { state.withLock { $0.untried = untried } }
}
