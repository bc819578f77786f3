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
