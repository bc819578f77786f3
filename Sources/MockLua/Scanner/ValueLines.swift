internal import LuaRuntime
internal import MockConfiguration
package import MockData

/// Finds the lines of values in a response, or in the pattern before it.
///
/// The line of a response is the line of its keyword. From there, a path is followed through the table constructors in
/// the source. If a value is defined somewhere else, the last known line is used.
final class ValueLines {
  private let sources: [String: String]
  private let places: [String?: [String: [ScriptLocation]]]
  private var scripts: [String: [LuaToken]] = [:]

  /// The words that start a response.
  private static let words: Set = ["reply", "stream", "fail", "status", "passthrough"]

  init(of scenario: LuaScenario) {
    var sources = [scenario.dynamicFile ?? scenario.script.name: scenario.script.source]
    for module in scenario.modulesAsShown.values { sources[module.file] = module.source }
    self.sources = sources
    places = Dictionary(uniqueKeysWithValues: scenario.places.map { ($0.key, $0.value) })
  }

  /// Returns the line of the value at a path within a response's value, or the line of the response if no better one is
  /// found.
  ///
  /// `response` is the response's index within its method, and `all` contains the locations of the method's responses.
  func value(at path: [JSONPath.Step], of response: Int, _ all: [ScriptLocation]) -> ScriptLocation
  {
    let start = all[response]
    guard let word = word(of: response, all) else { return start }
    let tokens = tokens(of: start.file)
    var index = word + 1
    while index < tokens.count, ["(", "\""].contains(tokens[index].text),
      tokens[index].kind != .text
    {
      index += 1
    }
    return ScriptLocation(file: start.file, line: line(of: path, tokens, index) ?? start.line)
  }

  /// Returns the line of the value at a path in the shared state that a response sets.
  func update(at path: [JSONPath.Step], of response: Int, _ all: [ScriptLocation]) -> ScriptLocation
  {
    let start = all[response]
    let tokens = tokens(of: start.file)
    guard let word = word(of: response, all),
      let set = tokens[word...].firstIndex(where: { $0.text == "set" && $0.kind != .text })
    else { return start }
    let open = tokens.indices.contains(set + 1) && tokens[set + 1].text == "(" ? set + 2 : set + 1
    return ScriptLocation(file: start.file, line: line(of: path, tokens, open) ?? start.line)
  }

  /// Returns the line of the value at a path, starting with the constructor at a token, or nil for an empty path.
  private func line(of path: [JSONPath.Step], _ tokens: [LuaToken], _ open: Int) -> Int? {
    var (line, index) = (Int?.none, open)
    for step in path {
      guard index < tokens.count, tokens[index].text == "{", tokens[index].kind != .text,
        let field = field(step, in: tokens, at: index)
      else { break }
      (line, index) = (field.line, field.value)
    }
    return line
  }

  /// Returns the line of the value at a path, in the `when` pattern of a response.
  func pattern(at path: [JSONPath.Step], of response: Int, _ all: [ScriptLocation])
    -> ScriptLocation
  {
    let start = all[response]
    let tokens = tokens(of: start.file)
    guard let word = word(of: response, all),
      let when = tokens[..<word].lastIndex(where: { $0.text == "when" && $0.kind != .text })
    else { return start }
    var (line, index) = (tokens[when].line, when)
    for case .key(let name) in path {
      guard let next = tokens[index..<word].firstIndex(where: { $0.text == name }) else { break }
      (line, index) = (tokens[next].line, next + 1)
    }
    return ScriptLocation(file: start.file, line: line)
  }

  /// Returns the line of a method's name before its first response.
  func method(_ name: String, _ all: [ScriptLocation]) -> ScriptLocation? {
    guard let start = all.first else { return nil }
    let tokens = tokens(of: start.file)
    let end = word(of: 0, all) ?? tokens.firstIndex { $0.line > start.line ?? 0 } ?? tokens.count
    guard let found = tokens[..<end].lastIndex(where: { $0.text == name }) else { return start }
    return ScriptLocation(file: start.file, line: tokens[found].line)
  }

  /// Returns the token of a response's keyword: the first on its line that doesn't belong to an earlier response.
  private func word(of response: Int, _ all: [ScriptLocation]) -> Int? {
    let start = all[response]
    let earlier = all[..<response].count { $0 == start }
    let tokens = tokens(of: start.file)
    let words = tokens.indices.lazy.filter {
      tokens[$0].line == start.line && tokens[$0].kind != .text
        && Self.words.contains(tokens[$0].text)
    }
    return words.dropFirst(earlier).first
  }

  /// Finds a field of a constructor, and returns its line and the first token of its value.
  private func field(
    _ step: JSONPath.Step, in tokens: [LuaToken], at open: Int
  ) -> (line: Int, value: Int)? {
    var (index, depth, count) = (open + 1, 0, 0)
    var isStart = true
    while index < tokens.count, depth >= 0 {
      let token = tokens[index]
      if isStart, depth == 0 {
        isStart = false
        let key = key(tokens, index)
        switch (step, key) {
        case (.key(let name), (let found, let value)?) where found == name:
          return (token.line, value)
        case (.index(let wanted), nil) where token.text != "}" || token.kind == .text:
          if count == wanted { return (token.line, index) }
          count += 1
        default: break
        }
      }
      if token.kind != .text {
        switch token.text {
        case "{", "(", "[": depth += 1
        case "}", ")", "]": depth -= 1
        case ",", ";": if depth == 0 { isStart = true }
        // The body of a function contains no fields.
        case "function", "do", "then": depth += 1
        case "end": depth -= 1
        default: break
        }
      }
      index += 1
    }
    return nil
  }

  /// Returns the name of the key that starts at a token, and the first token of its value.
  ///
  /// For a list element, returns nil.
  private func key(_ tokens: [LuaToken], _ index: Int) -> (name: String, value: Int)? {
    func text(_ offset: Int) -> String {
      tokens.indices.contains(index + offset) ? tokens[index + offset].text : ""
    }
    if text(0) == "[", text(2) == "]", text(3) == "=" { return (text(1), index + 4) }
    return text(1) == "=" ? (text(0), index + 2) : nil
  }

  private func tokens(of file: String) -> [LuaToken] {
    if let known = scripts[file] { return known }
    let tokens = LuaToken.all(of: sources[file] ?? "")
    scripts[file] = tokens
    return tokens
  }
}

/// The names and strings of a script and its modules, with their lines.
package struct TokenIndex {
  private let words: [(text: String, isString: Bool, place: ScriptLocation)]

  package init(_ sources: [(file: String, text: String)]) {
    words = sources.flatMap { file, text in
      LuaToken.all(of: text).filter { $0.kind != .number && $0.kind != .symbol }.map {
        ($0.text, $0.kind == .text, ScriptLocation(file: file, line: $0.line))
      }
    }
  }

  package func count(of word: String) -> Int { words.count { $0.text == word } }

  /// Returns the location of the first occurrence of a word after another word, or otherwise of its first occurrence.
  package func place(of word: String, behind opener: String) -> ScriptLocation? {
    let start = words.firstIndex { $0.text == opener } ?? words.startIndex
    return (words[start...].first { $0.text == word } ?? words.first { $0.text == word })?.place
  }

  /// Returns the location of the first occurrence of a word after another word, within the declaration of a service.
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
