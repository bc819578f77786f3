import MockConfiguration
import MockLua

/// What was used of a script or a module.
struct CoveredFile {
  /// What is known of the text now.
  enum State: String {
    /// It is as it was when the tests ran, at least the last of them.
    case current
    /// It was changed since; lines that are still there are found by what stands in them.
    case changed
    /// It is not there: its lines are those of the tests.
    case missing
    /// It lies in no file, as the text in a test does.
    case inline
  }

  /// The path from the folder of the project, or the name in messages.
  var file: String
  /// Where it was found; nil for nowhere.
  var path: String?
  var state: State
  /// The lines as they are now; empty where they are not known.
  var lines: [Substring] = []
  /// What it has, by line.
  var things: [CoveredThing] = []
  /// The lines of its functions that have code; known as far as a test has loaded the script.
  var code: [CoveredThing] = []
  /// What was there when some tests ran, and is no longer; by the line of then.
  var removed: [CoveredThing] = []

  /// What somebody should use.
  var required: [CoveredThing] { things.filter { !$0.isOptional } }
  /// What of that nobody does.
  var missed: [CoveredThing] { things.filter(\.isMissed) }

  /// Used things among those that somebody should use.
  var count: CoverageCount { CoverageCount(required.map { $0.uses > 0 }) }

  /// The same for a part of them.
  subscript(part: CoveragePart) -> CoverageCount { part.count(in: required + code) }

  /// Stretches of lines of functions that never ran.
  ///
  /// Those between a computed response that is missed and the next thing
  /// are left out: there the response says it.
  var idleLines: [ClosedRange<Int>] {
    let starts = things.map(\.line)
    let missed = missed.filter(\.isComputed).map { thing in
      thing.line..<(starts.first { $0 > thing.line } ?? .max)
    }
    var ranges: [ClosedRange<Int>] = []
    var last: Int?
    for line in code {
      defer { last = line.line }
      guard line.uses == 0, !missed.contains(where: { $0.contains(line.line) }) else { continue }
      if let range = ranges.last, range.upperBound == last {
        ranges[ranges.count - 1] = range.lowerBound...line.line
      } else {
        ranges.append(line.line...line.line)
      }
    }
    return ranges
  }
}

/// How many things of how many are used.
struct CoverageCount {
  var used = 0
  var all = 0

  init(_ uses: some Sequence<Bool>) { for isUsed in uses { add(isUsed) } }

  private mutating func add(_ isUsed: Bool) {
    all += 1
    if isUsed { used += 1 }
  }

  static func + (first: CoverageCount, second: CoverageCount) -> CoverageCount {
    var sum = first
    sum.used += second.used
    sum.all += second.all
    return sum
  }

  /// Tenths of a percent, rounded down, so that 100 means all; 1000 where there is nothing.
  var permille: Int { all == 0 ? 1000 : used * 1000 / all }

  /// `87.5%`.
  var percent: String { "\(permille / 10).\(permille % 10)%" }
}

/// What is counted by itself.
///
/// Rules, routes and functions are groups of responses, of which one that is used is enough. Lines are those of functions,
/// and fields those of responses that a type has looked into.
enum CoveragePart: String, CaseIterable {
  case responses, rules, routes, functions, scenarios, lines, fields

  fileprivate func count(in things: [CoveredThing]) -> CoverageCount {
    switch self {
    case .responses: CoverageCount(things.filter { $0.kind == .response }.map { $0.uses > 0 })
    case .scenarios: CoverageCount(things.filter { $0.kind == .scenario }.map { $0.uses > 0 })
    case .lines: CoverageCount(things.filter { $0.kind == .line }.map { $0.uses > 0 })
    case .fields: CoverageCount(things.flatMap(\.knownFields).map(\.isRead))
    case .rules:
      Self.groups(things.filter { $0.rule != nil }) {
        [$0.fullName, "\($0.rule?.line ?? 0)", "\($0.rule?.step ?? 0)"]
      }
    case .routes: Self.groups(things.filter(\.isRoute)) { [$0.fullName] }
    case .functions: Self.groups(things.filter(\.isComputed)) { [$0.fullName, "\($0.line)"] }
    }
  }

  private static func groups(
    _ things: [CoveredThing], by key: (CoveredThing) -> [String]
  ) -> CoverageCount {
    let groups = Dictionary(grouping: things, by: key)
    return CoverageCount(groups.values.map { $0.contains { $0.uses > 0 } })
  }
}
