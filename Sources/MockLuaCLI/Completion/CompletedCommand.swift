/// A command for shell completion: its own declaration, and the options that every command has.
struct CompletedCommand {
  let name: String
  let summary: String
  let positionals: [ArgumentDeclaration]
  let options: [ArgumentDeclaration]
  /// The options that an option excludes, by its spelling, including itself.
  let excluded: [String: [String]]

  private init(_ command: CommandDeclaration, common: [Flag]) {
    name = command.name
    summary = command.summary
    positionals = command.positionals
    options = command.options + common.map(\.declaration)
    var excluded: [String: [String]] = [:]
    for option in options { excluded[option.spelling] = Self.spellings(of: option) }
    for group in command.exclusive + command.conflicts {
      let spellings = group.map(\.declaration.spelling)
      for spelling in spellings {
        let known = excluded[spelling] ?? []
        excluded[spelling] = known + spellings.filter { !known.contains($0) }
      }
    }
    self.excluded = excluded
  }

  /// Creates the word `help`, which is followed by a command.
  private init(help program: Program) {
    name = "help"
    summary = "Show the help of a command."
    let names = program.commands.map { $0.declaration.name }
    positionals = [Positional("COMMAND", completion: .words(names), help: "").declaration]
    (options, excluded) = ([], [:])
  }

  /// Returns all commands of a program, and `help`.
  static func all(of program: Program) -> [CompletedCommand] {
    program.commands.map {
      CompletedCommand($0.declaration, common: [Program.help, Program.version])
    }
      + [CompletedCommand(help: program)]
  }

  /// Returns all spellings of an option.
  static func spellings(of option: ArgumentDeclaration) -> [String] {
    [option.spelling] + (option.letter.map { ["-\($0)"] } ?? [])
  }

  /// The options with a value.
  var valued: [ArgumentDeclaration] {
    options.filter { if case .option = $0.kind { true } else { false } }
  }

  /// The positional arguments with their positions, from 1.
  ///
  /// The last one can repeat, and then applies to all later positions.
  var places: [(number: Int, repeats: Bool, argument: ArgumentDeclaration)] {
    positionals.enumerated().map { ($0.offset + 1, $0.element.isRepeatable, $0.element) }
  }
}
