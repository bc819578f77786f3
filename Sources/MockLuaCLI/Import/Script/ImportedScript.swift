import MockData
import MockLua

/// The script that an import writes: what stands in it, before it is text.
struct ImportedScript {
  /// The whole text, where there was a script already; nil where one is written of what follows.
  var source: String?
  /// What the script says of itself, a line each.
  var comments: [String] = []
  /// The initial values of the shared state, by key.
  var shared: [String: AnyCodableValue] = [:]
  var services: [ImportedService] = []
  /// Files beside the script, which it reads.
  var files: [ImportedFile] = []
  /// What a person has to know who imports: what was left out, or is not as it was.
  var notes: [ImportNote] = []
}

/// A service of protocols, or a host.
struct ImportedService {
  /// What it begins with, such as `service "Login"`.
  var opening: LuaPiece
  var comments: [String] = []
  var methods: [ImportedMethod] = []
}

/// A method or a route with what it answers.
struct ImportedMethod {
  var name: String
  var comments: [String] = []
  var items: [ImportedItem] = []
  /// What happens behind the last answer; nil for the language's default.
  var exhausted: String?
  /// The argument whose values count for themselves; nil for none.
  var sequenceKey: String?
}

/// A rule with its answers, or an answer to any call.
struct ImportedItem {
  /// What the rule accepts; nil for an answer to any call.
  var pattern: LuaPiece?
  var comments: [String] = []
  var answers: [ImportedAnswer]

  /// The most times that `:times` repeats an answer.
  private static let mostRepeats = 10_000

  /// Adds an answer, or counts the last one once more where it is the same.
  mutating func add(_ answer: ImportedAnswer, isRepeated: Bool) {
    if isRepeated, let last = answers.last, last.count < Self.mostRepeats {
      answers[answers.count - 1].count += 1
    } else {
      answers.append(answer)
    }
  }
}

/// An answer, as often as it stands in a row.
struct ImportedAnswer {
  var piece: LuaPiece
  var comments: [String] = []
  var count = 1
}

/// A file that is written beside the script.
struct ImportedFile {
  /// The path from the script's folder, such as `fixtures/login-logo.png`.
  var path: String
  var bytes: [UInt8]
}

/// Something that a person should know of an import.
struct ImportNote: Hashable {
  /// Where it stands in what was imported; nil for the whole.
  var place: SourcePlace?
  /// The way to it within the document; empty for the whole.
  var path = ""
  var text: String
}

extension ImportNote: CustomStringConvertible {
  /// The note as one line: `login.har:12: note: log.entries[0]: ...`.
  var description: String {
    let start = (place?.description).map { "\($0): " } ?? ""
    return "\(start)note: " + (path.isEmpty ? text : "\(path.escapedPath): \(text)")
  }
}

extension ImportNote {
  /// The note as data; what is not known is absent.
  var value: AnyCodableValue {
    var members: [String: AnyCodableValue] = ["text": .string(text)]
    members["file"] = place.map { .string($0.file) }
    members["line"] = place?.line.map { .int($0) }
    members["path"] = path.isEmpty ? nil : .string(path)
    return .dictionary(members)
  }
}
