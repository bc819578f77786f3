/// A subcommand: declared as data, created from parsed arguments, run once.
protocol Command: Sendable {
  /// The name, the summary, and the arguments.
  static var declaration: CommandDeclaration { get }

  /// Reads the arguments' values.
  init(_ arguments: ParsedArguments) throws(UsageError)

  /// Whether messages are colored; `auto` by default.
  var color: ColorChoice { get }

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
  var color: ColorChoice { .auto }
}

/// The name, summary, and arguments of a command: the data for both parsing and help.
struct CommandDeclaration: Sendable {
  /// The word that selects the command: `emit`.
  var name: String

  /// A description of the command, on one line.
  var summary: String

  /// The arguments: positional ones in order, the others in the order of the help.
  var arguments: [any Argument]

  /// Groups of mutually exclusive arguments.
  ///
  /// Usage lines join them by `|`.
  var exclusive: [[any Argument]] = []

  /// More such groups, which usage lines don't show.
  var conflicts: [[any Argument]] = []

  /// The part of the help below the options: the command's behavior, and examples.
  var notes = ""

  var declarations: [ArgumentDeclaration] { arguments.map(\.declaration) }

  var positionals: [ArgumentDeclaration] {
    declarations.filter { if case .positional = $0.kind { true } else { false } }
  }

  /// The flags and options, without those that every command has.
  var options: [ArgumentDeclaration] {
    declarations.filter { if case .positional = $0.kind { false } else { true } }
  }
}
