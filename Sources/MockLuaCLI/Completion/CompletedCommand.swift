/// A command as a shell completes it: what the declarations say, and what every command takes.
struct CompletedCommand {
  let name: String
  let summary: String
  let positionals: [ArgumentDeclaration]
  let options: [ArgumentDeclaration]
  /// What may not be given beside an option, by its spelling: itself, and what it excludes.
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

  /// The word `help`, behind which a command is named.
  private init(help program: Program) {
    name = "help"
    summary = "Show the help of a command."
    let names = program.commands.map { $0.declaration.name }
    positionals = [Positional("COMMAND", completion: .words(names), help: "").declaration]
    (options, excluded) = ([], [:])
  }

  /// All commands of a program, and `help`.
  static func all(of program: Program) -> [CompletedCommand] {
    program.commands.map {
      CompletedCommand($0.declaration, common: [Program.help, Program.version])
    }
      + [CompletedCommand(help: program)]
  }

  /// Every way in which an option may be typed.
  static func spellings(of option: ArgumentDeclaration) -> [String] {
    [option.spelling] + (option.letter.map { ["-\($0)"] } ?? [])
  }

  /// The options with a value, as they are typed.
  var valued: [ArgumentDeclaration] {
    options.filter { if case .option = $0.kind { true } else { false } }
  }

  /// What stands at a place among the positional arguments; the last one repeats where it may.
  ///
  /// Each is the number of the place, from 1, and whether it is also that of all later ones.
  var places: [(number: Int, repeats: Bool, argument: ArgumentDeclaration)] {
    positionals.enumerated().map { ($0.offset + 1, $0.element.isRepeatable, $0.element) }
  }
}
