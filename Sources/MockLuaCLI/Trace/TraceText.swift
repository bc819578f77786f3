import MockCalls
import MockConfiguration
import MockData
import MockLua

/// A trace for people: its header, a diagram of the calls, and the issues.
struct TraceText {
  let trace: MockTrace
  let style: MessageStyle

  private static let unused = "unusedResponses"
  private static let warningLimit = 5
  private static let widest = 24
  private static let narrowest = 16
  /// The width of the part before the first lifeline: a mark and the time.
  private static let margin = 12

  var text: String {
    var lines = heading + [""]
    let diagram = TraceDiagram(trace)
    if !diagram.steps.isEmpty { lines += self.lines(of: diagram) + [""] }
    lines += issues
    return lines.map(\.withoutSpacesAtEnd).joined(separator: "\n") + "\n"
  }

  private var heading: [String] {
    let header = trace.header
    var parts = [trace.script.name.isEmpty ? "no script" : trace.script.name.escapedPath]
    if let variant = trace.script.variant { parts.append("variant `\(variant.escaped)`") }
    if let mode = trace.script.mode { parts.append("mode \(mode.escaped)") }
    parts.append("seed \(trace.script.seed ?? 0)")
    parts.append(CommandFailure.count(header.calls, of: "call"))
    if header.dropped > 0 { parts.append("the first \(header.dropped) no longer kept") }
    let plan = header.plan.map { plan in
      "explored \(header.planInWords?.escaped ?? "") (replay: \"\(plan.escaped)\")"
    }
    return [
      style.painted(header.test?.escaped ?? "a test", .place),
      parts.joined(separator: ", "),
    ] + (plan.map { [$0] } ?? [])
  }

  /// The maximum number of participants with separate lifelines.
  ///
  /// If there are more, they don't fit on a terminal, and each step contains its participants' names.
  private static let laneLimit = 40

  private func lines(of diagram: TraceDiagram) -> [String] {
    if diagram.participants.count > Self.laneLimit { return linesWithNames(of: diagram) }
    let names = diagram.participants.map { $0.escaped(limit: Self.widest - 4) }
    let width = min(Self.widest, max(Self.narrowest, (names.map(\.count).max() ?? 0) + 4))
    let centers = names.indices.map { Self.margin + width / 2 + $0 * width }
    var head = ""
    for (name, center) in zip(names, centers) {
      head += String(repeating: " ", count: max(1, center - name.count / 2 - head.count)) + name
    }
    var lines = names.isEmpty ? [] : [head]
    var last: Duration?
    for step in diagram.steps {
      var time = ""
      if let at = step.at, at != last {
        (time, last) = ("\(at.wholeMilliseconds) ms", at)
      }
      lines.append(line(of: step, time: time, centers))
      for detail in step.details { lines.append(aside(detail, centers)) }
    }
    return lines
  }

  /// Returns the steps, each with the names of its participants.
  private func linesWithNames(of diagram: TraceDiagram) -> [String] {
    let names = diagram.participants.map { $0.escaped(limit: Self.widest) }
    var lines: [String] = []
    for step in diagram.steps {
      let time = step.at.map { "\($0.wholeMilliseconds) ms" } ?? ""
      let way = step.kind == .note ? "" : "\(names[step.from]) -> \(names[step.to]): "
      lines.append(start(of: step, time: time) + "  " + painted(way + step.text, step))
      for detail in step.details {
        lines.append(String(repeating: " ", count: Self.margin) + style.painted(detail, .gutter))
      }
    }
    return lines
  }

  private func line(of step: TraceDiagram.Step, time: String, _ centers: [Int]) -> String {
    var lanes = lanes(centers)
    if step.kind != .note { draw(step, centers, &lanes) }
    return start(of: step, time: time) + " " + String(lanes.dropFirst(Self.margin)) + "  "
      + painted(step.text, step)
  }

  /// Returns the mark and the time before a step.
  private func start(of step: TraceDiagram.Step, time: String) -> String {
    let padding = String(repeating: " ", count: max(0, Self.margin - 3 - time.count))
    return (step.isWrong ? "! " : "  ") + padding + time
  }

  private func painted(_ text: String, _ step: TraceDiagram.Step) -> String {
    style.painted(text, step.isWrong ? .failure : nil)
  }

  private func aside(_ text: String, _ centers: [Int]) -> String {
    String(lanes(centers)) + "    " + style.painted(text, .gutter)
  }

  private func lanes(_ centers: [Int]) -> [Character] {
    var lanes = [Character](repeating: " ", count: (centers.last ?? Self.margin) + 1)
    for center in centers { lanes[center] = "|" }
    return lanes
  }

  private func draw(_ step: TraceDiagram.Step, _ centers: [Int], _ lanes: inout [Character]) {
    let (from, to) = (centers[step.from], centers[step.to])
    let line: Character = step.kind == .call ? "-" : "."
    let head: Character = step.kind == .failure ? "x" : step.from <= step.to ? ">" : "<"
    guard from != to else {
      // A service that calls itself.
      lanes[from] = step.kind == .call ? "*" : step.kind == .failure ? "x" : "."
      return
    }
    let ends = from < to ? (from + 1)...(to - 1) : (to + 1)...(from - 1)
    for index in ends where lanes[index] == " " { lanes[index] = line }
    lanes[from < to ? to - 1 : to + 1] = head
  }

  private var issues: [String] {
    let failures = trace.issues.filter(\.isFailure)
    let warnings = trace.issues.filter { !$0.isFailure }
    var lines = failures.flatMap { self.lines(of: $0, mark: "! ") }
    if failures.isEmpty { lines.append("  nothing went wrong") }
    if !warnings.isEmpty {
      lines += ["", "  issues that only a strict test reports:"]
      // Unused items often just mean that the test is short.
      let sorted =
        warnings.filter { $0.check != Self.unused } + warnings.filter { $0.check == Self.unused }
      lines += sorted.prefix(Self.warningLimit).flatMap { self.lines(of: $0, mark: "  ") }
      let rest = warnings.count - Self.warningLimit
      if rest > 0 { lines.append("  ... and \(rest) more") }
    }
    return lines
  }

  private func lines(of issue: MockTrace.Issue, mark: String) -> [String] {
    let place = issue.place.map { style.painted("\($0.description.escaped): ", .place) } ?? ""
    let texts = issue.text.split(separator: "\n", omittingEmptySubsequences: false)
    return texts.enumerated().map { index, line in
      let line = String(line).escaped(limit: 2000)
      guard index == 0 else { return "  \(line)" }
      return mark + place + (issue.isFailure ? style.painted(line, .failure) : line)
    }
  }
}
