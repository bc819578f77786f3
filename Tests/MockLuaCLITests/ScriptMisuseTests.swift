import Foundation
import Testing

@testable import MockLuaCLI

/// Messages of `call`, `explain`, `check`, and `graph` about wrong command lines and files.
struct ScriptMisuseTests {
  typealias Row = UsageErrorTests.Row

  @Test(
    "Says what is wrong with a command line",
    arguments: [
      Row("call a.lua A.b --stat", "unknown option '--stat'; did you mean '--state'?"),
      Row("call a.lua A.b --realtime", "unknown option '--realtime'; did you mean '--real-time'?"),
      Row("explain a.lua A.b --formt", "unknown option '--formt'; did you mean '--format'?"),
      Row("check a.lua --fromat text", "unknown option '--fromat'; did you mean '--format'?"),
      Row(
        "check a.lua --format jsn",
        "'--format' takes text, json or github, not 'jsn'; did you mean 'json'?"),
      Row("cal a.lua", "no command and no file 'cal'; did you mean 'call'?"),
      Row("call", "FILE is missing; write it where the usage shows it"),
      Row("call a.lua", "NAME is missing; write it where the usage shows it"),
      Row("explain a.lua", "NAME is missing; write it where the usage shows it"),
      Row("check", "FILE is missing; write it where the usage shows it"),
      Row("graph", "FILE is missing; write it where the usage shows it"),
      Row("graph a.lua b.lua", "one argument too many: 'b.lua'; leave it out"),
      Row("graph a.lua --ouput x", "unknown option '--ouput'; did you mean '--output'?"),
      Row("grap a.lua", "no command and no file 'grap'; did you mean 'graph'?"),
      Row("call a.lua A.b --calls x", "'NAME' and '--calls' exclude each other; leave one out"),
      Row("call - --calls -", "'-' and '--calls -' exclude each other; leave one out"),
      Row("explain - A.b --calls -", "'-' and '--calls -' exclude each other; leave one out"),
      Row(
        "serve a.lua --no-inspector --open",
        "'--no-inspector' and '--open' exclude each other; leave one out"),
      Row(
        "serve a.lua --format json --quiet",
        "'--format' and '--quiet' exclude each other; leave one out"),
      Row("call a.lua verify", "'NAME' takes Service.method, not 'verify'"),
      Row("call a.lua A.", "'NAME' takes Service.method, not 'A.'"),
      Row("explain a.lua A.b A.c", "one argument too many: 'A.c'; leave it out"),
      Row(
        "call a.lua {}",
        "'{}' stands where the name of a method is expected; write Service.method before it"),
      Row(
        "call a.lua A.b {} {}",
        "'{}' stands where the name of a method is expected; write Service.method before it"),
      Row(
        "call a.lua A.b {\"x\":1,}",
        "the arguments of 'A.b' are not JSON: 1:7: there is a comma before `}`; remove the comma"),
      Row(
        "explain a.lua A.b [1]",
        "the arguments of 'A.b' are an array; "
          + "write an object of them by label: '{\"code\": 1}'"),
      Row(
        "call a.lua A.b 5",
        "the arguments of 'A.b' are an int; write an object of them by label: '{\"code\": 1}'"),
    ])
  func saysWhatIsWrong(row: Row) {
    let error = #expect(throws: CommandLineError.self) {
      try MockLuaCommand.program.invocation(of: row.words) { _ in false }
    }
    #expect(error?.error.description == row.message)
  }

  @Test(
    "Says what is wrong with a file",
    arguments: [
      Row(
        "call none.lua A.b",
        "mocklua: none.lua: no such file or folder; "
          + "check the name, or write - to read standard input"),
      Row("call folder A.b", "mocklua: folder: is a folder; name a file in it"),
      Row(
        "explain binary A.b",
        "mocklua: binary: is binary data, not text; name a Lua source file"),
      Row("call bad.json A.b", "bad.json:2:17: there is a comma before `}`; remove the comma"),
      Row("explain bad.json A.b", "bad.json:2:17: there is a comma before `}`; remove the comma"),
      Row(
        "call mistake.lua A.b",
        "mistake.lua:1: undeclared global `replyy`; did you mean `reply`?"),
      Row(
        "call a.json A.b --mode debug",
        "mocklua: a.json: is a configuration, and --mode is for scripts; leave it out"),
      Row(
        "explain a.json A.b --variant x",
        "mocklua: a.json: is a configuration, and --variant is for scripts; leave it out"),
      Row(
        "call a.json A.b --path none",
        "mocklua: none: no such file or folder; give --path a folder of Lua files"),
      Row(
        "call a.json --calls none",
        "mocklua: none: no such file or folder; "
          + "check the name, or write - to read standard input"),
      Row("call - --calls none", "mocklua: none: no such file or folder; check the name"),
      Row(
        "explain - A.b --calls none", "mocklua: none: no such file or folder; check the name"),
      Row("call none --calls -", "mocklua: none: no such file or folder; check the name"),
      Row("serve none.lua", "mocklua: none.lua: no such file or folder; check the name"),
      Row("serve --trace none", "mocklua: none: no such file or folder; check the name"),
      Row(
        "trace none",
        "mocklua: none: no such file or folder; "
          + "check the name, or write - to read standard input"),
      Row("trace none --with -", "mocklua: none: no such file or folder; check the name"),
      Row(
        "call a.json --calls folder",
        "mocklua: folder: is a folder; name a file of calls, one JSON object a line"),
      Row(
        "explain a.json A.b --calls folder",
        "mocklua: folder: is a folder; name a file of calls, one JSON object a line"),
      Row(
        "call a.json --calls latin",
        "latin:1:10: the bytes are not UTF-8; save the text as UTF-8"),
    ])
  func saysWhatIsWrongWithFile(row: Row) throws {
    let folder = try TemporaryFolder([
      "a.json": #"{"services": {}}"#, "bad.json": "{\n  \"services\": {},}",
      "mistake.lua": "service \"A\" { m = replyy(1) }\n",
    ])
    try folder.write(Data([0x7F, 0x45, 0x00, 0xFF]), to: "binary")
    try folder.write(Data("{\"call\":\"".utf8) + Data([0xE9]) + Data("\"}\n".utf8), to: "latin")
    try FileManager.default.createDirectory(
      at: folder.url(of: "folder"), withIntermediateDirectories: false)
    let process = try MockLuaProcess(row.words, in: folder)
    #expect(process.messages == row.message + "\n")
    #expect(process.output.isEmpty)
    #expect(process.exitCode == 1)
  }

  @Test("Refuses a line of calls beyond the limit")
  func refusesLongLine() {
    #expect(
      CallsProblem.longLine(3, limit: 64 << 20).description
        == "line 3 is longer than 64 MiB; write one call a line")
  }

  @Test(
    "Shows help with an example, 80 columns wide", arguments: ["call", "explain", "check", "graph"])
  func showsHelp(command: String) throws {
    let invocation = try MockLuaCommand.program.invocation(of: [command, "--help"]) { _ in false }
    guard case .print(let text) = invocation else {
      Issue.record("\(command) --help prints nothing")
      return
    }
    #expect(text.contains("\nUsage: mocklua \(command) FILE"))
    #expect(text.contains("\nExample:\n  mocklua \(command) "))
    #expect(text.hasSuffix("\n") && !text.hasSuffix("\n\n"))
    for row in text.split(separator: "\n") { #expect(row.count <= 80) }
  }

  @Test("Lists the commands")
  func listsCommands() throws {
    let invocation = try MockLuaCommand.program.invocation(of: ["--help"]) { _ in false }
    guard case .print(let text) = invocation else { return }
    for command in ["emit", "call", "explain", "check", "graph"] {
      #expect(text.contains("\n  \(command) "))
    }
  }
}
