import MockData
import MockLua

/// A trace as the text of a Mermaid diagram.
struct TraceMermaid {
  let trace: MockTrace

  var text: String {
    let diagram = TraceDiagram(trace)
    var lines = ["sequenceDiagram"]
    for (index, name) in diagram.participants.enumerated() {
      lines.append("  participant p\(index) as \(name.mermaidLabel)")
    }
    // A note needs at least one participant.
    guard let last = diagram.participants.indices.last else {
      return lines.joined(separator: "\n") + "\n"
    }
    let everybody = last == 0 ? "p0" : "p0,p\(last)"
    for step in diagram.steps {
      let label = step.text.mermaidLabel
      switch step.kind {
      case .call: lines.append("  p\(step.from)->>p\(step.to): \(label)")
      case .answer: lines.append("  p\(step.from)-->>p\(step.to): \(label)")
      case .failure: lines.append("  p\(step.from)--xp\(step.to): \(label)")
      case .note: lines.append("  Note over \(everybody): \(label)")
      }
      for detail in step.details {
        lines.append("  Note over p\(step.from): \(detail.mermaidLabel)")
      }
    }
    for issue in trace.issues where issue.isFailure {
      let text = [issue.place?.description, issue.text].compactMap(\.self).joined(separator: ": ")
      let line = text.split(separator: "\n").first.map(String.init) ?? text
      lines.append("  Note over \(everybody): #33; \(line.mermaidLabel)")
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
