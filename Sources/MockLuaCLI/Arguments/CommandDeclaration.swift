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
