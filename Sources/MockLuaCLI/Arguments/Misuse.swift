/// A wrong command line, together with how to write the command that it was meant for.
struct Misuse: Error {
  var error: UsageError

  /// The usage lines of the command.
  var usage: String

  /// What to type for all of the help: `mocklua emit --help`.
  var helpCommand: String

  /// The program's name.
  var program: String
}

extension Misuse: CustomStringConvertible {
  /// The error on one line, then how to write the command.
  var description: String {
    "\(program): \(error)\n\(usage)\n'\(helpCommand)' explains more."
  }
}
