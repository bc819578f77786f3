/// Creates Swift names from arbitrary text.
package enum SwiftName {
  /// Returns a lower camel case name, such as `signedIn` for `signed-in` and `httpError` for `HTTP error`.
  static func lowerCamel(_ text: String, orElse fallback: String) -> String {
    let name = joined(text) { index, word in
      guard index == 0 else { return capitalized(word) }
      let isAcronym = word.count > 1 && !word.contains { $0.isLowercase }
      return isAcronym ? word.lowercased() : word.prefix(1).lowercased() + word.dropFirst()
    }
    return valid(name, orElse: fallback)
  }

  /// Returns an upper camel case name, such as `SignedIn` for `signed-in`.
  static func upperCamel(_ text: String, orElse fallback: String) -> String {
    valid(joined(text) { _, word in capitalized(word) }, orElse: fallback)
  }

  /// Returns whether a string is a valid type name.
  package static func isTypeName(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first, isStart(first) else { return false }
    return text.unicodeScalars.allSatisfy(isPart) && !keywords.contains(text) && text != "_"
  }

  private static func joined(_ text: String, _ form: (Int, Substring) -> String) -> String {
    // A letter stays together with its combining marks. Anything else separates words.
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

  /// Names that are members of an enum of variants, or that a case can't have.
  static let members: Set<String> = [
    "allCases", "script", "sourceFile", "init", "self",
  ]

  /// The keywords that can only be names in backticks.
  static let keywords: Set<String> = [
    "Any", "Protocol", "Self", "Type", "as", "associatedtype", "break", "case", "catch", "class",
    "continue", "default", "defer", "deinit", "do", "else", "enum", "extension", "fallthrough",
    "false", "fileprivate", "for", "func", "guard", "if", "import", "in", "init", "inout",
    "internal", "is", "let", "nil", "operator", "precedencegroup", "private", "protocol", "public",
    "repeat", "rethrows", "return", "self", "static", "struct", "subscript", "super", "switch",
    "throw", "throws", "true", "try", "typealias", "var", "where", "while",
  ]
}
