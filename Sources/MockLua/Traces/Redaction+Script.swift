internal import MockCalls
internal import MockConfiguration
internal import MockData

extension Redaction {
  /// Adds the secrets in a script, its modules, and its fixtures: literals whose names mark them as secrets.
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

  /// Returns the script with all known secrets redacted in literals, comments, and fixtures.
  ///
  /// Names stay unchanged.
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
      // Unlike comments, names and symbols aren't searched for secrets.
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
        // JSON and Lua have most escapes in common, so no conversion is needed. `\/` and `\u` are never written for
        // printable text.
        result += "\"" + text.escapedForLua + "\""
        // Keeps the text that follows on the same line.
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
  /// Returns text about the scenario without the secrets of its script, its state, and its latest calls.
  package nonisolated func redacted(_ text: String) -> String {
    rememberSecrets()
    return log.redaction.redacted(text)
  }

  /// Returns the current text of the script's file without secrets, with the same line numbers.
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
  /// Returns a table in the same form, with its fields changed.
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

/// The literals and comments of a script.
struct ScriptLiterals {
  struct Literal {
    var value: AnyCodableValue
    /// Whether the literal is a value under the name of a secret.
    var isSecret: Bool
    /// Whether it may be replaced as a whole.
    ///
    /// Numbers that aren't values may not.
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

  init(_ source: String) {
    let bytes = Array(source.utf8)
    let tokens = LuaToken.all(of: source)
    /// Whether the values inside each open bracket are secrets.
    var brackets: [Bool] = []
    /// The name before the `=` of the next value.
    var name: String?
    /// Whether the name also applies to the argument of a call, such as `reply`.
    var appliesName = false
    var end = 0
    for (index, token) in tokens.enumerated() {
      if token.range.lowerBound > end {
        pieces.append((end..<token.range.lowerBound, .comment))
      }
      end = token.range.upperBound
      let next = Self.symbol(tokens, index + 1)
      let isItem = Self.isItem(tokens, index)
      let inSecret = brackets.last ?? false
      let isNamed = name.map(MockSecrets.isSecret(_:)) ?? false
      let isDirect = appliesName || isNamed || inSecret && isItem
      switch token.kind {
      case .name, .word:
        if next == "=" {
          name = token.text
          appliesName = false
        } else if token.text == "reply" {
          // The name of a method applies to its response only if it ends with the name of a secret.
          let isSecretName = name.map(MockSecrets.isSecret(endOf:)) ?? inSecret
          appliesName = isSecretName
          if !isSecretName { name = nil }
        } else {
          (name, appliesName) = (nil, false)
        }
        continue
      case .text:
        let isLong = bytes[token.range.lowerBound] == UInt8(ascii: "[")
        let value = (isLong ? nil : LuaEscapes.text(of: token.text.utf8)) ?? token.text
        if next == "]", Self.symbol(tokens, index + 2) == "=" {
          name = value
          continue
        }
        let literal = Literal(value: .string(value), isSecret: isDirect, isWhole: true)
        pieces.append((token.range, .literal(literal)))
      case .number:
        if let value = Self.number(token.text) {
          let isValue = isDirect || isItem || Self.isCompared(tokens, index)
          let literal = Literal(value: value, isSecret: isDirect, isWhole: isValue)
          pieces.append((token.range, .literal(literal)))
        }
      case .symbol:
        switch token.text {
        case "{": brackets.append(isDirect)
        case "(":
          // The name applies to the argument of `reply("x")`, but not to the arguments of other calls.
          brackets.append(appliesName)
          if appliesName { continue }
        case "}", ")": _ = brackets.popLast()
        case "=", "]": continue
        default: break
        }
      }
      (name, appliesName) = (nil, false)
    }
    if end < bytes.count { pieces.append((end..<bytes.count, .comment)) }
  }

  /// Returns the symbol at an index, or nil for any other token.
  private static func symbol(_ tokens: [LuaToken], _ index: Int) -> String? {
    guard tokens.indices.contains(index), tokens[index].kind == .symbol else { return nil }
    return tokens[index].text
  }

  /// Returns whether a token is the start of a list element or of a key's value.
  private static func isItem(_ tokens: [LuaToken], _ index: Int) -> Bool {
    symbol(tokens, index - 1).map { ["=", "{", ",", ";", "("].contains($0) } ?? false
  }

  /// Returns whether a number is compared, as in `args.pin == 1234`.
  private static func isCompared(_ tokens: [LuaToken], _ index: Int) -> Bool {
    ["==", "~="].contains(symbol(tokens, index - 1))
  }

  private static func number(_ text: String) -> AnyCodableValue? {
    Int(text).map { .int($0) } ?? Double(text).map { .double($0) }
  }
}
