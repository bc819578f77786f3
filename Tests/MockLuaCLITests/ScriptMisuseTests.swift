import Foundation
import Testing

@testable import MockLuaCLI

/// Messages of `call`, `explain`, `check`, and `generate` about wrong command lines and files.
struct ScriptMisuseTests {
  typealias Row = UsageErrorTests.Row

  private static func notCall(_ word: String) -> String {
    "'\(word)' doesn't name a call; write Service.method, such as 'OTP.verify', "
      + "or a request, such as 'GET /users/7'"
  }

  @Test(
    "An invalid command line is reported",
    arguments: [
      Row("call a.lua A.b --stat", "unknown option '--stat'; did you mean '--state'?"),
      Row("call a.lua A.b --realtime", "unknown option '--realtime'; did you mean '--real-time'?"),
      Row("explain a.lua A.b --formt", "unknown option '--formt'; did you mean '--format'?"),
      Row("check a.lua --fromat text", "unknown option '--fromat'; did you mean '--format'?"),
      Row(
        "check a.lua --format jsn",
        "'--format' takes text, json, or github, not 'jsn'; did you mean 'json'?"),
      Row("cal a.lua", "no command or file 'cal'; did you mean 'call'?"),
      Row("call", "missing argument FILE"),
      Row("call a.lua", "missing argument NAME"),
      Row("explain a.lua", "missing argument NAME"),
      Row("check", "missing argument FILE"),
      Row("generate diagram", "missing argument FILE"),
      Row(
        "generate diagram a.lua b.lua", "unexpected argument 'b.lua'; this command takes one FILE"),
      Row("generate diagram a.lua --ouput x", "unknown option '--ouput'; did you mean '--output'?"),
      Row("genrate diagram a.lua", "no command or file 'genrate'; did you mean 'generate'?"),
      Row(
        "generate diagrm a.lua",
        "'generate' takes test, swift, definitions, contract, diagram, or completion, not 'diagrm'; "
          + "did you mean 'diagram'?"),
      Row(
        "generate definitions a.lua", "unexpected argument 'a.lua'; this command takes none"),
      Row(
        "call a.lua A.b --calls x",
        "'NAME' and '--calls' can't be used together; remove one of them"),
      Row("call - --calls -", "'-' and '--calls -' can't be used together; remove one of them"),
      Row(
        "explain - A.b --calls -", "'-' and '--calls -' can't be used together; remove one of them"),
      Row(
        "serve a.lua --no-inspector --open",
        "'--no-inspector' and '--open' can't be used together; remove one of them"),
      Row(
        "serve a.lua --format json --quiet",
        "'--format' and '--quiet' can't be used together; remove one of them"),
      Row("call a.lua verify", notCall("verify")),
      Row("call a.lua A.", notCall("A.")),
      Row("explain a.lua A.b A.c", "unexpected argument 'A.c'; this command takes one call"),
      Row(
        "explain a.lua open=door A.b",
        "unexpected argument 'open=door'; open and close gates with 'mocklua call'"),
      Row("call a.lua {}", "'{}' doesn't follow a call; write Service.method before it"),
      Row("call a.lua A.b {} {}", "'{}' doesn't follow a call; write Service.method before it"),
      Row(
        "call a.lua GET",
        "'GET' has no address; write 'GET /users/7', or 'GET https://api.example.com/users/7'"),
      Row(
        "explain a.lua post users",
        "'POST' has no address; write 'POST /users/7', or 'POST https://api.example.com/users/7'"),
      Row("call a.lua /users/7", "'/users/7' has no method; write 'GET /users/7'"),
      Row(
        "call a.lua get /users/7",
        "'get /users/7' isn't a request, because HTTP methods are uppercase; write 'GET /users/7'"),
      Row(
        words: ["call", "a.lua", "Get https://api.example.com/users/7"],
        "'Get https://api.example.com/users/7' isn't a request, because HTTP methods are uppercase; "
          + "write 'GET https://api.example.com/users/7'"),
      Row("call a.lua A.b code=1", "'code=1' isn't JSON; write '{\"code\":1}'"),
      Row(
        "call a.lua A.b price=1.5 name=Ada done=true A.c",
        "'price=1.5 name=Ada done=true' isn't JSON; "
          + "write '{\"done\":true,\"name\":\"Ada\",\"price\":1.5}'"),
      Row(
        "call a.lua A.b {\u{201C}code\u{201D}:1}",
        "the arguments of 'A.b' have typographic quotes; write straight ones (\" and ')"),
      Row(
        "call a.lua A.b \u{2018}{}\u{2019}",
        "the arguments of 'A.b' have typographic quotes; write straight ones (\" and ')"),
      Row(
        "serve a.lua --port abc",
        "'--port' takes a port from 1 to 65535, or 0 for any free one, not 'abc'"),
      Row(
        "serve a.lua --http 65536",
        "'--http' takes a port from 1 to 65535, or 0 for any free one, not '65536'"),
      Row(
        "serve a.lua --inspector-port -1",
        "'--inspector-port' takes a port from 1 to 65535, or 0 for any free one, not '-1'"),
      Row("serve a.lua --cors", "'--cors' needs '--http PORT'; add it, or remove '--cors'"),
      Row("serve a.lua --tls", "'--tls' needs '--http PORT'; add it, or remove '--tls'"),
      Row(
        "serve a.lua --http 0 --certificate a.pem",
        "'--certificate' needs '--tls'; add it, or remove '--certificate'"),
      Row(
        "serve -",
        "FILE can't be '-', because standard input provides the keys that you type; "
          + "write the path of a file"),
      Row(
        "call a.lua A.b {\"x\":1,}",
        "the arguments of 'A.b' aren't JSON: 1:7: there is a comma before `}`; remove the comma"),
      Row(
        "explain a.lua A.b [1]",
        "'A.b' needs an object of arguments, not an array; "
          + "write their labels and values, such as '{\"code\":1}'"),
      Row(
        "call a.lua A.b 5",
        "'A.b' needs an object of arguments, not an int; "
          + "write their labels and values, such as '{\"code\":1}'"),
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
        "call none.lua A.b",
        "mocklua: none.lua: no such file or folder; "
          + "check the name, or write - to read standard input"),
      Row("call folder A.b", "mocklua: folder: is a folder; name a file in it"),
      Row(
        "emit scripts",
        "mocklua: scripts: is a folder; name a file in it, such as 'scripts/b.lua'"),
      Row(
        "format scripts/",
        "mocklua: scripts/: is a folder; name a file in it, such as 'scripts/b.lua'"),
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
        "mocklua: a.json: is a configuration, but --mode is for scripts; remove it"),
      Row(
        "explain a.json A.b --variant x",
        "mocklua: a.json: is a configuration, but --variant is for scripts; remove it"),
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
        "mocklua: folder: is a folder; name a file of calls, one JSON object per line"),
      Row(
        "explain a.json A.b --calls folder",
        "mocklua: folder: is a folder; name a file of calls, one JSON object per line"),
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
    try FileManager.default.createDirectory(
      at: folder.url(of: "scripts"), withIntermediateDirectories: false)
    try folder.write("{}", to: "scripts/a.json")
    try folder.write("", to: "scripts/b.lua")
    let process = try MockLuaProcess(row.words, in: folder)
    #expect(process.messages == row.message + "\n")
    #expect(process.output.isEmpty)
    #expect(process.exitCode == 1)
  }

  @Test("A line of calls beyond the limit is rejected")
  func refusesLongLine() {
    #expect(
      CallsProblem.longLine(3, limit: 64 << 20).description
        == "line 3 is longer than 64 MiB; write one call per line")
  }
}
