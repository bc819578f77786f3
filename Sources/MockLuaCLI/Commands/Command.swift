/// A subcommand: declared as data, made from parsed arguments, run once.
protocol Command: Sendable {
  /// The name, the summary and the arguments.
  static var declaration: CommandDeclaration { get }

  /// Reads the arguments' values.
  init(_ arguments: ParsedArguments) throws(UsageError)

  /// When messages about it have colours; `auto` by default.
  var color: ColorChoice { get }

  /// Does the work; standard output carries nothing but the result.
  func run() throws(CommandFailure)
}

/// A command whose result is a text, which others than a terminal or a pipe may read as well.
protocol ResultCommand: Command {
  /// Does the work, and puts the result there.
  func run(_ output: CommandOutput) throws(CommandFailure)
}

extension ResultCommand {
  func run() throws(CommandFailure) { try run(.standard) }
}

extension Command {
  var color: ColorChoice { .auto }
}

/// What a command is called, takes and means: the data behind both parsing and help.
struct CommandDeclaration: Sendable {
  /// The word that chooses the command: `emit`.
  var name: String

  /// One line that says what the command does.
  var summary: String

  /// The arguments: positional ones in their order, the rest in the order in which the help shows them.
  var arguments: [any Argument]

  /// Groups of arguments of which at most one may be given; usage lines join them by `|`.
  var exclusive: [[any Argument]] = []

  /// More groups of that kind, which usage lines don't show.
  var conflicts: [[any Argument]] = []

  /// What the help says below the options: how the command behaves, and examples.
  var notes = ""

  var declarations: [ArgumentDeclaration] { arguments.map(\.declaration) }

  var positionals: [ArgumentDeclaration] {
    declarations.filter { if case .positional = $0.kind { true } else { false } }
  }

  /// Flags and options, without those that every command has.
  var options: [ArgumentDeclaration] {
    declarations.filter { if case .positional = $0.kind { false } else { true } }
  }
}
