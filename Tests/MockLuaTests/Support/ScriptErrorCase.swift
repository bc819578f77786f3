import Foundation
import LuaRuntime
import MockLua
import Testing

/// A script with errors and their messages.
struct ScriptErrorCase: CustomTestStringConvertible {
  var source = ""
  var variant: String?
  /// The modules and fixtures next to the script.
  var files: [String: String] = [:]
  /// Every message, in full.
  var messages: [String] = []

  var testDescription: String { source.isEmpty ? "an empty script" : source }

  /// Reads a table of scripts, separated by blank lines.
  ///
  /// Each has the source, the variant to run (`-- variant: name`), the files next to it (`-- file: name` and their
  /// lines), and the messages: `=> 3: text` for line 3 of the script, which is called `m.lua`.
  static func scripts(_ table: String) -> [Self] {
    let blocks = table.split(separator: "\n\n")
    return blocks.map { Self(block: String($0)) }
  }

  /// Reads a table of behaviors.
  ///
  /// Each source is the method `m` of the service `A`.
  static func behaviors(_ table: String) -> [Self] {
    scripts(table).map { row in
      var row = row
      row.source = "service \"A\" { m = \(row.source) }"
      return row
    }
  }

  private init(block: String) {
    var lines: [String] = []
    var file: String?
    func endFile(_ row: inout Self) {
      let text = lines.joined(separator: "\n")
      if let file { row.files[file] = text } else { row.source = text }
      lines = []
    }
    for line in block.split(separator: "\n").map(String.init) {
      if let message = line.suffix(after: "=> ") {
        messages.append(Self.message(message))
      } else if let name = line.suffix(after: "-- variant: ") {
        variant = name
      } else if let name = line.suffix(after: "-- file: ") {
        endFile(&self)
        file = name
      } else {
        lines.append(line)
      }
    }
    endFile(&self)
    precondition(!messages.isEmpty, "no message: \(block)")
  }

  /// Puts the script's name before a line number.
  private static func message(_ text: String) -> String {
    if text.first?.isNumber ?? false { return "m.lua:\(text)" }
    return text.hasPrefix("no variant") ? "m.lua: \(text)" : text
  }

  /// Loads the script, and compares the messages.
  func check() throws {
    let folder = try TemporaryFolder(files: files)
    var options = ScenarioOptions()
    options.variant = variant
    options.print = { _ in }
    // The script's work is counted in instructions, so that a slow machine has the same result.
    options.limits.deadline = nil
    let error = #expect(throws: ScenarioError.self) {
      try LuaScenario.load(source: source, name: "m.lua", directory: folder.path, options: options)
    }
    let said = error?.description.replacing("\(folder.path)/", with: "")
    let lines: [Substring]? = said?.split(separator: "\n")
    let expected: [Substring] = messages.map { Substring($0) }
    #expect(lines == expected)
  }
}

extension String {
  fileprivate func suffix(after prefix: String) -> String? {
    hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil
  }
}
