internal import LuaRuntime

/// The names and strings of a script and its modules, with their lines.
struct TokenIndex {
  private var words: [(text: String, place: SourcePlace)] = []
  /// Which of the words are strings.
  private var strings: Set<Int> = []

  init(_ sources: [(file: String, text: String)]) {
    for (file, text) in sources {
      var text = text
      text.withUTF8 { read($0, of: file) }
    }
  }

  private mutating func read(_ bytes: UnsafeBufferPointer<UInt8>, of file: String) {
    var lexer = LuaLexer(bytes)
    while let token = lexer.next() {
      if case .string = token { strings.insert(words.count) }
      switch token {
      case .name(let range), .string(let range):
        let word = String(decoding: bytes[range], as: UTF8.self)
        words.append((word, SourcePlace(file: file, line: lexer.line)))
      case .number, .symbol, .longSymbol: break
      }
    }
  }

  /// How often a word stands in the sources.
  func count(of word: String) -> Int { words.count { $0.text == word } }

  /// The strings that stand right behind a word; nil for something else, such as a variable.
  func behind(_ word: String) -> [String?] {
    words.indices.filter { words[$0].text == word && !strings.contains($0) }.map { index in
      strings.contains(index + 1) ? words[index + 1].text : nil
    }
  }

  /// Where a word first stands behind another one, or first stands at all.
  func place(of word: String, behind opener: String) -> SourcePlace? {
    let start = words.firstIndex { $0.text == opener } ?? words.startIndex
    return (words[start...].first { $0.text == word } ?? words.first { $0.text == word })?.place
  }

  /// Where a word first stands behind another one, in the declaration of a service.
  func place(of word: String, behind opener: String, ofService service: String) -> SourcePlace? {
    let head = words.indices.dropLast().first {
      words[$0].text == "service" && !strings.contains($0) && words[$0 + 1].text == service
    }
    guard let head, let start = words[head...].firstIndex(where: { $0.text == opener }) else {
      return nil
    }
    return words[start...].first { $0.text == word }?.place
  }
}
