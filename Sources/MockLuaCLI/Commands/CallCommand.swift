import MockCalls
import MockLua

/// `mocklua call`: makes calls in order and prints the response to each.
struct CallCommand: ResultCommand {
  private static let names = Positional(
    "NAME", form: "[NAME [ARGS]]...", isOptional: true,
    help: "Service.method, and its arguments as a JSON object.")
  private static let calls = Option<String>(
    "calls", value: "FILE", completion: .files("jsonl"),
    help: "Read the calls from a file of JSON lines.")
  private static let state = Flag("state", help: "End with the shared state.")
  private static let gates = Flag("gates", help: "End with the gates: open or not, who waits.")
  private static let failOnError = Flag("fail-on-error", help: "Exit with 1 when a call fails.")

  static let declaration = CommandDeclaration(
    name: "call",
    summary: "Play calls in order and print each answer as a line of JSON.",
    arguments: [
      ScriptArguments.file, names, calls, state, gates, ScriptArguments.realTime, failOnError,
      OnlyFormat.option,
    ]
      + ScriptArguments.declarations,
    notes: """
      Each line has `call`, `count`, `delayMs` and `result`: a `success` its `value`,
      an `error` its `error`, a `stream` its `values` and the `error` that ended it.
      A line of --calls is such an object, `args` being optional; - reads standard
      input:
        {"call":"OTP.verify","args":{"code":"123456"}}

      Time is virtual, so that nothing waits. Gates stand open until close=GATE stands
      between the calls, or a line {"close":"GATE"}: a call that comes there has the
      result `waiting`, and is answered when open=GATE, or {"open":"GATE"}, lets it go
      on. One that waits to the end makes the exit code 1.

      An error of a mock is an answer like any other. An error that the script makes
      while it runs (code `scriptError`) is one too, but stands on standard error as
      well, and the exit code is 1, as it is where the script lacks a method that is
      called. A computed stream is left after 10,000 values.

      Example:
        mocklua call login.lua OTP.verify '{"code":"123456"}' User.load --state
      """)

  private let input: String
  private let steps: [MockCallStep]
  private let callsPath: String?
  private let printsState: Bool
  private let printsGates: Bool
  private let isRealTime: Bool
  private let failsOnError: Bool
  private let script: ScriptArguments

  init(_ arguments: ParsedArguments) throws(UsageError) {
    input = arguments[ScriptArguments.file]
    _ = try arguments.value(of: OnlyFormat.option)
    steps = try CallArguments.readSteps(arguments.texts(of: Self.names))
    callsPath = try arguments.value(of: Self.calls)
    printsState = arguments[Self.state]
    printsGates = arguments[Self.gates]
    isRealTime = arguments[ScriptArguments.realTime]
    failsOnError = arguments[Self.failOnError]
    script = try ScriptArguments(arguments)
    if callsPath != nil, !steps.isEmpty { throw .exclusiveOptions("NAME", "--calls") }
    if callsPath == nil, steps.isEmpty { throw .missingArgument(name: "NAME") }
    if callsPath == "-", input == "-" { throw .exclusiveOptions("-", "--calls -") }
  }

  var color: ColorChoice { script.color }

  func run(_ output: CommandOutput) throws(CommandFailure) {
    let script = script.printing(to: output)
    let source = try ScenarioSource.read(
      input, readsStandardInput: output.readsStandardInput && callsPath != "-")
    let player = try source.player(script, clock: isRealTime ? .real() : .virtual())
    let session = PlayingSession(
      player: player, flushesEachLine: isRealTime, printsState: printsState,
      printsGates: printsGates, failsOnError: failsOnError, color: color,
      output: output)
    let (steps, callsPath, readsScript) = (steps, callsPath, input == "-")
    let counts = try AsyncWork.run { () async -> Result<PlayedCounts, CommandFailure> in
      var session = session
      do throws(CommandFailure) {
        if let callsPath {
          try await session.play(callsOf: callsPath, readsStandardInput: !readsScript)
        } else {
          try await session.play(steps)
        }
        return .success(session.counts)
      } catch {
        return .failure(error)
      }
    }
    if counts.isFailure { throw .played(counts) }
  }
}
