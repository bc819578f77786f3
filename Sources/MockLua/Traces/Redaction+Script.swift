internal import MockCalls
package import MockConfiguration
package import MockData

extension Redaction {
  /// Adds the secrets in a script, its modules, and its fixtures.
  package func remember(secretsOf script: MockScript) { _ = rewritten(script) }

  /// Returns the script with its secrets and all known secrets redacted, in literals, comments, and fixtures.
  ///
  /// Names stay unchanged.
  package func redacted(_ script: MockScript) -> MockScript {
    remember(secretsOf: script)
    return rewritten(script)
  }

  private func rewritten(_ script: MockScript) -> MockScript {
    guard MockSecrets.isOn else { return script }
    var script = script
    script.source = rewritten(source: script.source)
    for (name, module) in script.modules.sortedByKeyBytes() {
      script.modules[name]?.source = rewritten(source: module.source)
    }
    for (name, text) in script.fixtures.sortedByKeyBytes() {
      script.fixtures[name] =
        (name.lowercased().hasSuffix(".csv") ? rewritten(table: text) : nil) ?? redacted(text)
    }
    return script
  }

  fileprivate func rewritten(source: String) -> String {
    let bytes = Array(source.utf8)
    var literals = ScriptLiterals(source)
    var result = ""
    var end = 0
    for (index, token) in literals.tokens.enumerated() {
      // Between tokens, there are only comments.
      result += redacted(String(decoding: bytes[end..<token.range.lowerBound], as: UTF8.self))
      end = token.range.upperBound
      guard let (value, isSecret) = literals.literal(at: index),
        case .string(let text) = isSecret ? redacted(secret: value) : redacted(value),
        .string(text) != value
      else {
        result += token.source
        continue
      }
      // Keeps the text that follows on the same line.
      result += LuaText.string(text) + token.source.filter(\.isNewline)
    }
    return result + redacted(String(decoding: bytes[end...], as: UTF8.self))
  }

  /// Returns CSV whose fields are redacted by the names of their columns, or nil if it is invalid.
  private func rewritten(table: String) -> String? {
    var reader = CSVReader(table)
    guard let header = reader.next() else { return table }
    var (lines, isChanged) = ([header], false)
    while let fields = reader.next() {
      guard fields.count == header.count, reader.unclosedQuote == nil else { return nil }
      lines.append(zip(header, fields).map { redacted($1, named: $0) })
      isChanged = isChanged || lines.last != fields
    }
    func quoted(_ field: String) -> String {
      field.utf8.contains { [0x22, 0x2C, 0x0A, 0x0D].contains($0) }
        ? "\"\(field.replacing("\"", with: "\"\""))\"" : field
    }
    return isChanged ? lines.map { $0.map(quoted).joined(separator: ",") + "\n" }.joined() : table
  }
}

/// Finds the literals of a script, and determines by their names whether they are secrets.
private struct ScriptLiterals {
  let tokens: [LuaToken]
  /// Whether the values inside each open bracket are secrets.
  private var brackets: [Bool] = []
  /// The name before the `=` of the next value.
  private var name: String?
  /// Whether the name also applies to the argument of a call, such as `reply`.
  private var appliesName = false

  init(_ source: String) { tokens = LuaToken.all(of: source) }

  /// Returns the value of the literal at the next index, and whether it is a secret.
  ///
  /// For other tokens, and for numbers that aren't values, it returns nil.
  mutating func literal(at index: Int) -> (value: AnyCodableValue, isSecret: Bool)? {
    let (token, next) = (tokens[index], symbol(index + 1))
    let inSecret = brackets.last ?? false
    // The token starts the element of a list or the value of a key.
    let isItem = symbol(index - 1).map { ["=", "{", ",", ";", "("].contains($0) } ?? false
    let isSecret =
      appliesName || name.map(MockSecrets.isSecret(_:)) ?? false || inSecret && isItem
    let (oldName, applied) = (name, appliesName)
    (name, appliesName) = (nil, false)
    switch (token.kind, token.text) {
    case (.name, _), (.word, _):
      if next == "=" {
        name = token.text
      } else if token.text == "reply" {
        // The name of a method applies to its response only if it ends with the name of a secret.
        appliesName = oldName.map(MockSecrets.isSecret(endOf:)) ?? inSecret
        name = appliesName ? oldName : nil
      }
    case (.text, _):
      let isLong = token.source.hasPrefix("[")
      let value = (isLong ? nil : LuaEscapes.text(of: token.text.utf8)) ?? token.text
      if next != "]" || symbol(index + 2) != "=" { return (.string(value), isSecret) }
      name = value
    case (.number, let text):
      let isCompared = ["==", "~="].contains(symbol(index - 1))
      guard isSecret || isItem || isCompared else { return nil }
      return (Int(text).map { .int($0) } ?? Double(text).map { .double($0) }).map { ($0, isSecret) }
    case (.symbol, "{"): brackets.append(isSecret)
    case (.symbol, "("):
      // The name applies to the argument of `reply("x")`, but not to the arguments of other calls.
      brackets.append(applied)
      if applied { (name, appliesName) = (oldName, true) }
    case (.symbol, "}"), (.symbol, ")"): _ = brackets.popLast()
    case (.symbol, "="), (.symbol, "]"): (name, appliesName) = (oldName, applied)
    default: break
    }
    return nil
  }

  /// Returns the symbol at an index, or nil for any other token.
  private func symbol(_ index: Int) -> String? {
    guard tokens.indices.contains(index), tokens[index].kind == .symbol else { return nil }
    return tokens[index].text
  }
}
