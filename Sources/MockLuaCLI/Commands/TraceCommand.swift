import MockCalls
import MockConfiguration
import MockData
import MockLua
import MockLuaTools
import MockPlatform

/// `mocklua trace`: shows the history of a failing test, and replays it.
struct TraceCommand: ResultCommand {
  private static let file = Positional(
    "FILE", completion: .files("jsonl"), help: "The trace of a test; - reads standard input.")
  private static let mermaid = Flag("mermaid", help: "Print a Mermaid diagram.")
  private static let replay = Flag(
    "replay", help: "Make the calls again, with the script of the trace.")
  private static let script = Option<String>(
    "with", value: "SCRIPT", completion: .scenarios, help: "Make the calls again, with this script."
  )

  static let declaration = CommandDeclaration(
    name: "trace",
    summary: "Show how a failed test went, and replay its calls.",
    examples: [
      "mocklua trace traces/LoginTests.wrongCode.trace.jsonl",
      "mocklua trace LoginTests.wrongCode.trace.jsonl --with login.lua",
    ],
    arguments: [
      file, ResultFormat.option, mermaid, replay, script, ScriptArguments.path,
      ScriptArguments.color,
    ],
    conflicts: [[mermaid, replay], [mermaid, script], [mermaid, ResultFormat.option]],
    notes: """
      A failed test with `.scenario(...)` leaves a trace as an attachment, and as a
      file in the folder of MOCKLUA_TRACES. The trace has the script with its modules,
      the calls with their responses, and the issues, marked with `!`.

      Values under names such as `password` or `token` appear as <redacted 1>.
      Equal values have equal numbers. Set MOCKLUA_SECRETS=name,name for the test to
      add names, or MOCKLUA_SECRETS=off to show everything.

      --replay and --with make the calls again, in the same order and at the same
      times, and print those that get a different response. The exit code is then 1.
      """)

  let arguments: ParsedArguments
  private var scriptPath: String? { arguments[Self.script] }

  init(arguments: ParsedArguments) throws(UsageError) {
    self.arguments = arguments
    if arguments[Self.file] == "-", scriptPath == "-" { throw .exclusiveOptions("-", "--with -") }
  }

  func run(_ output: CommandOutput) throws(CommandFailure) {
    let trace = try TraceFile.read(
      arguments[Self.file],
      readsStandardInput: output.readsStandardInput && scriptPath != "-")
    if arguments[Self.mermaid] {
      return try output.write(TraceMermaid(trace: trace).text)
    }
    guard arguments[Self.replay] || scriptPath != nil else {
      if arguments.resultFormat == .json { return try output.write(JSONResult.text(trace.members)) }
      let style = output.style(color)
      return try output.write(TraceText(trace: trace, style: style).text)
    }
    try replay(trace, output)
  }

  // MARK: - Replay

  private func replay(_ trace: MockTrace, _ output: CommandOutput) throws(CommandFailure) {
    guard let runtime = try runtime(for: trace, output) else { return }
    let isSameScript = scriptPath == nil
    let replay = try AsyncWork.run {
      await TraceReplay(trace, on: runtime, isSameScript: isSameScript)
    }
    if arguments.resultFormat == .json {
      try output.write(JSONResult.text(replay.members))
    } else {
      try print(Self.lines(of: replay), output)
    }
    guard replay.differences.isEmpty else {
      throw .answeredDifferently(replay.differences.count, of: replay.played)
    }
  }

  private static func lines(of replay: TraceReplay) -> [String] {
    var lines = replay.differences.flatMap { difference in
      [
        "#\(difference.call.order) \(difference.call.name) \(difference.call.arguments.shortText)",
        "  was: \(difference.was)", "  now: \(difference.now)",
      ]
    }
    if replay.stubbed > 0 {
      let calls = CommandFailure.count(replay.stubbed, of: "call")
      lines.append(
        "\(calls) that the test answered itself \(replay.stubbed == 1 ? "is" : "are") left out")
    }
    if replay.differences.isEmpty {
      lines.append(
        "\(CommandFailure.count(replay.played, of: "call")) played, all with the same responses")
    }
    return lines
  }

  private func print(_ lines: [String], _ output: CommandOutput) throws(CommandFailure) {
    // Names and values come from the trace, which is untrusted input.
    try output.write(lines.map { $0.escapedLines + "\n" }.joined())
  }

  /// Returns the scenario to play, or nil if its script fails with the same errors that the trace recorded.
  private func runtime(
    for trace: MockTrace, _ output: CommandOutput
  ) throws(CommandFailure) -> ScenarioRuntime? {
    let clock = MockClock.virtual(manual: true, start: .milliseconds(trace.header.startMs))
    let log = MockCallLog(limit: max(10_000, trace.header.calls - trace.header.dropped))
    let quiet = MockFailureHandler { _ in }
    if let scriptPath {
      try script.checkFolders()
      let source = try ScriptSource.readScript(
        scriptPath,
        readsStandardInput: output.readsStandardInput && arguments[Self.file] != "-")
      var options = ScenarioOptions(
        variant: trace.script.variant,
        mode: trace.script.mode.flatMap { ScenarioMode(rawValue: $0) },
        seed: UInt64(bitPattern: Int64(trace.script.seed ?? 0)))
      options.searchPaths = script.options.searchPaths
      options.print = { _ in }
      return try rethrowing(
        as: CommandFailure.scenarioError,
        ScenarioRuntime(
          source: source.text, name: source.name, directory: source.directory, options: options,
          clock: clock, log: log, failureHandler: quiet))
    }
    do throws(ScenarioError) {
      return try ScenarioRuntime(
        script: trace.script, clock: clock, log: log, failureHandler: quiet)
    } catch {
      let diagnostics = error.diagnostics.map(\.description)
      let known = trace.issues.filter(\.isFailure).map(\.text)
      guard trace.header.calls == 0, Set(diagnostics) == Set(known) else {
        throw .scenarioError(error)
      }
      if arguments.resultFormat == .json {
        try output.write(JSONResult.text(["errors": .array(diagnostics.map { .string($0) })]))
      } else {
        try print(diagnostics + ["the script has the same errors as in the trace"], output)
      }
      return nil
    }
  }
}
