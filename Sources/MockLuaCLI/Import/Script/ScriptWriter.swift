import MockData
import MockLua

/// Writes a script as a person would: a blank line between declarations, short tables on one line.
struct ScriptWriter {
  private var text = ""

  /// The text of a script, which ends in a newline.
  static func text(of script: ImportedScript) -> String {
    if let source = script.source { return source }
    var writer = ScriptWriter()
    writer.write(script)
    return writer.text
  }

  private mutating func write(_ script: ImportedScript) {
    writeComments(script.comments)
    if !script.shared.isEmpty {
      beginDeclaration()
      LuaText.call("shared", LuaText.piece(.dictionary(script.shared))).write(to: &text)
      text += "\n"
    }
    for service in script.services {
      beginDeclaration()
      writeComments(service.comments)
      Self.piece(of: service).write(to: &text)
      text += "\n"
    }
  }

  private mutating func beginDeclaration() { if !text.isEmpty { text += "\n" } }

  private mutating func writeComments(_ lines: [String]) {
    for line in lines { text += (line.isEmpty ? "--" : "-- \(line.commentLine)") + "\n" }
  }

  private static func piece(of service: ImportedService) -> LuaPiece {
    guard !service.methods.isEmpty else { return service.opening }
    let entries = service.methods.map { method in
      LuaPiece.Entry(
        comments: method.comments.map(\.commentLine), key: LuaText.key(method.name),
        behaviour(of: method))
    }
    return LuaPiece(service.opening, LuaPiece(" "), LuaPiece(lines: entries))
  }

  private static func behaviour(of method: ImportedMethod) -> LuaPiece {
    var entries: [LuaPiece.Entry] = []
    if let key = method.sequenceKey {
      entries.append(LuaPiece.Entry(key: "by", LuaPiece(LuaText.string(key))))
    }
    for item in method.items { entries += Self.entries(of: item) }
    if let exhausted = method.exhausted {
      entries.append(LuaPiece.Entry(key: "exhausted", LuaPiece(LuaText.string(exhausted))))
    }
    guard entries.count == 1, let only = entries.first, only.comments.isEmpty else {
      return LuaPiece(table: entries)
    }
    return only.value
  }

  /// A rule is one entry, answers to any call are one each.
  private static func entries(of item: ImportedItem) -> [LuaPiece.Entry] {
    let answers = item.answers.map { answer in
      LuaPiece.Entry(comments: answer.comments.map(\.commentLine), repeated(answer))
    }
    guard let pattern = item.pattern else {
      guard let first = answers.first else { return [] }
      let commented = LuaPiece.Entry(
        comments: item.comments.map(\.commentLine) + first.comments, first.value)
      return [commented] + answers.dropFirst()
    }
    let single = answers.count == 1 && answers[0].comments.isEmpty
    let behaviour = single ? answers[0].value : LuaPiece(table: answers)
    return [
      LuaPiece.Entry(
        comments: item.comments.map(\.commentLine),
        LuaPiece(LuaPiece("when("), pattern, LuaPiece(", "), behaviour, LuaPiece(")")))
    ]
  }

  private static func repeated(_ answer: ImportedAnswer) -> LuaPiece {
    answer.count == 1
      ? answer.piece : LuaPiece(answer.piece, LuaPiece(" :times(\(answer.count))"))
  }
}

extension String {
  /// The text as the rest of a line of comment: what would end the line, or is not shown, stands as an escape.
  fileprivate var commentLine: String { shown(limit: 300) }
}
