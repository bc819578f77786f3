import MockData
import MockLua
import MockPlatform

/// `mocklua repl`: evaluates Lua line by line while a scenario runs.
struct ReplCommand: Command {
  private static let file = Positional(
    "FILE", isOptional: true, completion: .scenarios,
    help: "A script or a .json configuration (default: an empty script).")

  static let declaration = CommandDeclaration(
    name: "repl",
    summary: "Call services and change a scenario line by line.",
    examples: [
      "mocklua repl login.lua",
      "echo 'services.OTP.verify { code = \"123456\" }' | mocklua repl login.lua",
    ],
    arguments: [file, ContractFile.option, ScriptArguments.realTime] + ScriptArguments.declarations,
    notes: """
      A line is Lua, as if it were at the end of the script, or a command that starts
      with a colon; `:help` lists these. An expression prints its value, a call of a
      service waits for its response, a declaration takes effect, and local variables
      are kept. Time is virtual and gates are open, as in `mocklua call`.

      On a terminal, Tab completes, Ctrl-C stops a script or clears the line, and
      Ctrl-D ends. Lines are saved in $MOCKLUA_HISTORY (default:
      ~/.local/state/mocklua/history), or nowhere if it is empty.

      With lines on standard input there are no prompts. After an error the next line
      runs, and the exit code is 1. Catch an expected error with `pcall`.

      --contract also compares what you declare with the contract.
      """)

  let arguments: ParsedArguments

  init(arguments: ParsedArguments) throws(UsageError) {
    self.arguments = arguments
    if arguments[Self.file] == "-" { throw .needsFile("standard input provides the lines") }
  }

  func run() throws(CommandFailure) {
    var options = script.options
    options.print = { line in
      // An error here can't be reported anywhere.
      line.writeEscapedLines { try? Descriptor.standardOutput.write($0) }
    }
    try script.checkFolders()
    let isTerminal = Descriptor.standardInput.isTerminal && Descriptor.standardOutput.isTerminal
    let path = arguments[Self.file]
    let scenario = try ReplScenario(
      path: path.isEmpty ? nil : path, options: options,
      clock: arguments[ScriptArguments.realTime] ? .real : .virtual, isLimited: !isTerminal)
    let session = ReplSession(
      scenario, contract: try ContractFile.read(arguments[ContractFile.option]),
      isTerminal: isTerminal, color: color)
    if isTerminal {
      try session.run(on: TerminalLines(complete: session.completions))
    } else {
      try session.run(on: PipedLines())
    }
  }
}
