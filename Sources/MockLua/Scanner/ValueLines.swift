internal import LuaRuntime
internal import MockConfiguration
package import MockData

/// Finds the lines of values in a response, or in the pattern before it.
///
/// The line of a response is the line of its keyword. From there, a path is followed through the table constructors in
/// the source. If a value is defined somewhere else, the last known line is used.
final class ValueLines {
  private let sources: [String: String]
  private var scripts: [String: LuaSyntax?] = [:]

  /// The words that start a response.
  private static let words: Set = ["reply", "stream", "fail", "status", "passthrough"]

  init(of scenario: LuaScenario) {
    sources = Dictionary(scenario.sources(named: scenario.file).map { ($0, $1) }) { $1 }
  }

  /// Returns the line of the value at a path within a response's value, or the line of the response if no better one is
  /// found.
  ///
  /// `response` is the response's index within its method, and `all` contains the locations of the method's responses.
  func value(at path: [JSONPath.Step], of response: Int, _ all: [ScriptLocation]) -> ScriptLocation
  {
    let start = all[response]
    guard let script = script(start.file), let word = word(of: response, all, in: script),
      let open = script.tokens[(word + 1)...].firstIndex(where: { $0.kind != .leftParenthesis })
    else { return start }
    return ScriptLocation(file: start.file, line: line(of: path, script, open) ?? start.line)
  }

  /// Returns the line of the value at a path in the shared state that a response sets.
  func update(at path: [JSONPath.Step], of response: Int, _ all: [ScriptLocation]) -> ScriptLocation
  {
    let start = all[response]
    guard let script = script(start.file), let word = word(of: response, all, in: script),
      let set = script.tokens[word...].firstIndex(where: { $0.kind == .name && $0.text == "set" })
    else { return start }
    let open = script.tokens[set + 1].kind == .leftParenthesis ? set + 2 : set + 1
    return ScriptLocation(file: start.file, line: line(of: path, script, open) ?? start.line)
  }

  /// Returns the line of the value at a path, starting with the constructor at a token, or nil for an empty path.
  private func line(of path: [JSONPath.Step], _ script: LuaSyntax, _ open: Int) -> Int? {
    var (line, index) = (Int?.none, open)
    for step in path {
      guard let table = script.table(at: index), let field = field(step, of: table, in: script),
        let value = field.nodes.last
      else { break }
      (line, index) = (script.tokens[field.range.lowerBound].line, value.range.lowerBound)
    }
    return line
  }

  private func field(
    _ step: JSONPath.Step, of table: LuaSyntax.Node, in script: LuaSyntax
  ) -> LuaSyntax.Node? {
    switch step {
    case .key(let name): table.nodes.first { script.key(of: $0) == name }
    case .index(let index): table.nodes.filter { $0.parts.count == 1 }.dropFirst(index).first
    }
  }

  /// Returns the line of the value at a path, in the `when` pattern of a response.
  func pattern(at path: [JSONPath.Step], of response: Int, _ all: [ScriptLocation])
    -> ScriptLocation
  {
    let start = all[response]
    guard let script = script(start.file), let word = word(of: response, all, in: script),
      let when = script.tokens[..<word].lastIndex(where: { $0.kind == .name && $0.text == "when" })
    else { return start }
    var (line, index) = (script.tokens[when].line, when)
    for case .key(let name) in path {
      guard let next = script.tokens[index..<word].firstIndex(where: { $0.text == name }) else {
        break
      }
      (line, index) = (script.tokens[next].line, next + 1)
    }
    return ScriptLocation(file: start.file, line: line)
  }

  /// Returns the line of a method's name before its first response.
  func method(_ name: String, _ all: [ScriptLocation]) -> ScriptLocation? {
    guard let start = all.first, let script = script(start.file) else { return all.first }
    let end = word(of: 0, all, in: script)
    let before =
      end.map { script.tokens[..<$0] }
      ?? script.tokens.prefix { $0.line <= start.line ?? 0 }
    guard let found = before.last(where: { $0.text == name }) else { return start }
    return ScriptLocation(file: start.file, line: found.line)
  }

  /// Returns the token of a response's keyword: the first on its line that doesn't belong to an earlier response.
  private func word(of response: Int, _ all: [ScriptLocation], in script: LuaSyntax) -> Int? {
    let start = all[response]
    let earlier = all[..<response].count { $0 == start }
    guard let line = start.line else { return nil }
    let tokens = script.tokens
    var (first, end) = (tokens.startIndex, tokens.endIndex)
    while first < end {
      let middle = first + (end - first) / 2
      if tokens[middle].line < line { first = middle + 1 } else { end = middle }
    }
    let words = tokens[first...].indices.lazy.prefix { tokens[$0].line == line }
      .filter { tokens[$0].kind == .name && Self.words.contains(tokens[$0].text) }
    return words.dropFirst(earlier).first
  }

  private func script(_ file: String) -> LuaSyntax? {
    if let known = scripts[file] { return known }
    let script = try? LuaSyntax(sources[file] ?? "", depthLimit: SourceScan.depthLimit)
    scripts.updateValue(script, forKey: file)
    return script
  }
}

/// The names and strings of a script and its modules, with their lines.
package struct TokenIndex {
  private let words: [(text: String, isString: Bool, place: ScriptLocation)]

  package init(_ sources: [(file: String, text: String)]) {
    words = sources.flatMap { file, text in
      LuaToken.all(of: text).filter { $0.kind == .name || $0.kind == .text }.map {
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
