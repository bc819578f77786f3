import MockConfiguration
import MockData

/// Coverage in the `lcov` format, which editors and services support.
///
/// A method or a route is a function. A line with responses or with code of a function is a line. If a line has several
/// responses, each of them is a branch.
struct CoverageLCOV {
  let report: CoverageReport

  /// The complete text, without scripts that have no file.
  var text: String {
    report.files.filter { $0.path != nil }.map(Self.record).joined()
  }

  private static func record(of file: CoveredFile) -> String {
    let start = ["TN:", "SF:\((file.path ?? file.file).escapedPath)"]
    let lines =
      start + functions(of: file) + branches(of: file) + hits(of: file) + ["end_of_record"]
    return lines.map { "\($0)\n" }.joined()
  }

  private static func functions(of file: CoveredFile) -> [String] {
    let names = Dictionary(grouping: file.required, by: \.fullName).map { name, things in
      (
        name: name.escaped.replacing("\n", with: " "), line: things.map(\.line).min() ?? 1,
        uses: things.map(\.uses).reduce(0, CoverageReader.sum)
      )
    }.sorted { ($0.line, $0.name) < ($1.line, $1.name) }
    let lines =
      names.map { "FN:\($0.line),\($0.name)" } + names.map { "FNDA:\($0.uses),\($0.name)" }
    return lines + ["FNF:\(names.count)", "FNH:\(names.count { $0.uses > 0 })"]
  }

  private static func branches(of file: CoveredFile) -> [String] {
    let byLine = Dictionary(grouping: file.required, by: \.line).sorted { $0.key < $1.key }
    var lines: [String] = []
    var branches: [Bool] = []
    for (line, things) in byLine where things.count > 1 {
      let isReached = things.contains { $0.uses > 0 }
      for (index, thing) in things.enumerated() {
        lines.append("BRDA:\(line),0,\(index),\(isReached ? "\(thing.uses)" : "-")")
        branches.append(thing.uses > 0)
      }
    }
    return lines + ["BRF:\(branches.count)", "BRH:\(branches.count { $0 })"]
  }

  /// The uses of each line.
  ///
  /// If a function starts on the line of its response, the larger count is written.
  private static func hits(of file: CoveredFile) -> [String] {
    var uses = Dictionary(uniqueKeysWithValues: file.code.map { ($0.line, $0.uses) })
    for (line, things) in Dictionary(grouping: file.required, by: \.line) {
      uses[line] = max(uses[line] ?? 0, things.map(\.uses).reduce(0, CoverageReader.sum))
    }
    let hits = uses.sorted { $0.key < $1.key }
    return hits.map { "DA:\($0),\($1)" } + ["LF:\(hits.count)", "LH:\(hits.count { $1 > 0 })"]
  }
}
