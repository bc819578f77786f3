import MockData

/// `mocklua generate completion`: writes a script that completes command lines in a shell.
struct GenerateCompletionCommand: Command {
  private static let shell = Positional(
    "SHELL", completion: .words(CompletionShell.choices),
    help: "The shell: \(CompletionShell.expectation).")

  static let declaration = CommandDeclaration(
    name: "generate completion",
    summary: "Write shell completion for \(CompletionShell.expectation).",
    examples: [
      "mocklua generate completion zsh -o ~/.zfunc/_mocklua"
    ],
    arguments: [shell, ScriptArguments.output],
    notes: """
      The script completes commands, options, their values, and files. Write it again
      when you update mocklua.

      bash, with the package bash-completion:
        d=~/.local/share/bash-completion/completions
        mocklua generate completion bash -o $d/mocklua
      zsh, with a folder of $fpath, before compinit:
        mocklua generate completion zsh -o ~/.zfunc/_mocklua
      fish:
        mocklua generate completion fish -o ~/.config/fish/completions/mocklua.fish
      """)

  private let shell: CompletionShell
  private let target: OutputTarget

  init(_ arguments: ParsedArguments) throws(UsageError) {
    let name = arguments[Self.shell]
    guard let shell = CompletionShell(argument: name) else {
      throw .invalidValue(
        option: Self.shell.declaration.name, value: name, expectation: CompletionShell.expectation,
        nearest: NearestName.nearest(to: name, candidates: CompletionShell.choices))
    }
    self.shell = shell
    target = OutputTarget(try arguments.value(of: ScriptArguments.output) ?? "-")
  }

  func run() throws(CommandFailure) {
    try target.write(shell.script(for: MockLuaCommand.program))
  }
}

/// A shell that has a completion script.
enum CompletionShell: String, CaseIterable, ArgumentValue {
  case bash, zsh, fish

  /// Returns the script, generated from the declarations of a program's commands.
  func script(for program: Program) -> String {
    let commands = CompletedCommand.all(of: program)
    let implied = program.defaultCommand.declaration.name
    return switch self {
    case .bash: BashCompletion(program: program.name, commands: commands, implied: implied).script
    case .zsh: ZshCompletion(program: program.name, commands: commands, implied: implied).script
    case .fish: FishCompletion(program: program.name, commands: commands, implied: implied).script
    }
  }
}
