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
    var tokens: [String?: [LuaToken]] = [:]
    return zip(variantNames, variantPlaces).map { name, place in
      let module = modules.first { $0.file == place?.file }
      let known = tokens[module?.file] ?? LuaToken.all(of: module?.source ?? script.source)
      tokens[module?.file] = known
      let comment = place?.line.map { VariantSummary.comment(aboveVariantAt: $0, in: known) }
      return VariantSummary(name: name, comment: comment ?? [])
    }
  }
}

extension VariantSummary {
  /// Returns the lines of the comment directly above the declaration of a variant, without dashes.
  ///
  /// Empty if there is no comment, or only a long comment in brackets. The line is the one that Lua reports. Before Lua
  /// 5.4.7, a call that spans several lines was reported at its first line. Since then, it is reported at the line of
  /// its argument.
  fileprivate static func comment(aboveVariantAt line: Int, in tokens: [LuaToken]) -> [String] {
    let declaration = tokens.indices.first { index in
      tokens[index].kind == .name && tokens[index].text == "variant"
        && tokens[(index + 1)...].prefix { $0.kind == .text || $0.source == "(" }.contains {
          $0.line == line
        }
    }
    let first = declaration.map { tokens[$0].line } ?? line
    guard let token = tokens.first(where: { $0.line == first }) else { return [] }
    var lines: [String] = []
    var newlines = token.gap.newlines
    for (index, comment) in token.gap.comments.enumerated().reversed() {
      let isFirst = index == 0 && token.range == tokens[0].range
      // A blank line ends the comment. A comment after code on the same line isn't part of it.
      guard newlines == 1, comment.endsLine, comment.newlines > 0 || isFirst else { break }
      let text = comment.text.drop { $0 == "-" }
      lines.insert(String(text.drop(while: \.isWhitespace)), at: 0)
      newlines = comment.newlines
    }
    return lines
  }
}
