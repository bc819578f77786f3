import MockData
import MockLua
import MockRecording

/// A response or a mapping that a script can't express, and its replacement.
///
/// The importer writes a rule for the affected requests. The rule responds with 501 and the reason, so that no other
/// rule handles them by mistake. A comment on the rule and a note on standard error give the same reason.
struct LeftOut: Hashable {
  /// The location in the document, such as `mappings[3]`.
  var path: String
  /// The reasons, such as "`matchesXPath` has no counterpart".
  var reasons: [String]

  private var sentence: String { reasons.joined(separator: "; ") }

  /// The text of the comment, the note, and the response.
  var text: String {
    path.isEmpty ? "Not imported: \(sentence)" : "\(path) is not imported: \(sentence)"
  }

  /// The replacement response with the reason as a comment.
  var commented: ImportedAnswer {
    var answer = answer
    answer.comments = [text]
    return answer
  }

  /// The replacement response for the affected requests.
  var answer: ImportedAnswer {
    let type = ["Content-Type": LuaText.piece(.string("text/plain"))]
    return ImportedAnswer(
      piece: LuaPiece(
        chain: LuaText.answer(status: 501, LuaText.piece(.string(text)), type)))
  }
}
