/// A command for shell completion: its own declaration, and the options that every command has.
struct CompletedCommand {
  let words: [String]
  let summary: String
  /// The positional arguments, the last of which can repeat, and then applies to all later positions.
  let positionals: [ArgumentDeclaration]
  let options: [ArgumentDeclaration]
  /// The options that each option excludes, including itself, by the option's spelling.
  let excluded: [String: [String]]

  fileprivate init(_ command: CommandDeclaration, common: [Flag]) {
    words = command.words
    summary = command.summary
    positionals = command.positionals
    options = command.options + common.map(\.declaration)
    var excluded: [String: [String]] = [:]
    for option in options { excluded[option.spelling] = Self.spellings(of: option) }
    for group in command.conflicts {
      let spellings = group.map(\.declaration.spelling)
      for spelling in spellings {
        let known = excluded[spelling] ?? []
        excluded[spelling] = known + spellings.filter { !known.contains($0) }
      }
    }
    self.excluded = excluded
  }

  /// Creates a first word, such as `generate`, which is followed by a word from a list.
  fileprivate init(_ word: String, summary: String, choices: [String], options: [Flag] = []) {
    words = [word]
    self.summary = summary
    positionals = [Positional("COMMAND", completion: .words(choices), help: "").declaration]
    self.options = options.map(\.declaration)
    excluded = [:]
  }

  var name: String { words.joined(separator: " ") }

  var isFirstWord: Bool { words.count == 1 }

  static func spellings(of option: ArgumentDeclaration) -> [String] {
    [option.spelling] + (option.letter.map { ["-\($0)"] } ?? [])
  }

  /// The options with a value.
  var valued: [ArgumentDeclaration] {
    options.filter { if case .option = $0.kind { true } else { false } }
  }
}

/// A program for shell completion.
struct CompletedProgram {
  let program: String
  /// All commands, the words that start several of them, and `help`.
  let commands: [CompletedCommand]
  /// The command that runs when the first word doesn't name one.
  let implied: String

  init(_ program: Program) {
    let common = [Program.help, Program.version]
    let commands = program.commands.map { CompletedCommand($0.declaration, common: common) }
    let families = program.families.map { family in
      CompletedCommand(
        family.name, summary: family.summary,
        choices: program.members(of: family).map { $0.words[1] }, options: common)
    }
    let help = CompletedCommand(
      "help", summary: "Show the help of a command.", choices: program.firstWords)
    self.commands = commands + families + [help]
    (self.program, implied) = (program.name, program.defaultCommand.declaration.name)
  }

  var firstWords: [String] { commands.filter(\.isFirstWord).map(\.name) }
}
