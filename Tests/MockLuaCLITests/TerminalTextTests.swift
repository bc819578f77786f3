import Foundation
import Testing

@testable import MockLuaCLI

/// A script's text that is shown to people holds nothing that a terminal obeys.
struct TerminalTextTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder([
      "a.lua": #"""
      log("a\27[2J\u{202E}b\0\u{9B}\127", "\tc\r\nd\u{E9}\u{2066}")
      service "S" {
        chunk = function() load("error('x')", "=name\27[2J\u{202E}")() end,
        file = function() load("error('x')", "@name\27[2J\u{202E}")() end,
      }
      -- \#u{202E}Turned.
      scenario("a\27[2J\u{202E}\nb", function() end)
      scenario("plain", function() end)

      """#
    ])
  }

  /// What `log` writes of the script, on standard error or, from a REPL, on standard output.
  private let logged =
    #"a\u{1B}[2J\u{202E}b\u{0}\u{9B}\u{7F}"# + "\t\tc" + #"\r"# + "\nd\u{E9}" + #"\u{2066}"# + "\n"

  @Test("What `log` writes is escaped, but for tabs and line ends")
  func log() throws {
    let process = try MockLuaProcess(["a.lua", "--list"], in: folder)
    #expect(process.messages == logged)
    let repl = try MockLuaProcess(["repl", "a.lua"], in: folder)
    #expect(repl.output == logged)
  }

  @Test("A long line is written as a whole, whatever is escaped in it")
  func longLine() throws {
    try folder.write(
      """
      log(("\\1"):rep(100000))
      log(("\u{E9}x"):rep(100000) .. "\\27" .. ("\u{1F600}"):rep(100000) .. "\\u{2066}end")
      log(("plain"):rep(100000))
      """, to: "long.lua")
    let lines = [
      String(repeating: #"\u{1}"#, count: 100_000),
      String(repeating: "\u{E9}x", count: 100_000) + #"\u{1B}"#
        + String(repeating: "\u{1F600}", count: 100_000) + #"\u{2066}end"#,
      String(repeating: "plain", count: 100_000),
    ]
    let process = try MockLuaProcess(["long.lua", "--list"], in: folder)
    #expect(process.messages == lines.map { $0 + "\n" }.joined())
  }

  @Test("The names of scenarios are escaped, each on its line")
  func names() throws {
    let list = try MockLuaProcess(["a.lua", "--list"], in: folder)
    #expect(list.output == #"a\u{1B}[2J\u{202E}\nb"# + "\nplain\n")
    let presets = try MockLuaProcess(["presets", "a.lua"], in: folder)
    #expect(presets.output == #"a\u{1B}[2J\u{202E}\nb  \u{202E}Turned."# + "\nplain\n")
  }

  @Test("A long name is shown as a whole, since `--scenario` takes nothing less")
  func longName() throws {
    let name = String(repeating: "n\u{E9}", count: 3_000)
    try folder.write("scenario('\(name)', function() end)\n", to: "long.lua")
    #expect(try MockLuaProcess(["long.lua", "--list"], in: folder).output == name + "\n")
    #expect(try MockLuaProcess(["presets", "long.lua"], in: folder).output == name + "\n")
  }

  @Test("The Swift of a scenario's name has the same value without such characters")
  func swift() throws {
    let process = try MockLuaProcess(["presets", "--swift", "a.lua"], in: folder)
    #expect(process.output.contains(#"  case a2JB = "a\u{1B}[2J\u{202E}\nb""# + "\n"))
    #expect(process.output.contains(#"  /// \u{202E}Turned."# + "\n"))
  }

  @Test("The name of a chunk is escaped in the details of an error", arguments: ["chunk", "file"])
  func chunkName(method: String) throws {
    let process = try MockLuaProcess(["call", "a.lua", "S.\(method)"], in: folder)
    #expect(process.output.contains(#""file":"name\\u{1B}[2J\\u{202E}","line":1"#))
    let text = process.output + process.messages
    #expect(!text.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{202E}" })
    #expect(!text.contains(#"\u001b"#))
  }
}
