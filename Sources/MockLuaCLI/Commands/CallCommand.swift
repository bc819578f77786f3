import MockCalls
import MockLua
import MockLuaTools

/// `mocklua call`: makes calls in order and prints the response to each.
struct CallCommand: ResultCommand {
  private static let names = Positional(
    "NAME", form: "[NAME [ARGS]]...", isOptional: true,
    help: "A call or a request, each with ARGS as a JSON object.")
  private static let calls = Option<String>(
    "calls", value: "FILE", completion: .files("jsonl"),
    help: "Read the calls from a file of JSON lines.")
  private static let state = Flag("state", help: "Print the shared state at the end.")
  private static let gates = Flag(
    "gates", help: "Print the gates at the end, and how many calls wait.")
  private static let failOnError = Flag("fail-on-error", help: "Exit with 1 if a call fails.")

  static let declaration = CommandDeclaration(
    name: "call",
    summary: "Make calls, and print each response as a line of JSON.",
    examples: [
      "mocklua call login.lua OTP.verify '{\"code\":\"123456\"}' User.load --state",
      "mocklua call api.lua GET /users/7",
    ],
    arguments: [
      ScriptArguments.file, names, calls, state, gates, ScriptArguments.realTime, failOnError,
      OnlyFormat.option,
    ]
      + ScriptArguments.declarations,
    notes: """
      A call is Service.method, followed by its arguments as a JSON object. A request
      is a method with an address, such as GET https://api.example.com/users/7. If
      only one host of the script has the path, the path is enough.

      Each line has `call`, `count`, `delayMs`, and `result`: a `success` has a
      `value`, an `error` has an `error`, and a `stream` has `values` and the `error`
      that ended it. A stream that a function computes ends after 10,000 values.

      --calls reads lines such as these, with optional `args`; - reads standard input:
        {"call":"OTP.verify","args":{"code":"123456"}}

      Time is virtual, so delays don't take time. Gates are open at first. To close
      a gate, write close=GATE between calls, or a line {"close":"GATE"}. A call that
      reaches it gets the result `waiting`. Its response follows open=GATE or
      {"open":"GATE"}.

      The exit code is 1 if a function has an error (`scriptError`), if the script
      doesn't have the method, or if a call still waits at the end.
      """)

  let arguments: ParsedArguments
  private let steps: [MockCallStep]

  init(arguments: ParsedArguments) throws(UsageError) {
    self.arguments = arguments
    steps = try CallArguments.readSteps(arguments.texts(of: Self.names))
    let callsPath = arguments[Self.calls]
    if callsPath != nil, !steps.isEmpty { throw .exclusiveOptions("NAME", "--calls") }
    if callsPath == nil, steps.isEmpty { throw .missingArgument(name: "NAME") }
    if callsPath == "-", arguments[ScriptArguments.file] == "-" {
      throw .exclusiveOptions("-", "--calls -")
    }
  }

  func run(_ output: CommandOutput) throws(CommandFailure) {
    let script = script.printing(to: output)
    let (input, callsPath) = (arguments[ScriptArguments.file], arguments[Self.calls])
    let isRealTime = arguments[ScriptArguments.realTime]
    let source = try ScenarioSource.read(
      input, readsStandardInput: output.readsStandardInput && callsPath != "-")
    let player = try source.player(script, clock: isRealTime ? .real() : .virtual())
    let session = PlayingSession(
      player: player, flushesEachLine: isRealTime, printsState: arguments[Self.state],
      printsGates: arguments[Self.gates], failsOnError: arguments[Self.failOnError], color: color,
      output: output)
    let (steps, readsScript) = (steps, input == "-")
    let counts = try AsyncWork.run { () async throws(CommandFailure) in
      var session = session
      if let callsPath {
        try await session.play(callsOf: callsPath, readsStandardInput: !readsScript)
      } else {
        try await session.play(steps)
      }
      return session.counts
    }
    if counts.isFailure { throw .played(counts) }
  }
}
