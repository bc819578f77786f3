import Foundation
import LanguageReference
import MockData
import Testing

@testable import MockLuaCLI

/// `mocklua mcp`, run as a process.
struct MCPCommandTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder([
      "login.lua": """
      shared { status = "none" }
      service "OTP" {
        verify = { when({ code = "1" }, reply(true)), fail("wrongCode") },
        resend = reply() :gate "resent",
        loud = function() print "heard" return reply(1) end,
      }
      variant("offline", function() override("OTP", "verify", fail("offline")) end)
      """,
      "bad.lua": "service \"A\" {\n  m = repl(1),\n}\n",
    ])
  }

  private static let initialize =
    #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{}}}"#

  // MARK: - Protocol versions

  @Test("A client that starts with a handshake is served in that version")
  func handshake() throws {
    let messages = try AgentMessages(
      [
        Self.initialize, #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
        #"{"jsonrpc":"2.0","id":"b","method":"tools/list"}"#,
        #"{"jsonrpc":"2.0","id":2,"method":"ping"}"#,
      ], in: folder)
    #expect(messages.answers.count == 3)
    #expect(messages.answers[0]["result"]?["protocolVersion"] == "2025-11-25")
    #expect(messages.answers[1]["id"] == "b")
    #expect(messages.answers[1]["result"]?["resultType"] == nil)
    #expect(messages.answers[2]["result"] == [:])
    #expect(messages.process.exitCode == 0 && messages.process.messages.isEmpty)
  }

  @Test("A request with its own version doesn't need a handshake")
  func stateless() throws {
    let messages = try AgentMessages(
      [AgentMessages.request("tools/list"), AgentMessages.request("server/discover")], in: folder)
    for answer in messages.answers {
      #expect(answer["result"]?["resultType"] == "complete")
      #expect(answer["result"]?["cacheScope"] == "public")
      #expect(
        answer["result"]?["_meta"]?["io.modelcontextprotocol/serverInfo"]?["name"] == "mocklua")
    }
    #expect(
      messages.answers[1]["result"]?["supportedVersions"] == ["2026-07-28", "2025-11-25"])
  }

  struct Refused: Sendable, CustomTestStringConvertible {
    var line: String
    var code: Int
    var message: String
    var id = AnyCodableValue.int(1)

    init(_ line: String, _ code: Int, _ message: String, id: AnyCodableValue = 1) {
      (self.line, self.code, self.message, self.id) = (line, code, message, id)
    }

    var testDescription: String { message }
  }

  @Test(
    "Every invalid message is reported",
    arguments: [
      Refused("nonsense", -32700, "the message isn't JSON: 1:1: `nonsense` is not JSON", id: .null),
      Refused(
        "[]", -32600,
        "the message is an array; batches aren't supported; send one message per line", id: .null),
      Refused(
        "5", -32600, "the message is an int; send an object with `jsonrpc`, `method`, and `id`",
        id: .null),
      Refused(
        #"{"jsonrpc":"2.0","id":1}"#, -32600, "`method` must be a string, such as \"tools/list\""),
      Refused(#"{"jsonrpc":"1.0","id":1,"method":"ping"}"#, -32600, "`jsonrpc` must be \"2.0\""),
      Refused(
        #"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#, -32600,
        "`id` must be a string or a whole number", id: .null),
      Refused(
        #"{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}"#, -32602,
        "`params` must be an object"),
      Refused(
        #"{"jsonrpc":"2.0","id":1,"method":"ping","params":{"_meta":1}}"#, -32602,
        "`_meta` must be an object"),
      Refused(
        #"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#, -32600,
        "`tools/list` was sent before `initialize`; send `initialize` first, or write"
          + " `io.modelcontextprotocol/protocolVersion` and `io.modelcontextprotocol/clientCapabilities` into `_meta`"
      ),
      Refused(
        #"{"jsonrpc":"2.0","id":1,"method":"initialize"}"#, -32602,
        "`protocolVersion` must be a string, such as \"2025-11-25\""),
      Refused(
        #"{"jsonrpc":"2.0","id":1,"method":"server/discover"}"#, -32602,
        "`_meta` lacks `io.modelcontextprotocol/protocolVersion`; write \"2026-07-28\""),
      Refused(
        #"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"1"}}}"#,
        -32022, "version `1` isn't supported; send one of the versions in `data.supported`"),
      Refused(
        #"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}"#,
        -32602,
        "`_meta` lacks `io.modelcontextprotocol/clientCapabilities`; write an object, such as {}"),
      Refused(
        AgentMessages.request("tools/lst"), -32601,
        "there is no method `tools/lst`; did you mean `tools/list`?"),
      Refused(
        AgentMessages.request("tools/list", ["cursor": "2"]), -32602,
        "unknown `cursor`; remove it, because there is only one page"),
      Refused(
        AgentMessages.request("tools/call"), -32602,
        "`name` must be the name of a tool, such as \"check\""),
      Refused(
        AgentMessages.request("tools/call", ["name": "chek"]), -32602,
        "there is no tool `chek`; did you mean `check`?"),
      Refused(
        AgentMessages.request("tools/call", ["name": "check", "arguments": 1]), -32602,
        "`arguments` must be an object"),
      Refused(
        AgentMessages.request("resources/read"), -32602,
        "`uri` must be a string, such as \"mocklua://reference/Language\""),
      Refused(
        AgentMessages.request("resources/read", ["uri": "mocklua://reference/Values2"]), -32602,
        "there is no resource `mocklua://reference/Values2`; did you mean `mocklua://reference/Values`?"
      ),
    ])
  func refuses(_ row: Refused) throws {
    let messages = try AgentMessages([row.line], in: folder)
    let answer = try #require(messages.answers.first)
    #expect(answer["error"]?["code"] == .int(row.code))
    guard case .string(let message) = answer["error"]?["message"] else { return }
    #expect(message.hasPrefix(row.message), "\(message)")
    #expect(answer["id"] == row.id)
    #expect(messages.process.exitCode == 0)
  }

  @Test("A second handshake is an error, and a missing resource has its version's error code")
  func handshakeTwice() throws {
    let messages = try AgentMessages(
      [
        Self.initialize, Self.initialize,
        #"{"jsonrpc":"2.0","id":3,"method":"resources/read","params":{"uri":"x"}}"#,
      ], in: folder)
    #expect(messages.answers[1]["error"]?["code"] == -32600)
    #expect(messages.answers[2]["error"]?["code"] == -32002)
  }

  @Test("A notification, a response, and an empty line get no response")
  func silent() throws {
    let messages = try AgentMessages(
      ["", " \r", #"{"jsonrpc":"2.0","method":"x"}"#, #"{"jsonrpc":"2.0","id":1,"result":{}}"#],
      in: folder)
    #expect(messages.answers.isEmpty)
    #expect(messages.process.exitCode == 0)
  }

  @Test("A message that is too long is rejected, and the next one gets a response")
  func longMessage() throws {
    let long =
      #"{"jsonrpc":"2.0","id":1,"method":""# + String(repeating: "x", count: 4 << 20) + "\"}"
    let messages = try AgentMessages(
      [long, #"{"jsonrpc":"2.0","id":2,"method":"ping"}"#, long + long], in: folder)
    let wanted = "the message is longer than 4194304 bytes; send a shorter message"
    #expect(
      messages.answers.map { $0["error"]?["message"] } == [.string(wanted), nil, .string(wanted)])
    #expect(messages.answers[1]["result"] == [:])
  }

  // MARK: - Tools

  @Test("An id, a method, a tool, and a resource of any length make a short response")
  func longNames() throws {
    let long = String(repeating: "x", count: 3_000_000)
    let messages = try AgentMessages(
      [
        #"{"jsonrpc":"2.0","id":"\#(long)","method":"ping"}"#,
        #"{"jsonrpc":"2.0","id":"\#(String(repeating: "x", count: 1000))","method":"ping"}"#,
        AgentMessages.request(long), AgentMessages.request("tools/call", ["name": .string(long)]),
        AgentMessages.request("resources/read", ["uri": .string(long)]),
      ], in: folder)
    #expect(messages.answers.count == 5)
    #expect(messages.answers[0]["id"] == .null)
    #expect(
      messages.answers[0]["error"]?["message"]
        == "`id` is longer than 1000 bytes; send a shorter one")
    #expect(messages.answers[1]["result"] == [:])
    for answer in messages.answers { #expect(answer.compactJSON.count < 4000) }
  }

  @Test("The definitions of all tools are short, and their annotations are correct")
  func definitions() throws {
    let all = AnyCodableValue.array(MCPTool.all.map(\.definition))
    // In such text, a token has three bytes or more.
    #expect(try JSONWriter(style: .compact).utf8(from: all).count / 3 < 3000)
    #expect(MCPTool.all.count <= 7)
    #expect(MCPTool.all.filter { !$0.isReadOnly }.map(\.name) == ["session"])
  }

  @Test("A tool responds with the output of the command with its name")
  func answersAsCommands() throws {
    let check = try AgentMessages.answer(of: "check", ["files": ["bad.lua"]], in: folder)
    let checked = try MockLuaProcess(["check", "bad.lua", "--format", "json"], in: folder)
    #expect(check.text + "\n" == checked.output && !check.isError)
    let emit = try AgentMessages.answer(
      of: "emit", ["file": "login.lua", "variant": "offline"], in: folder)
    let emitted = try MockLuaProcess(
      ["emit", "login.lua", "--variant", "offline", "--compact"], in: folder)
    #expect(emit.text + "\n" == emitted.output && !emit.isError)
    let explain = try AgentMessages.answer(
      of: "explain", ["file": "login.lua", "call": "OTP.verify", "args": ["code": "1"]], in: folder)
    let explained = try MockLuaProcess(
      ["explain", "login.lua", "OTP.verify", #"{"code":"1"}"#, "--format", "json"], in: folder)
    #expect(explain.text + "\n" == explained.output && !explain.isError)
    let call = try AgentMessages.answer(
      of: "call",
      [
        "file": "login.lua", "state": true,
        "calls": [
          ["close": "resent"], ["call": "OTP.resend"], ["open": "resent"],
          ["call": "OTP.verify", "args": ["code": "2"]],
        ],
      ], in: folder)
    let called = try MockLuaProcess(
      [
        "call", "login.lua", "close=resent", "OTP.resend", "open=resent", "OTP.verify",
        #"{"code":"2"}"#, "--state",
      ], in: folder)
    #expect(call.text + "\n" == called.output && !call.isError)
  }

  @Test("A script's output and a command's notes follow the result")
  func tells() throws {
    let messages = try AgentMessages(
      [
        AgentMessages.tool("call", ["file": "login.lua", "calls": [["call": "OTP.loud"]]]),
        AgentMessages.tool("emit", ["file": "login.lua"]),
      ], in: folder)
    #expect(messages.answers[0]["result"]?["content"]?[1]?["text"] == "heard")
    #expect(
      messages.answers[1]["result"]?["content"]?[1]?["text"]
        == "login.lua:5: note: OTP.loud#1 is computed at run time; run the script in an app or a test"
    )
    #expect(messages.process.messages.isEmpty)
  }

  @Test(
    "Every invalid argument is reported with a suggestion",
    arguments: [
      ("check", [:], "`files` is missing; add this parameter: scripts and .json configurations"),
      ("check", ["files": []], "`files` must be a list of strings, at least one, not []"),
      ("check", ["files": [1]], "`files` must be a list of strings, at least one, not [1]"),
      (
        "check", ["files": [""]],
        "`files` needs a path; write one relative to the server's folder, such as login.lua"
      ),
      ("check", ["file": "login.lua"], "`check` has no parameter `file`; did you mean `files`?"),
      ("emit", ["file": "login.lua", "static": 1], "`static` must be true or false, not 1"),
      (
        "emit", ["file": "login.lua", "seed": -1],
        "`seed` must be a whole number from 0 to 9223372036854775807, not -1"
      ),
      (
        "emit", ["file": "login.lua", "mode": "debgu"],
        "`mode` is never \"debgu\"; did you mean `debug`?"
      ),
      ("emit", ["file": "none.lua"], "none.lua: no such file or folder; check the name"),
      ("emit", ["file": "-"], "./-: no such file or folder; check the name"),
      (
        "emit", ["file": "login.lua", "variant": ""],
        "'--variant' needs a value; write '--variant NAME'"
      ),
      (
        "explain", ["file": "login.lua", "call": "--json"],
        "'--json' doesn't follow a call; write Service.method before it"
      ),
      (
        "explain", ["file": "login.lua", "call": "OTP.verify", "args": []],
        "`args` must be an object, not []"
      ),
      (
        "call", ["file": "login.lua", "calls": []],
        "missing argument NAME"
      ),
      (
        "call", ["file": "login.lua", "calls": [[:]]],
        "step 1 of `calls` must have exactly one of `call`, `open`, and `close`, and only `call` takes `args`; write a step for each"
      ),
      (
        "call", ["file": "login.lua", "calls": [["cal": ""]]],
        "step 1 of `calls` has the unknown key `cal`; did you mean `call`?"
      ),
      (
        "call", ["file": "login.lua", "calls": [["open": 1]]],
        "`open` of step 1 of `calls` must be a string"
      ),
      (
        "session", ["session": "http://a/#0", "action": "calls"],
        "`session` isn't an inspector's address; pass the one that `mocklua serve` prints: http://127.0.0.1:PORT/#TOKEN"
      ),
      (
        "session", ["session": "", "action": "cals"],
        "`action` is never \"cals\"; did you mean `call`?"
      ),
    ] as [(String, AnyCodableValue, String)])
  func refusesArguments(tool: String, arguments: AnyCodableValue, message: String) throws {
    let answer = try AgentMessages.answer(of: tool, arguments, in: folder)
    #expect(answer.isError)
    #expect(answer.text == message)
  }

  @Test("A response too long to read is rejected")
  func longAnswer() throws {
    try folder.write(
      "service \"A\" { m = reply(string.rep(\"x\", 300000)) }", to: "long.lua")
    let answer = try AgentMessages.answer(of: "emit", ["file": "long.lua"], in: folder)
    #expect(answer.isError)
    #expect(
      answer.text.hasSuffix(
        "bytes, but at most 262144 are sent; request less, such as one variant, or fewer calls"))
  }

  // MARK: - The folder

  @Test("Nothing outside the folder is read, by any means", arguments: [true, false])
  func staysWithin(isNamed: Bool) throws {
    let outer = try TemporaryFolder([
      "secret.lua": "service \"Secret\" { word = reply(\"hush\") }", "secret.txt": "hush",
    ])
    try FileManager.default.createDirectory(
      at: outer.url(of: "in"), withIntermediateDirectories: false)
    try outer.write("service \"A\" { m = reply(1) }", to: "in/a.lua")
    try outer.write("require \"link\"", to: "in/module.lua")
    try outer.write("service \"A\" { m = reply(fixture \"link.txt\") }", to: "in/fixture.lua")
    for (link, target) in [("link.lua", "secret.lua"), ("link.txt", "secret.txt"), ("up", "")] {
      try FileManager.default.createSymbolicLink(
        atPath: outer.url(of: "in/\(link)").path, withDestinationPath: "../\(target)")
    }
    try FileManager.default.createSymbolicLink(
      atPath: outer.url(of: "in/own.lua").path, withDestinationPath: "a.lua")
    func ask(_ arguments: AnyCodableValue) throws -> (text: String, isError: Bool) {
      let messages = try AgentMessages(
        [AgentMessages.tool("emit", arguments)], in: outer,
        arguments: isNamed ? ["in"] : [], setup: isNamed ? ":" : "cd in")
      let result = messages.answers[0]["result"]
      guard case .string(let text) = result?["content"]?[0]?["text"] else { return ("", false) }
      return (text, result?["isError"] == true)
    }
    for path in [
      "link.lua", "up/secret.lua", "../secret.lua", "../none.lua", outer.url(of: "secret.lua").path,
      "/etc/passwd", "/dev/null", "/none",
    ] {
      let answer = try ask(["file": .string(path)])
      #expect(answer.isError)
      #expect(
        answer.text
          == "`file`: \(path): is outside the folder that may be read; name a file within it")
    }
    let folders = try ask(["file": "a.lua", "path": ["up"]])
    #expect(
      folders.text
        == "`path`: up: is outside the folder that may be read; name a file within it")
    for script in ["module.lua", "fixture.lua"] {
      let answer = try ask(["file": .string(script)])
      #expect(answer.isError && answer.text.contains("is a link to a file outside of `.`"))
    }
    #expect(try ask(["file": "own.lua"]).isError == false)
  }

  @Test("A folder that can't be used is reported")
  func missingFolder() throws {
    let missing = try MockLuaProcess(["mcp", "none"], in: folder)
    #expect(
      missing.messages
        == "mocklua: none: no such file or folder; name the folder that the agent may read\n")
    #expect(missing.output.isEmpty && missing.exitCode == 1)
    let file = try MockLuaProcess(["mcp", "login.lua"], in: folder)
    #expect(
      file.messages
        == "mocklua: login.lua: isn't a folder; name the folder that the agent may read\n")
  }

  // MARK: - Resources

  @Test("Every article is the same as in the documentation")
  func articles() throws {
    let messages = try AgentMessages(
      [AgentMessages.request("resources/list")]
        + LanguageReference.articles.map {
          AgentMessages.request(
            "resources/read", ["uri": .string("mocklua://reference/\($0.name)")])
        }, in: folder)
    let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../Sources").standardizedFileURL
    for (article, answer) in zip(LanguageReference.articles, messages.answers.dropFirst()) {
      let path =
        switch article.name {
        case "command-output.schema": "LanguageReference/Articles/command-output.schema.json"
        case "mock-service-configuration.schema":
          "MockServices/Schema/mock-service-configuration.schema.json"
        case let name: "MockLua/MockLua.docc/\(name).md"
        }
      let text = try String(contentsOf: sources.appendingPathComponent(path), encoding: .utf8)
      #expect(answer["result"]?["contents"]?[0]?["text"] == .string(text), "\(article.name)")
    }
    #expect(messages.answers.count == LanguageReference.articles.count + 1)
  }
}
