/// A subcommand: declared as data, created from parsed arguments, run once.
protocol Command: Sendable {
  /// The name, the summary, and the arguments.
  static var declaration: CommandDeclaration { get }

  /// The arguments of the command line.
  var arguments: ParsedArguments { get }

  /// Creates the command, or throws if the arguments don't fit together.
  init(arguments: ParsedArguments) throws(UsageError)

  /// Runs the command.
  ///
  /// Standard output contains nothing but the result.
  func run() throws(CommandFailure)
}

/// A command with a text result, which can go to destinations other than standard output.
protocol ResultCommand: Command {
  /// Runs the command, and writes the result to the output.
  func run(_ output: CommandOutput) throws(CommandFailure)
}

extension ResultCommand {
  func run() throws(CommandFailure) { try run(.standard) }
}

extension Command {
  /// Whether messages are colored.
  var color: ColorChoice { arguments[ScriptArguments.color] ?? .auto }

  /// The options for loading a script.
  var script: ScriptArguments { ScriptArguments(arguments) }
}

extension ParsedArguments {
  /// The format of the result.
  var resultFormat: ResultFormat { self[ResultFormat.option] ?? .text }

  /// The destination of the result.
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

  /// The words of the name.
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
