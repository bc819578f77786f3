import MockData

/// Reads the words after the command's name by the command's declaration.
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

  /// The arguments that the words give.
  ///
  /// `--name=value` and `--name value` are the same, options and bare words may be mixed, `--` ends
  /// the options, and `-` alone is a bare word.
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

  /// The next word, unless it is itself an option: `--scenario --compact` lacks a value.
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

/// The arguments of one command as they were given, read through their declarations.
struct ParsedArguments: Sendable {
  /// The texts given for each argument, by name; a flag that was given has an empty list.
  private var texts: [String: [String]] = [:]

  /// Whether an argument was given.
  func contains(_ declaration: ArgumentDeclaration) -> Bool { texts[declaration.name] != nil }

  /// Notes that an argument was given, with its text if it has one.
  mutating func add(_ text: String? = nil, to declaration: ArgumentDeclaration) {
    texts[declaration.name, default: []] += text.map { [$0] } ?? []
  }

  /// Whether a flag was given.
  subscript(flag: Flag) -> Bool { contains(flag.declaration) }

  /// The text of a positional argument; the parser has made sure that there is one.
  subscript(positional: Positional) -> String { texts[positional.declaration.name]?.first ?? "" }

  /// Every text of a positional argument that may be repeated.
  func texts(of positional: Positional) -> [String] { texts[positional.declaration.name] ?? [] }

  /// Every value of an option, in the order given.
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

  /// The value of an option, or nil when it was not given.
  func value<Value>(of option: Option<Value>) throws(UsageError) -> Value? {
    try values(of: option).last
  }
}
