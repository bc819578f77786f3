import Foundation
import Testing

@testable import MockLuaCLI

/// Displayed strings from a script contain no terminal control characters.
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
      variant("a\27[2J\u{202E}\nb", function() end)
      variant("plain", function() end)

      """#
    ])
  }

  /// The script's `log` output, on standard error or, in a REPL, on standard output.
  private let logged =
    #"a\u{1B}[2J\u{202E}b\u{0}\u{9B}\u{7F}"# + "\t\tc" + #"\r"# + "\nd\u{E9}" + #"\u{2066}"# + "\n"

  @Test("`log` output is escaped, except for tabs and newlines")
  func log() throws {
    let process = try MockLuaProcess(["list", "a.lua"], in: folder)
    #expect(process.messages == logged)
    let repl = try MockLuaProcess(["repl", "a.lua"], in: folder)
    #expect(repl.output == logged)
  }

  @Test(
    "Strings from any source are escaped in traces, configurations, and JSON",
    arguments: [
      ["trace", "t.trace.jsonl"], ["trace", "t.trace.jsonl", "--replay"],
      ["trace", "t.trace.jsonl", "--mermaid"], ["trace", "t.trace.jsonl", "--format", "json"],
      ["trace", "t.trace.jsonl", "--replay", "--format", "json"], ["c.lua"],
      ["c.lua", "--compact"], ["call", "c.json", "S.m"], ["generate", "diagram", "c.json"],
      ["generate", "diagram", "c.json", "--format", "json"], ["explain", "c.json", "S.m", "{}"],
      ["explain", "c.json", "S.m", "{}", "--format", "json"],
    ])
  func untrusted(words: [String]) throws {
    let evil = #"\u001b[2J\u009b\u007f\u202e\u2066\u0007"#
    try folder.write(
      """
      {"calls":1,"clock":"fullSpeed","lines":5,"lua":"5.4","package":"0.1.0","startMs":0,"test":"\(evil)","trace":1}
      {"event":"script","script":{"name":"\(evil).lua","source":"service 'A' { m = reply(1) }"}}
      {"event":"state","set":{}}
      {"arguments":{"\(evil)":"\(evil)"},"count":1,"event":"call","method":"\(evil)","order":1,"place":"\(evil):1","response":0,"service":"A\\n\\nB","step":1}
      {"event":"answer","durationMs":0,"order":1,"result":"success","value":"\(evil)"}

      """, to: "t.trace.jsonl")
    try folder.write(
      """
      {"services": {"T\(evil)": {"methods": {"m": {"responses": [{"result": "success"}]}}}, \
      "S": {"methods": {"m": {"responses": [{"result": "success", "value": {"\(evil)": "\(evil)"}}]}}}}}
      """, to: "c.json")
    let evilLua = #"\27[2J\u{9b}\127\u{202e}\u{2066}\7"#
    try folder.write(
      #"service "S" { m = reply { ["\#(evilLua)"] = "\#(evilLua)" } }"#, to: "c.lua")
    let process = try MockLuaProcess(words, in: folder)
    let text = process.output + process.messages
    #expect(text.contains("2J"), "\(text)")
    let obeyed = text.unicodeScalars.filter {
      $0.value < 0x20 && $0 != "\n" || (0x7F...0x9F).contains($0.value)
        || (0x202A...0x2069).contains($0.value)
    }
    #expect(obeyed.isEmpty, "\(text.debugDescription)")
  }

  @Test("A long line is written completely, despite escapes")
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
    let process = try MockLuaProcess(["list", "long.lua"], in: folder)
    #expect(process.messages == lines.map { $0 + "\n" }.joined())
  }

  @Test("Scenario names are escaped, one per line")
  func names() throws {
    let list = try MockLuaProcess(["list", "a.lua"], in: folder)
    #expect(list.output == #"a\u{1B}[2J\u{202E}\nb  \u{202E}Turned."# + "\nplain\n")
  }

  @Test("A long name is shown in full, because `--variant` needs all of it")
  func longName() throws {
    let name = String(repeating: "n\u{E9}", count: 3_000)
    try folder.write("variant('\(name)', function() end)\n", to: "long.lua")
    #expect(try MockLuaProcess(["list", "long.lua"], in: folder).output == name + "\n")
  }

  @Test("The Swift code for a scenario name has the same value without control characters")
  func swift() throws {
    let process = try MockLuaProcess(["generate", "swift", "a.lua"], in: folder)
    #expect(process.output.contains(#"  case a2JB = "a\u{1B}[2J\u{202E}\nb""# + "\n"))
    #expect(process.output.contains(#"  /// \u{202E}Turned."# + "\n"))
  }

  @Test("A chunk name is escaped in the details of an error", arguments: ["chunk", "file"])
  func chunkName(method: String) throws {
    let process = try MockLuaProcess(["call", "a.lua", "S.\(method)"], in: folder)
    #expect(process.output.contains(#""file":"name\\u{1B}[2J\\u{202E}","line":1"#))
    let text = process.output + process.messages
    #expect(!text.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{202E}" })
    #expect(!text.contains(#"\u001b"#))
  }
}
