import MockServices

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
          nearest: NearestName.nearest(to: text, among: Value.choices))
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
