internal import MockCalls
internal import MockConfiguration
internal import MockData

extension Redaction {
  /// Gets to know the secrets that a script, and its modules and fixtures, state: literals under such names.
  func remember(secretsOf script: MockScript) {
    for source in [script.source] + script.modules.map(\.value.source) {
      for literal in ScriptLiterals(source).all where literal.isSecret {
        remember(secret: literal.value)
      }
    }
    for (name, text) in script.fixtures {
      if let data = Self.data(of: text, name: name) { remember(data) }
    }
  }

  /// A script with all known secrets replaced, in literals, comments and fixtures; names stay.
  func redacted(_ script: MockScript) -> MockScript {
    guard MockSecrets.isOn, count > 0 else { return script }
    var script = script
    script.source = redacted(source: script.source)
    for (name, module) in script.modules {
      script.modules[name]?.source = redacted(source: module.source)
    }
    for (name, text) in script.fixtures {
      script.fixtures[name] = redacted(fixture: text, name: name)
    }
    return script
  }

  fileprivate func redacted(source: String) -> String {
    let bytes = Array(source.utf8)
    var result = ""
    var end = 0
    func between(_ range: Range<Int>) -> String {
      // Names and symbols are shorter than comments, and no secret is looked for in them.
      String(decoding: bytes[range], as: UTF8.self)
    }
    for piece in ScriptLiterals(source).pieces {
      result += between(end..<piece.range.lowerBound)
      end = piece.range.upperBound
      switch piece.content {
      case .comment: result += redacted(between(piece.range))
      case .literal(let literal):
        let value =
          literal.isSecret
          ? redacted(secret: literal.value)
          : literal.isWhole ? redacted(literal.value) : literal.value
        guard value != literal.value, case .string(let text) = value else {
          result += between(piece.range)
          continue
        }
        // Lua reads what JSON escapes, apart from `\/` and `\u`, which is never written for printable text.
        result += "\"" + text.escapedForLua + "\""
        // What follows stays on its line.
        result += String(
          repeating: "\n", count: bytes[piece.range].count { $0 == UInt8(ascii: "\n") })
      }
    }
    return result + between(end..<bytes.count)
  }

  private static func data(of text: String, name: String) -> AnyCodableValue? {
    let data = try? Fixture.data(of: text, name: name) { _, _ in true }
    if case .string = data { return nil }
    return data ?? nil
  }

  private func redacted(fixture text: String, name: String) -> String {
    guard let data = Self.data(of: text, name: name) else { return redacted(text) }
    let shown = redacted(data)
    guard shown != data else { return text }
    if name.lowercased().hasSuffix(".json"),
      let json = try? JSONWriter(style: .pretty).string(from: shown)
    {
      return json + "\n"
    }
    return CSVReader.text(of: text) { column, field in
      guard case .string(let field) = redacted([column: .string(field)])[column] else {
        return field
      }
      return field
    }
  }
}

extension ScenarioRuntime {
  /// A text about the scenario, without the secrets of its script, its state and its latest calls.
  package nonisolated func redacted(_ text: String) -> String {
    rememberSecrets()
    return log.redaction.redacted(text)
  }

  /// The text of its file, which may have changed since it was read, without secrets; its lines stay where they are.
  package nonisolated func redacted(source: String, name: String) -> String {
    guard MockSecrets.isOn else { return source }
    rememberSecrets()
    let redaction = log.redaction
    if name.lowercased().hasSuffix(".json") || source.first(where: { !$0.isWhitespace }) == "{" {
      if let data = try? JSONParser().parse(source) { redaction.remember(data) }
      return redaction.redacted(inPlace: source)
    }
    redaction.remember(secretsOf: MockScript(name: name, source: source))
    return redaction.redacted(source: source)
  }

  private nonisolated func rememberSecrets() {
    guard MockSecrets.isOn else { return }
    let redaction = log.redaction
    redaction.remember(secretsOf: scenario.script)
    redaction.remember(.dictionary(sharedState.snapshot))
    for call in log.calls(from: max(1, log.count - Self.latest)) { call.remember(in: redaction) }
  }

