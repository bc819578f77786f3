import MockConfiguration
import MockData

/// Coverage as a table and a list of the missed items.
struct CoverageText {
  let report: CoverageReport
  let style: MessageStyle

  /// The complete text, with a final newline.
  var text: String {
    var lines = table
    for file in report.files {
      let notes = notes(on: file)
      if !notes.isEmpty { lines += [""] + notes }
    }
    return lines.map { "\($0)\n" }.joined()
  }

  // MARK: - Table

  private var table: [String] {
    // Omit columns without a value for any file.
    let parts = CoveragePart.allCases.filter { report[$0].all > 0 }
    var rows = [["", "covered"] + parts.map(\.rawValue)]
    for file in report.files {
      rows.append(
        [file.file.escapedPath, file.count.percent] + parts.map { Self.cell(file[$0]) })
    }
    if report.files.count > 1 {
      rows.append(["all files", report.count.percent] + parts.map { Self.cell(report[$0]) })
    }
    let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      let cells = zip(row, widths).enumerated().map { column, cell in
        let space = String(repeating: " ", count: cell.1 - cell.0.count)
        return column == 0 ? cell.0 + space : space + cell.0
      }
      return cells.joined(separator: "  ")
    }
  }

  private static func cell(_ count: CoverageCount) -> String {
    count.all == 0 ? "-" : "\(count.used)/\(count.all)"
  }

  // MARK: - Notes

  private func notes(on file: CoveredFile) -> [String] {
    var notes: [String] = []
    func add(_ line: Int?, _ text: String, _ part: MessageStyle.Part) {
      let place = ScriptLocation(file: file.file, line: line).description
      notes.append(style.painted("\(place):", .place) + " " + style.painted(text, part))
    }
    switch file.state {
    case .current, .inline: break
    case .changed:
      add(nil, "has changed since its tests ran; its new parts are not listed", .note)
    case .missing:
      add(nil, "was not found; run this in the project's folder, or pass it with --root", .note)
    }
    for thing in file.missed { add(thing.line, thing.problem, .warning) }
    for range in file.idleLines {
      add(range.lowerBound, CoveredFile.problem(ofIdle: range), .warning)
    }
    for thing in file.things {
      if let problem = thing.fieldsProblem { add(thing.line, problem, .note) }
    }
    for thing in file.removed {
      add(
        nil,
        "\(thing.words), formerly on line \(thing.line), was removed since a test"
          + (thing.uses > 0 ? " used it" : " knew it"), .note)
    }
    return notes
  }
}

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
