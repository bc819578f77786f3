internal import MockCalls
package import MockConfiguration
package import MockData

extension Redaction {
  /// Adds the secrets in a script, its modules, and its fixtures.
  package func remember(secretsOf script: MockScript) { _ = rewritten(script) }

  /// Returns the script with all known secrets, and those that it contains, redacted in literals, comments, and
  /// fixtures.
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

  private func rewritten(source: String) -> String {
    // The names before literals mark some of them as secrets.
    remember(.string(source))
    let bytes = Array(source.utf8)
    var (result, end, previous) = ("", 0, "")
    for token in LuaToken.all(of: source) {
      // Between tokens, there are only comments.
      result += redacted(String(decoding: bytes[end..<token.range.lowerBound], as: UTF8.self))
      switch token.kind {
      case .text:
        let shown = redacted(token.source)
        // Keeps the text that follows on the same line.
        let lines = token.source.count(where: \.isNewline) - shown.count(where: \.isNewline)
        result += shown + String(repeating: "\n", count: max(0, lines))
      // A number in a calculation isn't a value.
      case .number where ["=", "{", ",", ";", "(", "==", "~="].contains(previous):
        result += rewritten(number: token.text)
      default: result += token.source
      }
      (end, previous) = (token.range.upperBound, token.text)
    }
    return result + redacted(String(decoding: bytes[end...], as: UTF8.self))
  }

  private func rewritten(number text: String) -> String {
    let number = Int(text).map { AnyCodableValue.int($0) } ?? Double(text).map { .double($0) }
    guard let number, case .string(let shown) = redacted(number) else { return text }
    return LuaText.string(shown)
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
