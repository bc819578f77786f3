import MockConfiguration
import MockData

/// Coverage as an HTML page: a single file that needs no server, no script, and no network.
struct CoveragePage {
  let report: CoverageReport

  var text: String {
    let title = "Coverage of scenarios: \(report.count.percent)"
    return """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
      <title>\(title)</title>
      <style>
      \(Self.style)
      </style>
      </head>
      <body>
      <header>
      <h1>Coverage of scenarios</h1>
      <p><strong>\(report.count.percent)</strong> \(Self.words(report.count))</p>
      </header>
      <main>
      \(overview)
      \(report.files.indices.map(section).joined(separator: "\n"))
      </main>
      </body>
      </html>

      """
  }

  private static func words(_ count: CoverageCount) -> String {
    count.all == 0 ? "nothing has to be used" : "\(count.used) of \(count.all) used"
  }

  // MARK: - Overview

  private var overview: String {
    let parts = CoveragePart.allCases.filter { report[$0].all > 0 }
    let head = (["file", "covered"] + parts.map(\.rawValue)).map { "<th scope=\"col\">\($0)</th>" }
    let rows = report.files.indices.map { index in
      let file = report.files[index]
      let name = "<th scope=\"row\"><a href=\"#file-\(index)\">\(file.file.html)</a></th>"
      return "<tr>\(name)\(Self.cells(file.count) { file[$0] }(parts))</tr>"
    }
    let all =
      report.files.count > 1
      ? "<tfoot><tr><th scope=\"row\">all files</th>\(Self.cells(report.count) { report[$0] }(parts))</tr></tfoot>"
      : ""
    return """
      <section>
      <h2>Files</h2>
      <div class="scroll" tabindex="0" role="region" aria-label="Files">
      <table class="files">
      <thead><tr>\(head.joined())</tr></thead>
      <tbody>
      \(rows.joined(separator: "\n"))
      </tbody>
      \(all)
      </table>
      </div>
      </section>
      """
  }

  private static func cells(
    _ whole: CoverageCount, _ count: @escaping (CoveragePart) -> CoverageCount
  ) -> ([CoveragePart]) -> String {
    { parts in
      let state = whole.used == whole.all ? "good" : "bad"
      return "<td class=\"\(state)\">\(whole.percent)</td>"
        + parts.map { part in
          let count = count(part)
          return count.all == 0 ? "<td>none</td>" : "<td>\(count.used) of \(count.all)</td>"
        }.joined()
    }
  }

  // MARK: - One file

  private func section(_ index: Int) -> String {
    let file = report.files[index]
    func place(_ line: Int) -> String {
      file.lines.isEmpty
        ? "line \(line)" : "<a href=\"#line-\(index)-\(line)\">line \(line)</a>"
    }
    var parts = [
      "<section>",
      "<h2 id=\"file-\(index)\">\(file.file.html)</h2>",
      "<p><strong>\(file.count.percent)</strong> \(Self.words(file.count))</p>",
    ]
    switch file.state {
    case .current, .inline: break
    case .changed:
      parts.append(
        "<p class=\"note\">It has changed since its tests ran. Its new parts are not listed.</p>"
      )
    case .missing:
      parts.append(
        "<p class=\"note\">The file is missing. Its lines are shown as they were when the tests ran.</p>"
      )
    }
    let ranges = file.idleLines
    if !ranges.isEmpty {
      let links = ranges.map { range in
        let text =
          range.count == 1
          ? "line \(range.lowerBound)" : "lines \(range.lowerBound) to \(range.upperBound)"
        return file.lines.isEmpty
          ? text : "<a href=\"#line-\(index)-\(range.lowerBound)\">\(text)</a>"
      }
      parts.append("<h3>Lines of functions that never ran</h3>")
      parts.append("<ul>\n" + links.map { "<li>\($0)</li>\n" }.joined() + "</ul>")
    }
    if !file.missed.isEmpty {
      parts.append("<h3>Never used</h3>")
      parts.append(
        Self.list(file.missed) { "\(place($0.line)): \($0.html)" })
    }
    let partlyRead = file.things.filter { !$0.unreadFields.isEmpty }
    if !partlyRead.isEmpty {
      parts.append("<h3>Fields that no type reads</h3>")
      parts.append(
        Self.list(partlyRead) { thing in
          let fields = thing.unreadFields.map { "<code>\($0.description.html)</code>" }
          return "\(place(thing.line)): \(thing.html): \(fields.joined(separator: ", "))"
        })
    }
    if !file.removed.isEmpty {
      parts.append("<h3>Removed since</h3>")
      parts.append(
        Self.list(file.removed) { thing in
          let use = thing.uses > 0 ? "a test used it" : "no test used it"
          return "formerly on line \(thing.line): \(thing.html), \(use)"
        })
    }
    parts.append(listing(of: file, index))
    parts.append("</section>")
    return parts.joined(separator: "\n")
  }

  private static func list(
    _ things: [CoveredItem], _ text: (CoveredItem) -> String
  ) -> String {
    "<ul>\n" + things.map { "<li>\(text($0))</li>\n" }.joined() + "</ul>"
  }

