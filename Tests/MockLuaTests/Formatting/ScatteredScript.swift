import TestSupport

@testable import MockLua

/// A badly formatted script: its whitespace, line endings, and comments differ each time.
enum ScatteredScript {
  /// Adds random whitespace and comments between a script's tokens.
  ///
  /// - Parameters:
  ///   - source: A script that compiles.
  ///   - seed: The seed. The same seed gives the same result.
  /// - Returns: The script, with its own comments and additional ones.
  static func text(of source: String, seed: UInt64) -> String {
    var generator = SeededGenerator(state: seed)
    var text = ""
    for token in LuaToken.tokens(of: source) {
      for comment in token.gap.comments { text += " \(comment.text)\n" }
      text += gap(using: &generator)
      if token.kind != .endOfSource { text += token.source }
    }
    return text
  }

  private static func gap(using generator: inout SeededGenerator) -> String {
    switch Int.random(in: 0..<40, using: &generator) {
    case 0...3: "\n"
    case 4: "\n\n\n"
    case 5: " -- a comment\n"
    case 6: "\n  -- a line of its own  \n\n"
    case 7: " --[[ within ]] "
    case 8: "\n--[==[ over\n  lines ]==]"
    case 9: "\t\r\n"
    default: " "
    }
  }
}
