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
