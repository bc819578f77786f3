package import MockData
package import MockLua

/// The script that an import writes: what stands in it, before it is text.
package struct ImportedScript {
  /// The whole text, where there was a script already; nil where one is written of what follows.
  package var source: String?
  /// What the script says of itself, a line each.
  package var comments: [String] = []
  /// The initial values of the shared state, by key.
  package var shared: [String: AnyCodableValue] = [:]
  /// Functions that rules and answers call.
  package var helpers: [LuaPiece] = []
  /// The stores of rows that functions look at, each with its rows.
  package var collections: [LuaPiece] = []
  package var services: [ImportedService] = []
  /// Files beside the script, which it reads.
  package var files: [ImportedFile] = []
  /// What a person has to know who imports: what was left out, or is not as it was.
  package var notes: [ImportNote] = []

  package init() {}
}

/// A service of protocols, or a host.
package struct ImportedService {
  /// What it begins with, such as `service "Login"`.
  package var opening: LuaPiece
  package var comments: [String] = []
  package var methods: [ImportedMethod] = []

  package init(opening: LuaPiece, methods: [ImportedMethod] = []) {
    (self.opening, self.methods) = (opening, methods)
  }
}

/// A method or a route with what it answers.
package struct ImportedMethod {
  package var name: String
  package var comments: [String] = []
  package var items: [ImportedItem] = []
  /// What happens behind the last answer; nil for the language's default.
  package var exhausted: String?
  /// The argument whose values count for themselves; nil for none.
  package var sequenceKey: String?

  package init(
    name: String, comments: [String] = [], items: [ImportedItem] = [], exhausted: String? = nil
  ) {
    (self.name, self.comments, self.items) = (name, comments, items)
    self.exhausted = exhausted
  }
}

/// A rule with its answers, or an answer to any call.
package struct ImportedItem {
  /// What the rule accepts; nil for an answer to any call.
  package var pattern: LuaPiece?
  package var comments: [String] = []
  package var answers: [ImportedAnswer]

  package init(
    pattern: LuaPiece? = nil, comments: [String] = [], answers: [ImportedAnswer]
  ) {
    (self.pattern, self.comments, self.answers) = (pattern, comments, answers)
  }

  /// The most times that `:times` repeats an answer.
  private static let mostRepeats = 10_000

  /// Adds an answer, or counts the last one once more where it is the same.
  package mutating func add(_ answer: ImportedAnswer, isRepeated: Bool) {
    if isRepeated, let last = answers.last, last.count < Self.mostRepeats {
      answers[answers.count - 1].count += 1
    } else {
      answers.append(answer)
    }
  }
}

/// An answer, as often as it stands in a row.
package struct ImportedAnswer {
  package var piece: LuaPiece
  package var comments: [String] = []
  package var count = 1
  /// Whether this is a placeholder for a response that a script can't return.
  package var isLeftOut = false

  package init(piece: LuaPiece, comments: [String] = []) {
    (self.piece, self.comments) = (piece, comments)
  }
}

/// A file that is written beside the script.
package struct ImportedFile {
  /// The path from the script's folder, such as `fixtures/login-logo.png`.
  package var path: String
  package var bytes: [UInt8]

  package init(path: String, bytes: [UInt8]) { (self.path, self.bytes) = (path, bytes) }
}

/// Something that a person should know of an import.
package struct ImportNote: Hashable {
  /// Where it stands in what was imported; nil for the whole.
  package var place: SourcePlace?
  /// The way to it within the document; empty for the whole.
  package var path = ""
  package var text: String

  package init(place: SourcePlace? = nil, path: String = "", text: String) {
    (self.place, self.path, self.text) = (place, path, text)
  }
}

extension ImportNote: CustomStringConvertible {
  /// The note as one line: `login.har:12: note: log.entries[0]: ...`.
  package var description: String { line("note") }

  /// The note as one line with another word, such as `error`.
  package func line(_ word: String) -> String {
    let start = (place?.description).map { "\($0): " } ?? ""
    return "\(start)\(word): " + (path.isEmpty ? text : "\(path.escapedPath): \(text)")
  }
}

extension ImportNote {
  /// The note as data; what is not known is absent.
  package var value: AnyCodableValue {
    var members: [String: AnyCodableValue] = ["text": .string(text)]
    members["file"] = place.map { .string($0.file) }
    members["line"] = place?.line.map { .int($0) }
    members["path"] = path.isEmpty ? nil : .string(path)
    return .dictionary(members)
  }
}
