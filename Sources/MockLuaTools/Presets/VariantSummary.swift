internal import MockConfiguration
internal import MockData
package import MockLua

/// A variant of a script, with the comment above it.
package struct VariantSummary: Sendable, Equatable {
  package var name: String
  /// The lines of the comment directly above the declaration; empty without a comment.
  package var comment: [String]
}

extension LuaScenario {
  /// The variants with the comments above them, in order of declaration.
  package var summaries: [VariantSummary] {
    let modules = modulesAsShown.values
    var comments: [String?: VariantComments] = [:]
    return zip(variantNames, variantPlaces).map { name, place in
      let module = modules.first { $0.file == place?.file }
      let known = comments[module?.file] ?? VariantComments(source: module?.source ?? script.source)
      comments[module?.file] = known
      return VariantSummary(
        name: name, comment: place?.line.map(known.lines(aboveVariantAt:)) ?? [])
    }
  }
}

/// The comments above the variants of a source text.
private struct VariantComments {
  private let tokens: [LuaToken]
  /// The index of the first token of each line.
  private let firstTokens: [Int: Int]
  /// The line of the word `variant`, by the lines of the tokens up to the end of the variant's name.
  ///
  /// Before Lua 5.4.7, a call that spans several lines was reported at its first line. Since then, it is reported at the
  /// line of its argument.
  private let declarations: [Int: Int]

  init(source: String) {
    let tokens = LuaToken.all(of: source)
    var declarations: [Int: Int] = [:]
    for (index, token) in tokens.enumerated() where token.kind == .name && token.text == "variant" {
      for argument in tokens[(index + 1)...].prefix(while: { $0.kind == .text || $0.source == "(" })
      {
        declarations[argument.line] = declarations[argument.line] ?? token.line
      }
    }
    self.tokens = tokens
    self.declarations = declarations
    firstTokens = Dictionary(zip(tokens.map(\.line), tokens.indices)) { first, _ in first }
  }

  /// Returns the lines of the comment directly above the declaration of a variant, without dashes.
  ///
  /// Empty if there is no comment, or only a long comment in brackets. The line is the one that Lua reports.
  func lines(aboveVariantAt line: Int) -> [String] {
    guard let first = firstTokens[declarations[line] ?? line] else { return [] }
    let gap = tokens[first].gap
    var lines: [String] = []
    var newlines = gap.newlines
    for (index, comment) in gap.comments.enumerated().reversed() {
      let isFirst = index == 0 && first == 0
      // A blank line ends the comment. A comment after code on the same line isn't part of it.
      guard newlines == 1, comment.endsLine, comment.newlines > 0 || isFirst else { break }
      let text = comment.text.drop { $0 == "-" }
      lines.append(String(text.drop(while: \.isWhitespace)))
      newlines = comment.newlines
    }
    return lines.reversed()
  }
}
