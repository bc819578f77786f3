import MockData

/// `mocklua completion`: prints a script with which a shell completes command lines.
struct CompletionCommand: Command {
  private static let shell = Positional(
    "SHELL", completion: .words(CompletionShell.choices),
    help: "The shell: \(CompletionShell.expectation).")

  static let declaration = CommandDeclaration(
    name: "completion",
    summary: "Print a script that completes command lines in a shell.",
    arguments: [shell, ScriptArguments.output],
    notes: """
      Commands, options, the values of options and files are completed. The script is
      for this version of mocklua: write it anew with the next one.

      bash, with the package bash-completion:
        mocklua completion bash --output ~/.local/share/bash-completion/completions/mocklua
      zsh, with a folder that $fpath names, before compinit:
        mocklua completion zsh --output ~/.zfunc/_mocklua
      fish:
        mocklua completion fish --output ~/.config/fish/completions/mocklua.fish
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
