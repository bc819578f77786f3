import MockData

/// A command-line program with its commands, one of which is the default.
struct Program: Sendable {
  /// The name as typed.
  var name: String

  /// The version, without the name.
  var version: String

  /// A description of the program, on one line.
  var summary: String

  /// The commands, in the order of the help.
  var commands: [any Command.Type]

  /// The command that runs if the first word isn't a command.
  var defaultCommand: any Command.Type

  /// The flag that every command has in addition to its own arguments.
  static let help = Flag("help", letter: "h", help: "Show this help.")

  /// The flag that replaces a command.
  static let version = Flag("version", help: "Show the version.")

  /// Determines what a command line requests.
  ///
  /// `--help` takes precedence over all errors; `help COMMAND` is the same. A first word that is neither a command nor
  /// a file, but similar to a command, is treated as a misspelled command.
  ///
  /// - Parameters:
  ///   - arguments: The words after the program's name.
  ///   - isFile: Returns whether there is a file at a path.
  /// - Returns: The text to print or the command to run.
  /// - Throws: `CommandLineError` for an invalid command line.
  func invocation(
    of arguments: [String], isFile: (String) -> Bool
  ) throws(CommandLineError) -> Invocation {
    if arguments.first == "help", !isFile("help") {
      return try invocation(of: arguments.dropFirst() + ["--help"], isFile: isFile)
    }
    let named = commands.first { $0.declaration.name == arguments.first }
    let command = named ?? defaultCommand
    let words = named == nil ? arguments : Array(arguments.dropFirst())
    let options = words.prefix { $0 != "--" }
    if options.contains(where: { Self.help.declaration.isSpelled($0[...]) }) {
      return .print(named.map { helpText.text(for: $0.declaration) } ?? helpText.overview())
    }
    if options.contains(where: { Self.version.declaration.isSpelled($0[...]) }) {
      return .print("\(name) \(version)\n")
    }
    do throws(UsageError) {
      if named == nil, let first = arguments.first {
        try checkForCommand(first, isFile: isFile)
      }
      return try .run(command.init(parse(words, for: command.declaration, isNamed: named != nil)))
    } catch {
      throw CommandLineError(
        error: error, usage: helpText.usage(of: command.declaration),
        helpCommand: "\(name) \(command.declaration.name) --help", program: name)
    }
  }

  private var helpText: HelpText { HelpText(program: self) }

  private func checkForCommand(
    _ word: String, isFile: (String) -> Bool
  ) throws(UsageError) {
    guard word.allSatisfy({ $0.isLetter || $0 == "-" }), !word.hasPrefix("-") else { return }
    let names = commands.map { $0.declaration.name }
    if let nearest = NearestName.nearest(to: word, candidates: names), !isFile(word) {
      throw .unknownCommand(word, nearest: nearest)
    }
  }

  private func parse(
    _ words: [String], for command: CommandDeclaration, isNamed: Bool
  ) throws(UsageError) -> ParsedArguments {
    var command = command
    command.arguments += [Self.help, Self.version]
    do throws(UsageError) {
      return try ArgumentParser.parse(words, for: command)
    } catch .unexpectedArgument(let argument) {
      // `mocklua --compact emit a.lua` treated `emit` as the file.
      let names = commands.map { $0.declaration.name }
      if !isNamed, let late = words.first(where: names.contains) { throw .commandNotFirst(late) }
      throw .unexpectedArgument(argument)
    }
  }
}

/// The result of parsing a command line.
enum Invocation {
  /// Print the help or the version.
  case print(String)

  /// Run a command.
  case run(any Command)
}
