import MockData

/// Parses the words after the command's name according to the command's declaration.
struct ArgumentParser {
  private let command: CommandDeclaration
  private var words: ArraySlice<String>
  private var parsed = ParsedArguments()
  private var positionals: ArraySlice<ArgumentDeclaration>

  private init(_ command: CommandDeclaration, words: [String]) {
    self.command = command
    self.words = words[...]
    positionals = command.positionals[...]
  }

  /// Parses the words of a command line.
  ///
  /// `--name=value` and `--name value` are equivalent. Options and plain words can be mixed, `--` ends the options, and
  /// `-` is a plain word.
  static func parse(
    _ words: [String], for command: CommandDeclaration
  ) throws(UsageError) -> ParsedArguments {
    var parser = ArgumentParser(command, words: words)
    return try parser.parse()
  }

  private mutating func parse() throws(UsageError) -> ParsedArguments {
    var optionsHaveEnded = false
    while let word = words.popFirst() {
      if optionsHaveEnded || word == "-" || !word.hasPrefix("-") {
        try addPositional(word)
      } else if word == "--" {
        optionsHaveEnded = true
      } else {
        try addOption(word)
      }
    }
    if let missing = positionals.first(where: { !$0.isOptional && !parsed.contains($0) }) {
      throw .missingArgument(name: missing.name)
    }
    try checkExclusion()
    return parsed
  }

  private mutating func addPositional(_ word: String) throws(UsageError) {
    guard let declaration = positionals.first else { throw .unexpectedArgument(word) }
    parsed.add(word, to: declaration)
    if !declaration.isRepeatable { positionals.removeFirst() }
  }

  private mutating func addOption(_ word: String) throws(UsageError) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let inlineValue = parts.count > 1 ? String(parts[1]) : nil
    guard let declaration = command.options.first(where: { $0.isSpelled(parts[0]) }) else {
      let names = command.options.map(\.name)
      let name = String(parts[0].drop { $0 == "-" })
      throw .unknownOption(
        String(parts[0]),
        nearest: NearestName.nearest(to: name, candidates: names).map { "--\($0)" })
    }
    guard case .option = declaration.kind else {
      if let inlineValue {
        throw .unexpectedValue(flag: declaration.spelling, value: inlineValue)
      }
      parsed.add(to: declaration)
      return
    }
    if parsed.contains(declaration) && !declaration.isRepeatable {
      throw .repeatedOption(declaration.spelling)
    }
    guard let value = inlineValue ?? nextValue(), !value.isEmpty else {
      throw .missingValue(usage: declaration.usage)
    }
    parsed.add(value, to: declaration)
  }

  /// Returns the next word, unless it is itself an option: `--variant --compact` lacks a value.
  private mutating func nextValue() -> String? {
    guard let word = words.first, !word.hasPrefix("--") else { return nil }
    guard !command.options.contains(where: { $0.isSpelled(word[...]) }) else { return nil }
    return words.popFirst()
  }

  private func checkExclusion() throws(UsageError) {
    for group in command.exclusive + command.conflicts {
      let given = group.map(\.declaration).filter(parsed.contains)
      if given.count > 1 {
        throw .exclusiveOptions(given[0].spelling, given[1].spelling)
      }
    }
  }
}

/// The parsed arguments of a command, accessed through their declarations.
struct ParsedArguments: Sendable {
  /// The strings for each argument, by name.
  ///
  /// A flag that is present has an empty list.
  private var texts: [String: [String]] = [:]

  /// Whether an argument is present.
  func contains(_ declaration: ArgumentDeclaration) -> Bool { texts[declaration.name] != nil }

  /// Adds an argument, with its string if it has one.
  mutating func add(_ text: String? = nil, to declaration: ArgumentDeclaration) {
    texts[declaration.name, default: []] += text.map { [$0] } ?? []
  }

  /// Whether a flag is present.
  subscript(flag: Flag) -> Bool { contains(flag.declaration) }

  /// The string of a positional argument.
  ///
  /// The parser guarantees that a required one exists.
  subscript(positional: Positional) -> String { texts[positional.declaration.name]?.first ?? "" }

  /// Returns all strings of a repeatable positional argument.
  func texts(of positional: Positional) -> [String] { texts[positional.declaration.name] ?? [] }

  /// Returns all values of an option, in order.
  func values<Value>(of option: Option<Value>) throws(UsageError) -> [Value] {
    var values: [Value] = []
    for text in texts[option.declaration.name] ?? [] {
      guard let value = Value(argument: text) else {
        throw .invalidValue(
          option: option.declaration.spelling, value: text, expectation: Value.expectation,
          nearest: NearestName.nearest(to: text, candidates: Value.choices))
      }
      values.append(value)
    }
    return values
  }

  /// Returns the value of an option, or nil if it isn't present.
  func value<Value>(of option: Option<Value>) throws(UsageError) -> Value? {
    try values(of: option).last
  }
}
