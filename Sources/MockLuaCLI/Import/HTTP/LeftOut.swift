import MockData
import MockLua
import MockRecording

/// Something that a script can't express, and what stands in its place.
///
/// An importer writes a rule for the requests that it would answer: the rule responds with 501 and the reason, so that no
/// other rule answers them by mistake. A comment at the rule, and a note on standard error, say the same.
struct LeftOut: Hashable {
  /// Where it is in the document, such as `mappings[3]`.
  var path: String
  /// Why, such as "`matchesXPath` has no counterpart".
  var reasons: [String]

  private var sentence: String { reasons.joined(separator: "; ") }

  /// The text that comment, note, and response share.
  var text: String {
    path.isEmpty ? "Not imported: \(sentence)" : "\(path) is not imported: \(sentence)"
  }

  /// The same with the reason as a comment.
  var commented: ImportedAnswer {
    var answer = answer
    answer.comments = [text]
    return answer
  }

  /// The answer for the requests that it would have answered.
  var answer: ImportedAnswer {
    let type = ["Content-Type": LuaText.piece(.string("text/plain"))]
    return ImportedAnswer(
      piece: LuaPiece(
        chain: LuaText.answer(status: 501, LuaText.piece(.string(text)), type)))
  }
}
