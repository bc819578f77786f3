import MockConfiguration
import MockData
import MockInspector
import MockLua
import MockLuaTools

/// Reads the trace of a test.
enum TraceFile {
  /// `-` is standard input, and `readsStandardInput` determines whether messages suggest it.
  static func read(
    _ path: String, readsStandardInput: Bool = true
  ) throws(CommandFailure) -> MockTrace {
    var lines = try LineReader(
      path: path == "-" ? nil : path, readsStandardInput: readsStandardInput, failure: failure)
    var reader = MockTraceReader(file: lines.name)
    while let line = try lines.next() {
      try rethrowing(as: CommandFailure.configuration, reader.add(line))
    }
    return try rethrowing(as: CommandFailure.configuration, reader.finish())
  }

  /// Parses a trace from text that was already read.
  static func trace(of source: ScriptSource) throws(CommandFailure) -> MockTrace {
    var reader = MockTraceReader(file: source.name)
    for line in source.text.utf8.split(separator: UInt8(ascii: "\n")) {
      try rethrowing(as: CommandFailure.configuration, reader.add(Array(line)))
    }
    return try rethrowing(as: CommandFailure.configuration, reader.finish())
  }

  private static func failure(_ name: String, _ problem: CallsProblem) -> CommandFailure {
    guard case .longLine(let line, let limit) = problem else {
      return .unreadableTrace(path: name, problem)
    }
    return .configuration(
      MockConfigurationError(
        problem: .other(
          "the line is longer than \(limit >> 20) MiB, so this isn't a trace; pass a trace file"),
        at: ScriptLocation(file: name, line: line)))
  }
}

extension MockTrace {
  /// The trace as data, without its script: the lines of the file, grouped by type.
  var members: [String: AnyCodableValue] {
    [
      "trace": headerValue, "script": .string(script.name), "events": .array(events.map(\.value)),
      "issues": .array(issues.map(\.value)),
    ]
  }
}

extension TraceReplay {
  /// The result of replaying a trace, as data.
  var members: [String: AnyCodableValue] {
    [
      "played": .int(played), "stubbed": .int(stubbed),
      "differences": .array(differences.map(\.value)),
    ]
  }
}

extension TraceReplay.Difference {
  fileprivate var value: AnyCodableValue {
    [
      "order": .int(call.order), "call": .string(call.name), "arguments": call.arguments,
      "was": .string(was), "now": .string(now),
    ]
  }
}

/// The inspector's view of a trace, which is read-only.
final class TraceSession: InspectedSession {
  let scenario: ScenarioRuntime
  let script: InspectedScript
  let apps: [String]

  var isReadOnly: Bool { true }

  init(_ trace: MockTrace) throws(CommandFailure) {
    var problems: [InspectedScript.Problem] = []
    do throws(ScenarioError) {
      scenario = try ScenarioRuntime.showing(trace)
    } catch {
      problems = error.diagnostics.map { InspectedScript.Problem($0, in: trace.script.name) }
      // A script that doesn't load has made no calls.
      var empty = trace
      empty.script = MockScript(name: trace.script.name, source: "")
      scenario = try rethrowing(
        as: CommandFailure.scenarioError, ScenarioRuntime.showing(empty))
    }
    problems += trace.issues.filter(\.isFailure).map { issue in
      InspectedScript.Problem(
        issue.text, at: issue.place ?? ScriptLocation(file: trace.script.name))
    }
    script = InspectedScript(
      name: trace.script.name, text: trace.script.source, problems: problems,
      variant: trace.script.variant)
    let plan = trace.header.plan.map { plan in
      ", explored \(trace.header.planInWords ?? "") (replay: \"\(plan)\")"
    }
    apps = ["trace of \(trace.header.test ?? "a test")\(plan ?? "")"]
  }

  func restart(_ change: SessionRestart, finish: @escaping @Sendable (String?) -> Void) {
    finish("a trace is read-only")
  }
}
