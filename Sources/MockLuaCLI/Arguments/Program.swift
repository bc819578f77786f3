import MockData

/// A command-line program with its commands, one of which is the default.
struct Program: Sendable {
  var name: String

  /// The version, without the name.
  var version: String

  /// One line that starts with a verb and describes the program.
  var summary: String

  /// Command lines that the help shows first.
  var examples: [String] = []

  /// The commands by purpose, in the order in which the help shows them.
  var groups: [CommandGroup]

  /// Words that start the names of several commands, such as `generate`.
  var families: [CommandFamily] = []

  /// The command that runs when the first word doesn't name one.
  var defaultCommand: any Command.Type

  /// The names of commands that the program had, each with its replacement.
  var formerCommands: [String: String] = [:]

  /// A flag of every command.
  static let help = Flag("help", letter: "h", help: "Show this help.")

  /// A flag of every command.
  static let version = Flag("version", letter: "V", help: "Show the version.")

  var commands: [any Command.Type] { groups.flatMap(\.commands) }

  /// Every word that a command line can start with, except `help`.
  var firstWords: [String] {
    commands.map { $0.declaration.words[0] }
      .reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  func members(of family: CommandFamily) -> [CommandDeclaration] {
    commands.map { $0.declaration }.filter { $0.words.count > 1 && $0.words[0] == family.name }
  }

  /// Determines what a command line requests.
  ///
  /// `--help` takes precedence over all errors, except a misspelled command. `help COMMAND` does the same as
  /// `COMMAND --help`. A first word that is neither a command nor a file, but nearly a command, is a misspelled
  /// command.
  func invocation(
    of arguments: [String], isFile: (String) -> Bool
  ) throws(CommandLineError) -> Invocation {
    guard let first = arguments.first else { return .print(helpText.overview()) }
    if first == "help", !isFile("help") {
      let words = arguments.dropFirst() + ["--help"]
      return try invocation(of: Array(words)) { _ in false }
    }
    guard Self.mayNameCommand(first) else {
      return try invocationOfDefault(arguments, isFile: isFile)
    }
    if let command = commands.first(where: { arguments.starts(with: $0.declaration.words) }) {
      let words = Array(arguments.dropFirst(command.declaration.words.count))
      if let text = text(askedForBy: words, { $0.text(for: command.declaration) }) {
        return .print(text)
      }
      return try run(command) { () throws(UsageError) in
        try ArgumentParser.parse(words, for: complete(command.declaration))
      }
    }
    if let family = families.first(where: { $0.name == first }) {
      return try invocation(of: Array(arguments.dropFirst()), in: family)
    }
    return try invocationOfDefault(arguments, isFile: isFile)
  }

  private var helpText: HelpText { HelpText(program: self) }

  /// The help or the version, if one of the words asks for it.
  private func text(askedForBy words: [String], _ help: (HelpText) -> String) -> String? {
    let options = words.prefix { $0 != "--" }
    func isSet(_ flag: Flag) -> Bool {
      options.contains { flag.declaration.isSpelled($0[...]) }
    }
    if isSet(Self.help) { return help(helpText) }
    return isSet(Self.version) ? "\(name) \(version)\n" : nil
  }

  /// A command with the flags that every command has.
  private func complete(_ command: CommandDeclaration) -> CommandDeclaration {
    var command = command
    command.arguments += [Self.help, Self.version]
    return command
  }

  private func run(
    _ command: any Command.Type, _ parse: () throws(UsageError) -> ParsedArguments
  ) throws(CommandLineError) -> Invocation {
    let declaration = command.declaration
    do throws(UsageError) {
      return try .run(command.init(arguments: parse()))
    } catch {
      if case .unknownCommand = error { throw unknownCommand(error) }
      throw CommandLineError(
        error: error, usage: helpText.usage(of: declaration), example: declaration.examples.first,
        helpCommand: "\(name) \(declaration.name) --help", program: name)
    }
  }

  private func unknownCommand(_ error: UsageError) -> CommandLineError {
    CommandLineError(
      error: error, usage: helpText.usage, helpCommand: "\(name) --help", program: name)
  }

  // MARK: - Command lines that name no command

  private func invocation(
    of words: [String], in family: CommandFamily
  ) throws(CommandLineError) -> Invocation {
    let members = members(of: family)
    if words.isEmpty { return .print(helpText.text(for: family)) }
    if let text = text(askedForBy: words, { $0.text(for: family) }) { return .print(text) }
    let choices = members.map { $0.words[1] }
    throw CommandLineError(
      error: .invalidValue(
        option: family.name, value: words[0], expectation: choices.alternatives,
        nearest: NearestName.nearest(to: words[0], candidates: choices)),
      usage: helpText.usage(of: family), helpCommand: "\(name) \(family.name) --help",
      program: name)
  }

  private func invocationOfDefault(
    _ arguments: [String], isFile: (String) -> Bool
  ) throws(CommandLineError) -> Invocation {
    do throws(UsageError) {
      try checkForCommand(arguments[0], isFile: isFile)
    } catch {
      throw unknownCommand(error)
    }
    if let text = text(askedForBy: arguments, { $0.overview() }) { return .print(text) }
    return try run(defaultCommand) { () throws(UsageError) in
      do throws(UsageError) {
        return try ArgumentParser.parse(arguments, for: complete(defaultCommand.declaration))
      } catch {
        guard case .unexpectedArgument = error else { throw error }
        // Without this check, `mocklua --compact emit a.lua` would read `emit` as the file.
        if let late = arguments.first(where: firstWords.contains) { throw .commandNotFirst(late) }
        let first = arguments[0]
        guard Self.mayNameCommand(first), !isFile(first) else { throw error }
        throw .unknownCommand(first, nearest: nil)
      }
    }
  }

  private func checkForCommand(
    _ word: String, isFile: (String) -> Bool
  ) throws(UsageError) {
    guard Self.mayNameCommand(word), !isFile(word) else { return }
    if let instead = formerCommands[word] { throw .formerCommand(word, instead: instead) }
    if let nearest = NearestName.nearest(to: word, candidates: firstWords) {
      throw .unknownCommand(word, nearest: nearest)
    }
  }

  private static func mayNameCommand(_ word: String) -> Bool {
    word.first?.isLetter == true && word.allSatisfy { $0.isLetter || $0 == "-" }
  }
}

/// Commands with one purpose, which the help shows together.
struct CommandGroup: Sendable {
  var title: String
  var commands: [any Command.Type]
}

/// A word that starts the names of several commands.
struct CommandFamily: Sendable {
  var name: String

  /// One line that starts with a verb and describes what the commands have in common.
  var summary: String
}

/// The result of parsing a command line.
enum Invocation {
  /// Print the help or the version.
  case print(String)

  case run(any Command)
}
