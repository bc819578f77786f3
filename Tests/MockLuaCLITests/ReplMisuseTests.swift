import Foundation
import Testing

@testable import MockLuaCLI

/// The messages of `mocklua repl` about invalid command lines and files.
struct ReplMisuseTests {
  typealias Row = ScriptMisuseTests.Row

  @Test(
    "An invalid command line is reported",
    arguments: [
      Row("repl --real-tim", "unknown option '--real-tim'; did you mean '--real-time'?"),
      Row("repl --varient x", "unknown option '--varient'; did you mean '--variant'?"),
      Row("rpl", "no command or file 'rpl'; did you mean 'repl'?"),
      Row("repl a b", "unexpected argument 'b'; this command takes one FILE"),
      Row(
        "repl -",
        "FILE can't be '-', because standard input provides the lines; write the path of a file"),
    ])
  func saysWhatIsWrong(row: Row) {
    let error = #expect(throws: CommandLineError.self) {
      try MockLuaCommand.program.invocation(of: row.words) { _ in false }
    }
    #expect(error?.error.description == row.message)
  }

  @Test(
    "An invalid file is reported",
    arguments: [
      Row(
        "repl none.lua",
        "mocklua: none.lua: no such file or folder; check the name"),
      Row("repl folder", "mocklua: folder: is a folder; name a file in it"),
      Row("repl binary", "mocklua: binary: is binary data, not text; name a Lua source file"),
      Row(
        "repl zero.lua",
        "zero.lua:2: the line has a NUL byte; remove it, or save the file as UTF-8"),
      Row("repl bad.json", "bad.json:2:17: there is a comma before `}`; remove the comma"),
      Row(
        "repl mistake.lua", "mistake.lua:1: undeclared global `replyy`; did you mean `reply`?"),
      Row(
        "repl a.json --mode debug",
        "mocklua: a.json: is a configuration, but --mode is for scripts; remove it"),
      Row(
        "repl --path none",
        "mocklua: none: no such file or folder; give --path a folder of Lua files"),
    ])
  func saysWhatIsWrongWithFile(row: Row) throws {
    let folder = try TemporaryFolder([
      "a.json": #"{"services": {}}"#, "bad.json": "{\n  \"services\": {},}",
      "mistake.lua": "service \"A\" { m = replyy(1) }\n",
    ])
    try folder.write(Data([0x7F, 0x45, 0x00, 0xFF]), to: "binary")
    try folder.write(Data("a\n\0".utf8), to: "zero.lua")
    try FileManager.default.createDirectory(
      at: folder.url(of: "folder"), withIntermediateDirectories: false)
    let process = try MockLuaProcess(row.words, in: folder, input: "1\n")
    #expect(process.messages == row.message + "\n")
    #expect(process.output.isEmpty)
    #expect(process.exitCode == 1)
  }

  @Test("Invalid standard input is reported")
  func saysWhatIsWrongWithInput() throws {
    let folder = try TemporaryFolder()
    try folder.write(Data("1\n".utf8) + Data([0xE9, 0x0A]), to: "latin")
    let latin = try MockLuaProcess(["repl"], in: folder, redirection: "<latin")
    #expect(latin.output == "1\n")
    #expect(latin.messages == "mocklua: stdin: line 2 is not UTF-8; save the text as UTF-8\n")
    let closed = try MockLuaProcess(["repl"], in: folder, redirection: "<&-")
    #expect(
      closed.messages == "mocklua: stdin: closed; redirect a script into it, or name a file\n")
    #expect(latin.exitCode == 1 && closed.exitCode == 1)
  }

  @Test("The list of commands fits a terminal, and each has its help")
  func listsCommands() throws {
    for row in ReplDirective.overview.split(separator: "\n") { #expect(row.count <= 100) }
    for directive in ReplDirective.allCases {
      #expect(ReplDirective.overview.contains("\(directive.usage) "), "\(directive)")
      #expect(directive.summary.hasSuffix(".") && directive.explanation.count > 20)
    }
  }
}
