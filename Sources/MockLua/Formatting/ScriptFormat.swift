internal import LuaRuntime
internal import MockData

/// The one style of scripts, in which `mocklua format` sets them and imports write them.
///
/// Comments, and single blank lines, stay where they are. Only what stands between tokens changes, with commas and
/// semicolons that mean nothing, and single quotes: the script does what it did.
package enum ScriptFormat {
  /// A script in the style.
  ///
  /// - Parameters:
  ///   - source: The script.
  ///   - name: The name that messages show.
  /// - Returns: The text, which formatting does not change again.
  /// - Throws: `ScenarioError` with a mistake where the script does not compile.
  package static func text(of source: String, name: String) throws(ScenarioError) -> String {
    do {
      // Lua's own compiler says best what is expected, and refuses what no tokens show.
      _ = try LuaRuntime().load(source, name: name)
    } catch {
      throw ScenarioError([MockDiagnostic(error, script: name, sources: [name: source])])
    }
    do {
      return try text(of: source)
    } catch {
      throw ScenarioError([
        MockDiagnostic(
          at: SourcePlace(file: name, line: error.line),
          problem: "cannot format the script: \(error.text)",
          remedy: "report this script: Lua itself accepts it")
      ])
    }
  }

  /// The same of a script that is known to compile.
  package static func text(ofValid source: String) -> String {
    (try? text(of: source)) ?? source
  }

  /// A written expression such as `reply { ... }`, without a line end behind it.
  package static func text(of piece: LuaPiece) -> String {
    var text = text(ofValid: piece.text)
    if text.hasSuffix("\n") { text.removeLast() }
    return text
  }

  private static func text(of source: String) throws(FormatProblem) -> String {
    let source = source.withLineFeeds
    let hasHashLine = source.utf8.first == UInt8(ascii: "#")
    let hashLine = hasHashLine ? "\(source.prefix { $0 != "\n" })\n" : ""
    let read = try FormatReader.read(source)
    let text = hashLine + FormatPrinter.text(of: read.body)
    // A script that says something else must never be written, whatever is wrong here.
    guard try FormatReader.read(text).signature == read.signature else {
      throw FormatProblem(line: 1, text: "the formatted script would not be the same")
    }
    return text
  }
}

extension String {
  /// The text with a line feed alone at the end of each line, as Lua reads it: `\r`, and both in either order, too.
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
