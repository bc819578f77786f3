internal import LuaRuntime
internal import MockData

/// The standard style of scripts, which `mocklua format` and imports use.
///
/// Comments and single blank lines stay where they are. Formatting only changes the space between tokens, redundant
/// commas and semicolons, and single quotes. The script's behavior stays the same.
package enum ScriptFormat {
  /// The words that come after a response or a service.
  ///
  /// The formatter writes a space before the colon of each of these words, and can break a long chain there.
  package static let builders: Set<String> = [
    "after", "bind", "chance", "close", "dribble", "every", "examples", "fails", "gate", "headers",
    "ignore_unknown_keys", "initial", "optional", "passthrough", "raw", "rejects", "set", "status",
    "stays_open", "times",
  ]

  /// Formatting the result again changes nothing.
  ///
  /// - Throws: `ScenarioError` with a script error if the script doesn't compile.
  package static func text(of source: String, name: String) throws(ScenarioError) -> String {
    do {
      // Lua's own compiler has the best error messages. It also finds errors that don't show in the tokens.
      _ = try LuaRuntime().load(source, name: name)
    } catch {
      throw ScenarioError([MockDiagnostic(error, script: name, sources: [name: source])])
    }
    do {
      return try text(of: source)
    } catch {
      throw ScenarioError([
        MockDiagnostic(
          at: ScriptLocation(file: name, line: error.line),
          problem: "cannot format the script: \(error.text)",
          suggestion: "please report this script, because Lua accepts it")
      ])
    }
  }

  package static func text(ofValid source: String) -> String {
    (try? text(of: source)) ?? source
  }

  /// Formats an expression such as `reply { ... }`.
  ///
  /// There is no line break at the end.
  package static func text(of piece: LuaPiece) -> String {
    var text = text(ofValid: piece.text)
    if text.hasSuffix("\n") { text.removeLast() }
    return text
  }

  private static func text(of source: String) throws(SyntaxProblem) -> String {
    let source = source.withLineFeeds
    let hasHashLine = source.utf8.first == UInt8(ascii: "#")
    let hashLine = hasHashLine ? "\(source.prefix { $0 != "\n" })\n" : ""
    let read = try FormatReader.read(source)
    let text = hashLine + FormatPrinter.text(of: read.body)
    // Never return a script with a different meaning, even if the formatter has a bug.
    guard try FormatReader.read(text).signature == read.signature else {
      throw SyntaxProblem(line: 1, text: "the formatted script would not be equivalent")
    }
    return text
  }
}

extension String {
  /// The text with only `\n` as line endings.
  ///
  /// As in Lua, `\r`, `\r\n`, and `\n\r` become `\n`.
  fileprivate var withLineFeeds: String {
    guard utf8.contains(UInt8(ascii: "\r")) else { return self }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(utf8.count)
    var isPair = false
    var last: UInt8 = 0
    for byte in utf8 {
      let isLineEnd = byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
      isPair = isLineEnd && !isPair && last != byte && (last == 0x0A || last == 0x0D)
      if !isPair { bytes.append(isLineEnd ? UInt8(ascii: "\n") : byte) }
      last = byte
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
