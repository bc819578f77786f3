/// A shell for which there is a script that completes command lines.
enum CompletionShell: String, CaseIterable, ArgumentValue {
  case bash, zsh, fish

  /// The script, written from the declarations of a program's commands.
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
