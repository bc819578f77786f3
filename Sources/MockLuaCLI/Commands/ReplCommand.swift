import MockData
import MockLua
import MockPlatform

/// `mocklua repl`: evaluates Lua line by line while a scenario runs.
struct ReplCommand: Command {
  private static let file = Positional(
    "FILE", completion: .scenarios,
    help: "A script or a .json configuration; none starts empty.", isOptional: true)

  static let declaration = CommandDeclaration(
    name: "repl",
    summary: "Explore a scenario line by line: call services, look at state.",
    arguments: [file, ContractFile.option, ScriptArguments.realTime] + ScriptArguments.declarations,
    notes: """
      A line is Lua, as if it stood at the end of the script, or a command that begins
      with a colon; `:help` lists them. An expression prints its value, a call of a
      service awaits its answer, what is declared takes effect, and a local is kept.
      Time is virtual and gates stand open, as in `mocklua call`.

      On a terminal, Tab completes, Ctrl-C stops a script or clears the line, and
      Ctrl-D ends. Lines are kept in $MOCKLUA_HISTORY, by default in
      ~/.local/state/mocklua/history; an empty name keeps none.

      Lines on standard input print no prompts. An error is reported, the lines behind
      it run, and the exit code is 1. Catch an error that you expect with `pcall`.

      With --contract, what the script and its lines declare is compared with what the
      app's mocks require.

      Example:
        echo 'services.OTP.verify { code = "123456" }' | mocklua repl login.lua
      """)

  private let path: String?
  private let clock: ReplScenario.Clock
  private let script: ScriptArguments
  private let contract: String?

  init(_ arguments: ParsedArguments) throws(UsageError) {
    let path = arguments[Self.file]
    if path == "-" {
      throw .invalidValue(
        option: "FILE", value: "-", expectation: "a file, because standard input has the lines",
        nearest: nil)
    }
    self.path = path.isEmpty ? nil : path
    clock = arguments[ScriptArguments.realTime] ? .real : .virtual
    script = try ScriptArguments(arguments)
    contract = try arguments.value(of: ContractFile.option)
  }

  var color: ColorChoice { script.color }

  func run() throws(CommandFailure) {
    var options = script.options
    options.print = { line in
      // An error here can't be reported anywhere.
      line.writeEscapedLines { try? Descriptor.standardOutput.write($0) }
    }
    try script.checkFolders()
    let isTerminal = Descriptor.standardInput.isTerminal && Descriptor.standardOutput.isTerminal
    let scenario = try ReplScenario(
      path: path, options: options, clock: clock, isLimited: !isTerminal)
    let contract = try contract.map { path throws(CommandFailure) in try ContractFile.read(path) }
    let session = ReplSession(
      scenario, contract: contract, isTerminal: isTerminal, color: script.color)
    if isTerminal {
      try session.run(on: TerminalLines(complete: session.completions))
    } else {
      try session.run(on: PipedLines())
    }
  }
}
