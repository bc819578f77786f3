import MockConfiguration
import MockData
import MockInspector
import MockLua
import MockLuaTools

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
