import MockData

extension SuiteGraph.Entry {
  /// `login.lua`, or `login.lua: offline`.
  var label: String { scenario.isEmpty ? file : "\(file): \(scenario)" }
}

extension SuiteGraph.Answer {
  /// `login.lua:4`, or `login.lua:4 step 2`.
  var label: String { "\(file):\(line)\(step == 1 ? "" : " step \(step)")" }
}

extension SuiteGraph {
  /// The text of a Mermaid flowchart, ending in a newline: what was never taken is dashed.
  var mermaid: String {
    var lines = ["flowchart LR", "classDef never stroke-dasharray:5 4,opacity:0.6"]
    for entry in sortedEntries {
      let loads = entries[entry].flatMap { $0 }.map { " (\($0))" } ?? ""
      lines.append(
        "\(Self.id(entry))([\"\((entry.label + loads).mermaidLabel)\"])\(isNever(entry) ? ":::never" : "")"
      )
    }
    let called = calledMethods
    for (service, methods) in services {
      lines.append("subgraph service_\(service.mermaidIdentifier)[\"\(service.mermaidLabel)\"]")
      lines += methods.map { method in
        "  \(Self.id(method))[\"\(method.name.mermaidLabel)\"]\(called.contains(method) ? "" : ":::never")"
      }
      lines.append("end")
    }
    for answer in sortedAnswers {
      lines.append(
        "\(Self.id(answer))>\"\(answer.label.mermaidLabel)\"]\(isNever(answer) ? ":::never" : "")")
    }
    for (way, count) in sortedCalls {
      lines.append("\(Self.id(way.from)) -->|\"\(count)\"| \(Self.id(way.to))")
    }
    for (way, count) in sortedSteps {
      lines.append("\(Self.id(way.from)) ==>|\"then \(count)\"| \(Self.id(way.to))")
    }
    for answer in sortedAnswers {
      let uses = answers[answer] ?? 0
      lines.append(
        uses > 0
          ? "\(Self.id(answer.method)) -->|\"\(uses)\"| \(Self.id(answer))"
          : "\(Self.id(answer.method)) -.->|\"\(isNever(answer) ? "never" : "optional")\"| \(Self.id(answer))"
      )
    }
    return lines.joined(separator: "\n  ") + "\n"
  }

  private static func id(_ entry: Entry) -> String {
    "scenario_\(entry.file.mermaidIdentifier)__\(entry.scenario.mermaidIdentifier)"
  }

  private static func id(_ method: Method) -> String {
    "method_\(method.service.mermaidIdentifier)__\(method.name.mermaidIdentifier)"
  }

  private static func id(_ answer: Answer) -> String {
    let method =
      "\(answer.method.service.mermaidIdentifier)__\(answer.method.name.mermaidIdentifier)"
    return "answer_\(answer.file.mermaidIdentifier)__\(answer.line)__\(answer.step)__\(method)"
  }

  // MARK: - Graphviz

  /// The same as the text of a graph of Graphviz.
  var dot: String {
    var lines = [
      "digraph suite {", "  rankdir=LR;",
      "  node [fontname=\"Helvetica\", fontsize=11, shape=box];",
      "  edge [fontname=\"Helvetica\", fontsize=9];",
    ]
    func node(_ id: String, _ label: String, _ shape: String, isNever: Bool) -> String {
      let look = isNever ? ", style=dashed, color=gray45, fontcolor=gray35" : ""
      return "\(id.dotText) [label=\(label.dotText), shape=\(shape)\(look)];"
    }
    for entry in sortedEntries {
      let loads = entries[entry].flatMap { $0 }.map { " (\($0))" } ?? ""
      lines.append(
        "  " + node(Self.id(entry), entry.label + loads, "oval", isNever: isNever(entry)))
    }
    let called = calledMethods
    for (index, service) in services.enumerated() {
      lines.append("  subgraph cluster_\(index) {")
      lines.append("    label=\(service.name.dotText);")
      lines += service.methods.map {
        "    " + node(Self.id($0), $0.name, "box", isNever: !called.contains($0))
      }
      lines.append("  }")
    }
    for answer in sortedAnswers {
      lines.append("  " + node(Self.id(answer), answer.label, "note", isNever: isNever(answer)))
    }
    func edge(_ from: String, _ to: String, _ label: String, _ look: String = "") -> String {
      "  \(from.dotText) -> \(to.dotText) [label=\(label.dotText)\(look)];"
    }
    for (way, count) in sortedCalls {
      lines.append(edge(Self.id(way.from), Self.id(way.to), "\(count)"))
    }
    for (way, count) in sortedSteps {
      lines.append(edge(Self.id(way.from), Self.id(way.to), "then \(count)", ", style=bold"))
    }
    for answer in sortedAnswers {
      let uses = answers[answer] ?? 0
      let (label, look) =
        uses > 0
        ? ("\(uses)", "") : (isNever(answer) ? "never" : "optional", ", style=dashed, color=gray45")
      lines.append(edge(Self.id(answer.method), Self.id(answer), label, look))
    }
    return (lines + ["}"]).joined(separator: "\n") + "\n"
  }

  // MARK: - Data

  /// The graph as data.
  var members: [String: AnyCodableValue] {
    [
      "scenarios": .array(
        sortedEntries.map { entry in
          var members: [String: AnyCodableValue] = [
            "file": .string(entry.file), "name": .string(entry.scenario),
          ]
          members["loads"] = entries[entry].flatMap { $0 }.map { .int($0) }
          return .dictionary(members)
        }),
      "calls": .array(
        sortedCalls.map { way, count in
          [
            "file": .string(way.from.file), "scenario": .string(way.from.scenario),
            "service": .string(way.to.service), "method": .string(way.to.name),
            "count": .int(count),
          ]
        }),
      "answers": .array(
        sortedAnswers.map { answer in
          [
            "file": .string(answer.file), "line": .int(answer.line), "step": .int(answer.step),
            "service": .string(answer.method.service), "method": .string(answer.method.name),
            "uses": .int(answers[answer] ?? 0), "optional": .bool(optional.contains(answer)),
          ]
        }),
      "steps": .array(
        sortedSteps.map { way, count in
          [
            "from": ["service": .string(way.from.service), "method": .string(way.from.name)],
            "to": ["service": .string(way.to.service), "method": .string(way.to.name)],
            "count": .int(count),
          ]
        }),
    ]
  }
}

extension String {
  /// The text in quotes as Graphviz reads them, on one line.
  fileprivate var dotText: String {
    "\"" + escaped.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }
}