  /// Returns the lines, each with its number of uses.
  ///
  /// If the source is unknown, only the items are listed.
  private func listing(of file: CoveredFile, _ index: Int) -> String {
    let byLine = Dictionary(grouping: file.things, by: \.line)
    let code = Dictionary(file.code.map { ($0.line, $0) }) { first, _ in first }
    let numbers =
      file.lines.isEmpty ? Set(byLine.keys).union(code.keys).sorted() : Array(1...file.lines.count)
    let rows = numbers.map { number in
      let things = byLine[number] ?? code[number].map { [$0] } ?? []
      let source =
        file.lines.isEmpty
        ? things.map(\.html).joined(separator: "<br>")
        : "<code>\(String(file.lines[number - 1]).html)</code>"
      let (state, use) = Self.use(of: things)
      return "<tr id=\"line-\(index)-\(number)\"\(state.map { " class=\"\($0)\"" } ?? "")>"
        + "<th scope=\"row\">\(number)</th><td>\(use)</td><td>\(source)</td></tr>"
    }
    return """
      <h3>Lines</h3>
      <div class="scroll" tabindex="0" role="region" aria-label="Lines of file \(index + 1): \(file.file.html)">
      <table class="lines">
      <thead><tr><th scope="col">line</th><th scope="col">used</th><th scope="col">\
      \(file.lines.isEmpty ? "what" : "source")</th></tr></thead>
      <tbody>
      \(rows.joined(separator: "\n"))
      </tbody>
      </table>
      </div>
      """
  }

  /// Returns the appearance of a line and its text.
  ///
  /// The state is never indicated by color only.
  private static func use(of things: [CoveredItem]) -> (state: String?, text: String) {
    guard !things.isEmpty else { return (nil, "") }
    let uses = things.map(\.uses).reduce(0, CoverageReader.sum)
    let missed = things.count(where: \.isMissed)
    if missed == 0 { return uses > 0 ? ("good", "\(uses)") : ("note", "optional") }
    return uses == 0
      ? ("bad", "never") : ("part", "\(uses), \(missed) of \(things.count) never")
  }

  private static let style = """
    :root {
      color-scheme: light dark;
      --back: #f4f5f7; --card: #fff; --text: #1d2129; --soft: #59616e; --line: #d9dde3; --accent: #2b4c9b;
      --good: #1a6b3c; --good-back: #e2f3e8; --bad: #a3202d; --bad-back: #fbe6e7; --part: #7a5200; --part-back: #fbf0d5;
      --mono: ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --back: #14171c; --card: #1c2027; --text: #e6e9ee; --soft: #a3acb9; --line: #343b46; --accent: #9db8ff;
        --good: #7fd6a1; --good-back: #173425; --bad: #ff9ba3; --bad-back: #431d22; --part: #f0c674; --part-back: #3a2f14;
      }
    }
    * { box-sizing: border-box; }
    body {
      margin: 0; background: var(--back); color: var(--text);
      font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif;
    }
    header, main { max-width: 1100px; margin: 0 auto; padding: 16px; }
    header { padding-bottom: 0; }
    h1 { font-size: 22px; margin: 0; }
    h2 { font-size: 16px; margin: 0; overflow-wrap: anywhere; }
    h3 { font-size: 14px; margin: 16px 0 4px; }
    p { margin: 4px 0; }
    ul { margin: 4px 0; padding-left: 20px; overflow-wrap: anywhere; }
    a { color: var(--accent); }
    section {
      background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 14px 16px; margin-bottom: 16px;
    }
    .scroll { overflow-x: auto; margin-top: 8px; }
    :focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
    table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
    th, td { padding: 4px 10px; text-align: left; vertical-align: top; border-top: 1px solid var(--line); }
    thead th { border-top: 0; color: var(--soft); font-weight: 600; white-space: nowrap; }
    .files td { white-space: nowrap; }
    .files tbody th, .files tfoot th { font-weight: 400; overflow-wrap: anywhere; min-width: 160px; }
    td.good { color: var(--good); font-weight: 600; }
    td.bad { color: var(--bad); font-weight: 600; }
    p.note { color: var(--part); }
    code { font: 0.9em/1.5 var(--mono); }
    .lines { font-size: 13px; }
    .lines th, .lines td { border-top: 0; padding: 1px 10px; }
    .lines tbody th { color: var(--soft); font: 12.5px/1.6 var(--mono); text-align: right; width: 1%; }
    .lines td:nth-child(2) { white-space: nowrap; width: 1%; }
    .lines code { font: 12.5px/1.6 var(--mono); white-space: pre; tab-size: 4; }
    .lines tr.good td:nth-child(2) { color: var(--good); background: var(--good-back); }
    .lines tr.bad td { background: var(--bad-back); }
    .lines tr.bad td:nth-child(2) { color: var(--bad); font-weight: 600; }
    .lines tr.part td { background: var(--part-back); }
    .lines tr.part td:nth-child(2) { color: var(--part); font-weight: 600; }
    .lines tr.note td:nth-child(2) { color: var(--soft); }
    :target { outline: 2px solid var(--accent); outline-offset: -2px; }
    @media (max-width: 600px) {
      header, main { padding: 10px; }
      section { padding: 10px; }
      th, td { padding: 4px 6px; }
    }
    """
}

extension CoveredItem {
  /// A description of the item, with its name as code.
  fileprivate var html: String {
    let name = "<code>\(fullName.html)</code>"
    switch kind {
    case .response: return step == 1 ? name : "step \(step) of \(name)"
    case .variant: return "variant \(name)"
    case .line, .field: return "code of a function"
    }
  }
}

extension String {
  /// The text for use in an element or an attribute.
  ///
  /// Terminal control characters are replaced.
  fileprivate var html: String {
    var result = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\t": result.unicodeScalars.append(scalar)
      case "\u{0}"..<" ", "\u{7F}"..<"\u{A0}", "\u{202A}"..."\u{202E}", "\u{2066}"..."\u{2069}":
        result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
