import MockConfiguration
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
  var commented: ImportedResponse {
    var answer = answer
    answer.comments = [text]
    return answer
  }

  /// The replacement response for the affected requests.
  var answer: ImportedResponse {
    let type = ["Content-Type": LuaText.piece(.string("text/plain"))]
    return ImportedResponse(
      piece: LuaPiece(
        chain: LuaText.answer(status: 501, LuaText.piece(.string(text)), type)))
  }
}

/// An entry of a document whose requests are unknown, so that no rule can give the reason.
///
/// A comment at the top of the script and a note give it instead.
struct UnreadEntry {
  private let node: DocumentNode
  private let label: String
  private let reason: String

  /// By default, the label is the path in the document.
  init(_ node: DocumentNode, label: String? = nil, _ error: MockConfigurationError) {
    (self.node, reason) = (node, error.reason(in: node))
    self.label = label ?? node.path.description
  }

  var comment: String { LeftOut(path: label, reasons: [reason]).text }
  var note: ImportNote { node.note(leftOut: [reason]) }
}

/// A part of a document that a script can't express.
struct NoCounterpart: Error, CustomStringConvertible {
  /// The reason, such as "`matchesXPath` has no counterpart".
  let description: String

  init(_ description: String) { self.description = description }
}

extension MockConfigurationError {
  /// Returns a reason such as "`response.status`: expected a whole number, found a string".
  func reason(in entry: DocumentNode) -> String {
    let outer = entry.path.description
    guard path != outer else { return problem.statement }
    let rest = path.dropFirst(path.hasPrefix(outer) ? outer.count : 0)
    return "`\(rest.hasPrefix(".") ? rest.dropFirst() : rest)`: \(problem.statement)"
  }
}

extension DocumentNode {
  func note(_ text: String) -> ImportNote {
    ImportNote(place: place, path: path.description, text: text)
  }

  /// Returns the note on an entry that isn't imported.
  func note(leftOut reasons: [String]) -> ImportNote {
    note("is not imported: " + reasons.joined(separator: "; "))
  }

  var isScalar: Bool { if case .scalar = value.content { true } else { false } }

  /// Throws an error unless the node's number is an HTTP status.
  func check(status: Int) throws(MockConfigurationError) {
    guard !(100...999).contains(status) else { return }
    throw problem("\(status) isn't an HTTP status; write a number from 100 to 999")
  }

  /// Returns the bytes of the node's text in base64, which can have line breaks.
  func bytes(
    ofBase64 text: String, problem: String = "the text isn't base64; encode it as base64"
  ) throws(MockConfigurationError) -> [UInt8] {
    if let bytes = [UInt8](base64: text.utf8.filter { $0 > 0x20 }) { return bytes }
    throw self.problem(problem)
  }

  /// Returns nil after an error, which becomes one of the reasons.
  ///
  /// `read` can add reasons, too.
  @discardableResult
  func reading<Part>(
    _ reasons: inout [String], _ read: (inout [String]) throws -> Part
  ) -> Part? {
    do {
      return try read(&reasons)
    } catch {
      let reason = (error as? MockConfigurationError)?.reason(in: self) ?? "\(error)"
      // A part can be read twice.
      if !reasons.contains(reason) { reasons.append(reason) }
      return nil
    }
  }
}
