/// An argument of a command, declared once: the declaration is the key that reads its value.
protocol Argument: Sendable {
  /// What parsing and help need to know.
  var declaration: ArgumentDeclaration { get }
}

/// What one argument is called, takes and means: the data behind both parsing and help.
struct ArgumentDeclaration: Sendable {
  /// How the argument stands on the command line.
  enum Kind: Sendable {
    /// A bare word.
    case positional

    /// `--name`.
    case flag

    /// `--name VALUE` or `--name=VALUE`, with the value's name in usage lines.
    case option(valueName: String)
  }

  /// The name: in capitals for a positional argument, without dashes otherwise.
  var name: String

  /// A one-letter spelling, which takes one dash; none by default.
  var letter: Character?

  var kind: Kind

  /// One line that says what the argument does.
  var help: String

  /// Whether an argument may be given more than once.
  var isRepeatable = false

  /// Whether a positional argument may be left out.
  var isOptional = false

  /// How a usage line shows a positional argument, where that is not its name.
  var form: String?

  /// What a shell offers in its place; nothing by default.
  var completion = ArgumentCompletion.nothing

  /// The argument as it is typed: `--seed`, `FILE`.
  var spelling: String {
    switch kind {
    case .positional: name
    case .flag, .option: "--\(name)"
    }
  }

  /// The argument as a usage line shows it: `--seed N`, `FILE`.
  var usage: String {
    switch kind {
    case .positional: form ?? name
    case .flag: spelling
    case .option(let valueName): "\(spelling) \(valueName)"
    }
  }

  /// Whether a word of the command line names this flag or option.
  func isSpelled(_ word: Substring) -> Bool {
    if case .positional = kind { return false }
    if let letter, word == "-\(letter)" { return true }
    return word == spelling
  }
}

/// An argument that is there or not: `--compact`.
struct Flag: Argument {
  let declaration: ArgumentDeclaration

  init(_ name: String, letter: Character? = nil, help: String) {
    declaration = ArgumentDeclaration(name: name, letter: letter, kind: .flag, help: help)
  }
}

/// An argument with a value: `--seed 7`.
struct Option<Value: ArgumentValue>: Argument {
  let declaration: ArgumentDeclaration

  /// Declares an option; a shell offers the values that can be listed, where nothing else is said.
  init(
    _ name: String, value: String, isRepeatable: Bool = false,
    completion: ArgumentCompletion? = nil, help: String
  ) {
    declaration = ArgumentDeclaration(
      name: name, kind: .option(valueName: value), help: help, isRepeatable: isRepeatable,
      completion: completion ?? .words(Value.choices))
  }
}

/// An argument that is a bare word: `FILE`.
struct Positional: Argument {
  let declaration: ArgumentDeclaration

  init(
    _ name: String, completion: ArgumentCompletion = .nothing, help: String,
    isOptional: Bool = false
  ) {
    declaration = ArgumentDeclaration(
      name: name, kind: .positional, help: help, isOptional: isOptional,
      form: isOptional ? "[\(name)]" : nil, completion: completion)
  }

  /// One that may stand any number of times, at the end of the line.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - form: How a usage line shows it: `[NAME [ARGS]]...`.
  ///   - isOptional: Whether none is enough.
  ///   - completion: What a shell offers; nothing by default.
  ///   - help: One line that says what it is.
  init(
    _ name: String, form: String, isOptional: Bool, completion: ArgumentCompletion = .nothing,
    help: String
  ) {
    declaration = ArgumentDeclaration(
      name: name, kind: .positional, help: help, isRepeatable: true, isOptional: isOptional,
      form: form, completion: completion)
  }
}

/// What a shell offers where an argument stands.
enum ArgumentCompletion: Sendable, Equatable {
  /// Some of these words; none for what only the user knows.
  case words([String])

  /// Files whose names end so, and folders, in which there may be some; any file where no ending is given.
  case files(endings: [String])

  /// Folders alone.
  case folders

  static let nothing = words([])

  /// Scripts and configurations.
  static let scenarios = files("lua", "json")

  static func files(_ endings: String...) -> ArgumentCompletion { .files(endings: endings) }
}
