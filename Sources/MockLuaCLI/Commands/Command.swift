/// A subcommand: declared as data, made from parsed arguments, run once.
protocol Command: Sendable {
  /// The name, the summary and the arguments.
  static var declaration: CommandDeclaration { get }

  /// Reads the arguments' values.
  init(_ arguments: ParsedArguments) throws(UsageError)

  /// Does the work; standard output carries nothing but the result.
  func run() throws(CommandFailure)
}
