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
    var lines = ["TN:", "SF:\((file.path ?? file.file).escapedPath)"]
    let things = file.required
    let names = Dictionary(grouping: things, by: \.fullName).map { name, things in
      (
        name: name.escaped.replacing("\n", with: " "), line: things.map(\.line).min() ?? 1,
        uses: things.map(\.uses).reduce(0, CoverageReader.sum)
      )
    }.sorted { ($0.line, $0.name) < ($1.line, $1.name) }
    lines += names.map { "FN:\($0.line),\($0.name)" }
    lines += names.map { "FNDA:\($0.uses),\($0.name)" }
    lines += ["FNF:\(names.count)", "FNH:\(names.count { $0.uses > 0 })"]
    let byLine = Dictionary(grouping: things, by: \.line).sorted { $0.key < $1.key }
    var branches: [Bool] = []
    for (line, things) in byLine where things.count > 1 {
      let isReached = things.contains { $0.uses > 0 }
      for (index, thing) in things.enumerated() {
        lines.append("BRDA:\(line),0,\(index),\(isReached ? "\(thing.uses)" : "-")")
        branches.append(thing.uses > 0)
      }
    }
    lines += ["BRF:\(branches.count)", "BRH:\(branches.count { $0 })"]
    // If a function is on the line of its response, both have the same count.
    var uses = Dictionary(uniqueKeysWithValues: file.code.map { ($0.line, $0.uses) })
    for (line, things) in byLine {
      uses[line] = max(uses[line] ?? 0, things.map(\.uses).reduce(0, CoverageReader.sum))
    }
    let hits = uses.sorted { $0.key < $1.key }
    lines += hits.map { "DA:\($0),\($1)" }
    lines += ["LF:\(hits.count)", "LH:\(hits.count { $1 > 0 })", "end_of_record"]
    return lines.map { "\($0)\n" }.joined()
  }
}
