/// Names as Swift writes them, made of any text.
package enum SwiftName {
  /// `signedIn` for `signed-in`, `httpError` for `HTTP error`.
  static func lowerCamel(_ text: String, orElse fallback: String) -> String {
    let name = joined(text) { index, word in
      guard index == 0 else { return capitalized(word) }
      let isAcronym = word.count > 1 && !word.contains { $0.isLowercase }
      return isAcronym ? word.lowercased() : word.prefix(1).lowercased() + word.dropFirst()
    }
    return valid(name, orElse: fallback)
  }

  /// `SignedIn` for `signed-in`.
  static func upperCamel(_ text: String, orElse fallback: String) -> String {
    valid(joined(text) { _, word in capitalized(word) }, orElse: fallback)
  }

  /// Whether a text is a name that a type can have.
  package static func isTypeName(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first, isStart(first) else { return false }
    return text.unicodeScalars.allSatisfy(isPart) && !keywords.contains(text) && text != "_"
  }

  private static func joined(_ text: String, _ form: (Int, Substring) -> String) -> String {
    // A letter with all that belongs to it stays one; anything else separates words.
    let words = text.split { character in
      character == "_" || !character.unicodeScalars.allSatisfy(isPart)
    }
    return words.enumerated().map { form($0.offset, $0.element) }.joined()
  }

  private static func capitalized(_ word: Substring) -> String {
    word.prefix(1).uppercased() + word.dropFirst()
  }

  private static func valid(_ name: String, orElse fallback: String) -> String {
    guard let first = name.unicodeScalars.first else { return fallback }
    return isStart(first) ? name : "_" + name
  }

  private static func isStart(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "_" || scalar.properties.isXIDStart
  }

  private static func isPart(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "_" || scalar.properties.isXIDContinue
  }

  /// What an enum of scenarios has already, or what no case can be called.
  static let members: Set<String> = [
    "allCases", "script", "sourceFile", "init", "self",
  ]

  /// The words of the language that are names only between backticks.
  static let keywords: Set<String> = [
    "Any", "Protocol", "Self", "Type", "as", "associatedtype", "break", "case", "catch", "class",
    "continue", "default", "defer", "deinit", "do", "else", "enum", "extension", "fallthrough",
    "false", "fileprivate", "for", "func", "guard", "if", "import", "in", "init", "inout",
    "internal", "is", "let", "nil", "operator", "precedencegroup", "private", "protocol", "public",
    "repeat", "rethrows", "return", "self", "static", "struct", "subscript", "super", "switch",
    "throw", "throws", "true", "try", "typealias", "var", "where", "while",
  ]
}
