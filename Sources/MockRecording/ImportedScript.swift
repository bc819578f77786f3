package import MockData
package import MockLua

/// The parts of a script that an import creates, before they are written as text.
package struct ImportedScript {
  /// The complete source, if there already was a script; nil to write the script from the other parts.
  package var source: String?
  /// The comment at the top of the script, one string per line.
  package var comments: [String] = []
  /// The initial values of the shared state, by key.
  package var shared: [String: AnyCodableValue] = [:]
  /// Functions that rules and responses call.
  package var helpers: [LuaPiece] = []
  /// The collections that functions use, with their rows.
  package var collections: [LuaPiece] = []
  package var services: [ImportedService] = []
  /// The files that the script reads, which are next to it.
  package var files: [ImportedFile] = []
  /// Notes for the person who imports, about parts that were omitted or changed.
  package var notes: [ImportNote] = []

  package init() {}
}

/// A protocol's service, or a host.
package struct ImportedService {
  /// The start of the declaration, such as `service "Login"`.
  package var opening: LuaPiece
  package var comments: [String] = []
  package var methods: [ImportedMethod] = []

  package init(opening: LuaPiece, methods: [ImportedMethod] = []) {
    (self.opening, self.methods) = (opening, methods)
  }
}

package struct ImportedMethod {
  package var name: String
  package var comments: [String] = []
  package var items: [ImportedItem] = []
  /// The behavior after the last response; nil for the language's default.
  package var exhausted: String?
  /// The argument whose values have separate sequences; nil for a single sequence.
  package var sequenceKey: String?

  package init(
    name: String, comments: [String] = [], items: [ImportedItem] = [], exhausted: String? = nil
  ) {
    (self.name, self.comments, self.items) = (name, comments, items)
    self.exhausted = exhausted
  }
}

/// A rule with its responses, or a response to any call.
package struct ImportedItem {
  /// The rule's pattern; nil for a response to any call.
  package var pattern: LuaPiece?
  package var comments: [String] = []
  package var answers: [ImportedResponse]

  package init(
    pattern: LuaPiece? = nil, comments: [String] = [], answers: [ImportedResponse]
  ) {
    (self.pattern, self.comments, self.answers) = (pattern, comments, answers)
  }

  /// The maximum number of times that `:times` repeats a response.
  private static let repetitionLimit = 10_000

  /// Increments the count of the last response instead, if both are equal.
  package mutating func add(_ answer: ImportedResponse, isRepeated: Bool) {
    if isRepeated, let last = answers.last, last.count < Self.repetitionLimit {
      answers[answers.count - 1].count += 1
    } else {
      answers.append(answer)
    }
  }
}

/// A response, with the number of times that it occurs in a row.
package struct ImportedResponse {
  package var piece: LuaPiece
  package var comments: [String] = []
  package var count = 1
  /// Whether this is a placeholder for a response that can't be written in a script.
  package var isLeftOut = false

  package init(piece: LuaPiece, comments: [String] = []) {
    (self.piece, self.comments) = (piece, comments)
  }
}

package struct ImportedFile {
  /// The path relative to the script's folder, such as `fixtures/login-logo.png`.
  package var path: String
  package var bytes: [UInt8]

  package init(path: String, bytes: [UInt8]) { (self.path, self.bytes) = (path, bytes) }
}

package struct ImportNote: Hashable {
  /// The location in the imported document; nil for the whole document.
  package var place: ScriptLocation?
  /// The path within the document; empty for the whole document.
  package var path = ""
  package var text: String

  package init(place: ScriptLocation? = nil, path: String = "", text: String) {
    (self.place, self.path, self.text) = (place, path, text)
  }
}

extension ImportNote: CustomStringConvertible {
  /// The note on one line: `login.har:12: note: log.entries[0]: ...`.
  package var description: String { line("note") }

  /// Returns the note on one line with another label, such as `error`.
  package func line(_ word: String) -> String {
    let start = (place?.description).map { "\($0): " } ?? ""
    return "\(start)\(word): " + (path.isEmpty ? text : "\(path.escapedPath): \(text)")
  }
}

extension ImportNote {
  /// The note as data, without members whose values are unknown.
  package var value: AnyCodableValue {
    .object([
      "text": .string(text), "file": place.map { .string($0.file) },
      "line": (place?.line).map { .int($0) }, "path": path.isEmpty ? .none : .string(path),
    ])
  }
}
