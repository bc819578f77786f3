import MockData

/// Parses the words after the command's name according to the command's declaration.
struct ArgumentParser {
  private let command: CommandDeclaration
  private var words: ArraySlice<String>
  private var parsed = ParsedArguments()
  private var positionals: ArraySlice<ArgumentDeclaration>

  /// `--name=value` and `--name value` are equivalent.
  ///
  /// Options and plain words can be mixed, `--` ends the options, and `-` is a plain word.
  static func parse(
    _ words: [String], for command: CommandDeclaration
  ) throws(UsageError) -> ParsedArguments {
    var parser = ArgumentParser(
      command: command, words: words[...], positionals: command.positionals[...])
    return try parser.parse()
  }

  private mutating func parse() throws(UsageError) -> ParsedArguments {
    var optionsHaveEnded = false
    while let word = words.popFirst() {
      if optionsHaveEnded {
        try addPositional(word)
        continue
      }
      try checkDashes(of: word)
      if word == "-" || !word.hasPrefix("-") {
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
    try checkValues()
    return parsed
  }

  private mutating func addPositional(_ word: String) throws(UsageError) {
    guard let declaration = positionals.first else {
      throw .unexpectedArgument(word, takes: command.positionals.map(\.name))
    }
    parsed.add(word, to: declaration)
    if !declaration.isRepeatable { positionals.removeFirst() }
  }

  private mutating func addOption(_ word: String) throws(UsageError) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let inlineValue = parts.count > 1 ? String(parts[1]) : nil
    guard let declaration = command.options.first(where: { $0.isSpelled(parts[0]) }) else {
      throw unknownOption(String(parts[0]))
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
    let value = if let inlineValue { inlineValue } else { try nextValue() }
    guard let value, !value.isEmpty else {
      throw .missingValue(usage: declaration.usage)
    }
    parsed.add(value, to: declaration)
  }

  private func unknownOption(_ spelling: String) -> UsageError {
    let name = String(spelling.drop { $0 == "-" })
    if let instead = command.formerOptions[name] {
      return .formerOption(spelling, instead: instead)
    }
    return .unknownOption(spelling, nearest: nearestOption(to: name))
  }

  private func nearestOption(to name: String) -> String? {
    NearestName.nearest(to: name, candidates: command.options.map(\.name)).map { "--\($0)" }
  }

  /// Refuses an option in which an editor or a chat has replaced a hyphen with a typographic dash.
  private func checkDashes(of word: String) throws(UsageError) {
    let dashes = word.prefix { $0 == "-" || Self.typographicDashes.contains($0) }
    guard dashes.contains(where: Self.typographicDashes.contains) else { return }
    let rest = word.dropFirst(dashes.count)
    let name = String(rest.prefix { $0 != "=" })
    let letters = command.options.compactMap(\.letter).map(String.init)
    if letters.contains(name) { throw .typographicDash(word, instead: "-\(rest)") }
    let isKnown = command.options.contains { $0.name == name }
    let spelling = isKnown ? "--\(name)" : nearestOption(to: name) ?? "--\(name)"
    throw .typographicDash(word, instead: spelling + rest.dropFirst(name.count))
  }

  /// Hyphens, dashes, and the minus sign that text editors write instead of `-`.
  private static let typographicDashes: Set<Character> = [
    "\u{2010}", "\u{2011}", "\u{2012}", "\u{2013}", "\u{2014}", "\u{2015}", "\u{2212}",
  ]

  /// Returns the next word, unless it is itself an option: `--variant --compact` lacks a value.
  private mutating func nextValue() throws(UsageError) -> String? {
    guard let word = words.first, !word.hasPrefix("--") else { return nil }
    try checkDashes(of: word)
    guard !command.options.contains(where: { $0.isSpelled(word[...]) }) else { return nil }
    return words.popFirst()
  }

  private func checkExclusion() throws(UsageError) {
    for group in command.conflicts {
      let given = group.map(\.declaration).filter(parsed.contains)
      if given.count > 1 {
        throw .exclusiveOptions(given[0].spelling, given[1].spelling)
      }
    }
  }

  private func checkValues() throws(UsageError) {
    for declaration in command.declarations {
      if let error = parsed.texts(of: declaration).compactMap(declaration.check).first {
        throw error
      }
    }
  }
}

/// The parsed arguments of a command, accessed through their declarations.
struct ParsedArguments: Sendable {
  /// A flag that is present has an empty list.
  private var texts: [String: [String]] = [:]

  func contains(_ declaration: ArgumentDeclaration) -> Bool { texts[declaration.name] != nil }

  mutating func add(_ text: String? = nil, to declaration: ArgumentDeclaration) {
    texts[declaration.name, default: []] += text.map { [$0] } ?? []
  }

  func texts(of declaration: ArgumentDeclaration) -> [String] { texts[declaration.name] ?? [] }

  subscript(flag: Flag) -> Bool { contains(flag.declaration) }

  /// The parser guarantees that a required argument exists.
  subscript(positional: Positional) -> String { texts(of: positional).first ?? "" }

  /// Throws if one of the options is present without the option that it needs.
  func check(_ options: [any Argument], need needed: any Argument) throws(UsageError) {
    guard !contains(needed.declaration),
      let option = options.map(\.declaration).first(where: contains)
    else { return }
    throw .needsOption(option.spelling, needed.declaration.usage)
  }

  func texts(of positional: Positional) -> [String] { texts(of: positional.declaration) }

  /// The last value of an option; nil if it isn't present.
  ///
  /// The parser has checked the values.
  subscript<Value>(option: Option<Value>) -> Value? { values(of: option).last }

  func values<Value>(of option: Option<Value>) -> [Value] {
    texts(of: option.declaration).compactMap(Value.init(argument:))
  }
}
