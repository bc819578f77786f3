internal import LuaRuntime

/// The names and strings of a script and its modules, with their lines.
struct TokenIndex {
  private let words: [(text: String, isString: Bool, place: ScriptLocation)]

  init(_ sources: [(file: String, text: String)]) {
    words = sources.flatMap { file, text in
      LuaToken.all(of: text).filter { $0.kind != .number && $0.kind != .symbol }.map {
        ($0.text, $0.kind == .text, ScriptLocation(file: file, line: $0.line))
      }
    }
  }

  /// Returns the number of times a word occurs in the sources.
  func count(of word: String) -> Int { words.count { $0.text == word } }

  /// Returns what follows each occurrence of a word: a string, or nil for anything else, such as a variable.
  func behind(_ word: String) -> [String?] {
    words.indices.filter { words[$0].text == word && !words[$0].isString }.map { index in
      words[(index + 1)...].first.flatMap { $0.isString ? $0.text : nil }
    }
  }

  /// Returns the place of the first occurrence of a word after another word, or otherwise of its first occurrence.
  func place(of word: String, behind opener: String) -> ScriptLocation? {
    let start = words.firstIndex { $0.text == opener } ?? words.startIndex
    return (words[start...].first { $0.text == word } ?? words.first { $0.text == word })?.place
  }

  /// Returns the place of the first occurrence of a word after another word, within the declaration of a service.
  func place(of word: String, behind opener: String, ofService service: String) -> ScriptLocation? {
    let head = words.indices.dropLast().first {
      words[$0].text == "service" && !words[$0].isString && words[$0 + 1].text == service
    }
    guard let head, let start = words[head...].firstIndex(where: { $0.text == opener }) else {
      return nil
    }
    return words[start...].first { $0.text == word }?.place
  }
}