  private static var latest: Int { 1000 }
}

extension CSVReader {
  /// The same table with other fields.
  fileprivate static func text(
    of table: String, _ change: (_ column: String, _ field: String) -> String
  ) -> String {
    var reader = CSVReader(table)
    guard let header = reader.next() else { return table }
    var lines = [header]
    while let fields = reader.next() { lines.append(zip(header, fields).map(change)) }
    return lines.map { fields in
      fields.map { field in
        let needsQuotes = field.utf8.contains { [0x22, 0x2C, 0x0A, 0x0D].contains($0) }
        guard needsQuotes else { return field }
        return "\""
          + field.split(separator: "\"", omittingEmptySubsequences: false)
          .joined(separator: "\"\"") + "\""
      }.joined(separator: ",") + "\n"
    }.joined()
  }
}

extension String {
  fileprivate var escapedForLua: String {
    unicodeScalars.reduce(into: "") { text, scalar in
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\0": text += "\\0"
      default: text.unicodeScalars.append(scalar)
      }
    }
  }
}

/// The literals of a script, and its comments.
struct ScriptLiterals {
  struct Literal {
    var value: AnyCodableValue
    /// Whether it stands under the name of a secret.
    var isSecret: Bool
    /// Whether it may be replaced: a number elsewhere than as a value is none.
    var isWhole: Bool
  }

  enum Content {
    case comment
    case literal(Literal)
  }

  private(set) var pieces: [(range: Range<Int>, content: Content)] = []

  var all: [Literal] {
    pieces.compactMap { if case .literal(let literal) = $0.content { literal } else { nil } }
  }

  /// A bracket that is open: whose values are secrets, and whether they stand as values.
  private struct Bracket {
    var isTable: Bool
    var isSecret: Bool
  }

  private struct Placed {
    var token: LuaLexer.Token
    var range: Range<Int>
  }

  init(_ source: String) {
    let bytes = Array(source.utf8)
    let tokens = Self.tokens(of: bytes)
    func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
    var brackets: [Bracket] = []
    /// The name before the `=` that a value follows.
    var name: String?
    /// Whether a call such as `reply` hands on what the name says.
    var handsOn = false
    var end = 0
    for (index, placed) in tokens.enumerated() {
      if placed.range.lowerBound > end {
        pieces.append((end..<placed.range.lowerBound, .comment))
      }
      end = placed.range.upperBound
      let next = index + 1 < tokens.count ? tokens[index + 1].token : nil
      let inSecret = brackets.last?.isSecret ?? false
      let isNamed = name.map(MockSecrets.isSecret(_:)) ?? false
      switch placed.token {
      case .name(let range):
        let word = text(range)
        if next == .symbol(UInt8(ascii: "=")) {
          name = word
          handsOn = false
        } else if word == "reply" {
          // A method's own name says of what kind its answer is where it ends in the word.
          let gives = name.map(MockSecrets.isSecret(endOf:)) ?? inSecret
          handsOn = gives
          if !gives { name = nil }
        } else {
          (name, handsOn) = (nil, false)
        }
        continue
      case .string(let range):
        let isLong = bytes[placed.range.lowerBound] == UInt8(ascii: "[")
        let value = (isLong ? nil : LuaEscapes.text(of: bytes[range])) ?? text(range)
        let after = index + 2 < tokens.count ? tokens[index + 2].token : nil
        if next == .symbol(UInt8(ascii: "]")), after == .symbol(UInt8(ascii: "=")) {
          name = value
          continue
        }
        let isDirect = handsOn || isNamed || inSecret && Self.isItem(tokens, index)
        pieces.append(
          (
            placed.range,
            .literal(Literal(value: .string(value), isSecret: isDirect, isWhole: true))
          )
        )
      case .number:
        let isDirect = handsOn || isNamed || inSecret && Self.isItem(tokens, index)
        if let value = Self.number(text(placed.range)) {
          let isValue =
            isDirect || Self.isItem(tokens, index) || Self.isCompared(tokens, index, bytes)
          pieces.append(
            (placed.range, .literal(Literal(value: value, isSecret: isDirect, isWhole: isValue))))
        }
      case .symbol(UInt8(ascii: "{")):
        brackets.append(
          Bracket(
            isTable: true, isSecret: isNamed || inSecret && Self.isItem(tokens, index) || handsOn))
      case .symbol(UInt8(ascii: "(")):
        // `reply("x")` goes on; another call's arguments are its own.
        brackets.append(Bracket(isTable: false, isSecret: handsOn))
        if handsOn { continue }
      case .symbol(UInt8(ascii: "}")), .symbol(UInt8(ascii: ")")): _ = brackets.popLast()
      case .symbol(UInt8(ascii: "=")), .symbol(UInt8(ascii: "]")): continue
      default: break
      }
      (name, handsOn) = (nil, false)
    }
    if end < bytes.count { pieces.append((end..<bytes.count, .comment)) }
  }

