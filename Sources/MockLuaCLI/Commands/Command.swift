/// A subcommand: declared as data, created from parsed arguments, run once.
protocol Command: Sendable {
  static var declaration: CommandDeclaration { get }

  var arguments: ParsedArguments { get }

  /// Creates the command, or throws if the arguments don't fit together.
  init(arguments: ParsedArguments) throws(UsageError)

  /// Standard output contains nothing but the result.
  func run() throws(CommandFailure)
}

/// A command with a text result, which can go to destinations other than standard output.
protocol ResultCommand: Command {
  func run(_ output: CommandOutput) throws(CommandFailure)
}

extension ResultCommand {
  func run() throws(CommandFailure) { try run(.standard) }
}

extension Command {
  var color: ColorChoice { arguments[ScriptArguments.color] ?? .auto }

  var script: ScriptArguments { ScriptArguments(arguments) }
}

extension ParsedArguments {
  var resultFormat: ResultFormat { self[ResultFormat.option] ?? .text }

  var target: OutputTarget { OutputTarget(self[ScriptArguments.output] ?? "-") }
}

/// The name, summary, and arguments of a command: the data for both parsing and help.
struct CommandDeclaration: Sendable {
  /// One or two words that select the command: `emit`, `generate swift`.
  var name: String

  /// One line that starts with a verb and describes the command.
  var summary: String

  /// Command lines that the help shows first.
  var examples: [String] = []

  /// The arguments: positional ones in their order, and the others in the order in which the help shows them.
  var arguments: [any Argument]

  /// Groups of arguments of which at most one may be given.
  var conflicts: [[any Argument]] = []

  /// The names of options that the command had, each with its replacement.
  var formerOptions: [String: String] = [:]

  /// Notes on the command's behavior, which the help shows after the options.
  var notes = ""

  var words: [String] { name.split(separator: " ").map(String.init) }

  var declarations: [ArgumentDeclaration] { arguments.map(\.declaration) }

  var positionals: [ArgumentDeclaration] {
    declarations.filter { if case .positional = $0.kind { true } else { false } }
  }

  /// The flags and options, without those that every command has.
  var options: [ArgumentDeclaration] {
    declarations.filter { if case .positional = $0.kind { false } else { true } }
  }
}