  /// Whether a token begins an item of a list, or the value of a key.
  private static func isItem(_ tokens: [Placed], _ index: Int) -> Bool {
    guard index > 0 else { return false }
    switch tokens[index - 1].token {
    case .symbol(UInt8(ascii: "=")), .symbol(UInt8(ascii: "{")), .symbol(UInt8(ascii: ",")),
      .symbol(UInt8(ascii: ";")), .symbol(UInt8(ascii: "(")):
      return true
    default: return false
    }
  }

  /// Whether a number is compared: `args.pin == 1234`.
  private static func isCompared(_ tokens: [Placed], _ index: Int, _ bytes: [UInt8]) -> Bool {
    guard index > 0, tokens[index - 1].token == .longSymbol else { return false }
    let range = tokens[index - 1].range
    return [Array("==".utf8), Array("~=".utf8)].contains(Array(bytes[range]))
  }

  private static func number(_ text: String) -> AnyCodableValue? {
    Int(text).map { .int($0) } ?? Double(text).map { .double($0) }
  }

  private static func tokens(of bytes: [UInt8]) -> [Placed] {
    bytes.withUnsafeBufferPointer { buffer in
      var lexer = LuaLexer(buffer)
      var tokens: [Placed] = []
      while let token = lexer.next() {
        let end = min(lexer.position, bytes.count)
        let start: Int
        switch token {
        case .name(let range): start = range.lowerBound
        case .string(let range): start = opening(of: range, in: bytes)
        case .symbol: start = end - 1
        case .longSymbol, .number:
          start = beginning(
            of: token, endingAt: end, after: tokens.last?.range.upperBound ?? 0, bytes)
        }
        tokens.append(Placed(token: token, range: start..<max(start, end)))
      }
      return tokens
    }
  }

  /// Where the quote or the brackets of a string begin.
  private static func opening(of content: Range<Int>, in bytes: [UInt8]) -> Int {
    var start = content.lowerBound - 1
    guard start > 0, bytes[start] == UInt8(ascii: "[") else { return max(0, start) }
    start -= 1
    while start > 0, bytes[start] == UInt8(ascii: "=") { start -= 1 }
    return start
  }

  private static func beginning(
    of token: LuaLexer.Token, endingAt end: Int, after least: Int, _ bytes: [UInt8]
  ) -> Int {
    var start = end
    while start > least {
      let byte = bytes[start - 1]
      let belongs =
        token == .number
        ? byte.isNameCharacter || byte == UInt8(ascii: ".")
          || ([UInt8(ascii: "-"), UInt8(ascii: "+")].contains(byte) && start < end
            && start - 2 >= least && [0x65, 0x45, 0x70, 0x50].contains(bytes[start - 2]))
        : [0x3D, 0x3C, 0x3E, 0x7E, 0x3A, 0x2E, 0x2F].contains(byte) && end - start < 3
      guard belongs else { break }
      start -= 1
    }
    return start
  }
}
