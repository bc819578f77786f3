import Foundation
import Testing

/// `mocklua check`, as a process.
struct CheckCommandTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder([
      "clean.lua": SampleScript.source,
      "odd.lua": """
      shared { idle = 1 }
      service "A" { m = { when({ a = is.gt(1) }, reply(1)), when({ a = 5 }, reply(2)), reply(3) } }
      scenario("broken", function() override("A", "n", reply(1)) end)
      """,
      "idle.lua": "shared { idle = 1 }\nservice \"A\" { m = reply(1) }\n",
      "live.lua": "service \"A\" {\n  m = function() return 1 end,\n}\n",
      "a.json": """
      {"services": {"A": {"methods": {"m": {"responses": [
        {"result": "error", "code": "x", "message": "y"}]}}}}}
      """,
      "unknown.json": #"{"services": {"A": {"methodz": {}}}}"#,
    ])
  }

  private static let oddLines = """
    odd.lua:1: warning: nothing sets the shared state `idle`, and no service binds it; bind it, or remove it
    odd.lua:2: warning: this rule of `A.m` is never reached: the rule on line 2 accepts whatever it does; \
    move it before that, or remove it
    odd.lua:3: error: service `A` has no method `n` to override; did you mean `m`? (in the scenario `broken`)

    """

  @Test("Says nothing about what is fine")
  func acceptsClean() throws {
    let process = try MockLuaProcess(["check", "clean.lua"], in: folder)
    #expect(process.output.isEmpty)
    #expect(process.messages.isEmpty)
    #expect(process.exitCode == 0)
  }

  @Test("Prints findings of every scenario with their lines, and counts them")
  func printsText() throws {
    let process = try MockLuaProcess(["check", "odd.lua"], in: folder)
    #expect(process.output == Self.oddLines)
    #expect(process.messages == "mocklua: 1 mistake and 2 warnings\n")
    #expect(process.exitCode == 1)
  }

  @Test("Checks all files, unreadable ones and configurations too")
  func checksAll() throws {
    let process = try MockLuaProcess(
      ["check", "none.lua", "a.json", "unknown.json", ".", "clean.lua"], in: folder)
    #expect(
      process.output == """
        none.lua: error: no such file or folder; check the name, or write - to read standard input
        a.json:2:23: warning: `code` and `message` on the response itself are deprecated; \
        write "error": {"code": ..., "message": ...}
        unknown.json:1:21: error: services.A.methodz: unknown key `methodz`; did you mean `methods`?
        .: error: is a folder; name a script in it

        """)
    #expect(process.exitCode == 1)
  }

  @Test("Prints warnings with exit code 0, with --strict 1")
  func countsWarnings() throws {
    let process = try MockLuaProcess(["check", "idle.lua"], in: folder)
    #expect(process.output.hasPrefix("idle.lua:1: warning: "))
    #expect(process.messages.isEmpty)
    #expect(process.exitCode == 0)
    let strict = try MockLuaProcess(["check", "idle.lua", "--strict"], in: folder)
    #expect(strict.output == process.output)
    #expect(strict.messages == "mocklua: 1 warning\n")
    #expect(strict.exitCode == 1)
  }

  @Test("Checks one scenario when it is named")
  func checksOneScenario() throws {
    try folder.write(
      """
      service "A" { m = reply(1) }
      scenario("one", function() override("A", "m", reply(2)) end)
      scenario("two", function() override("A", "n", reply(2)) end)
      """, to: "two.lua")
    let one = try MockLuaProcess(["check", "two.lua", "--scenario", "one"], in: folder)
    #expect(one.exitCode == 0)
    let two = try MockLuaProcess(["check", "two.lua", "--scenario", "two"], in: folder)
    #expect(two.output.hasPrefix("two.lua:3: error: "))
    #expect(!two.output.contains("in the scenario"))
  }

  @Test("Refuses computed answers with --static")
  func refusesComputed() throws {
    #expect(try MockLuaProcess(["check", "live.lua"], in: folder).output.isEmpty)
    let process = try MockLuaProcess(["check", "live.lua", "--static"], in: folder)
    #expect(
      process.output == """
        live.lua:2: error: `A.m#1` is computed at run time, and only static answers are wanted; \
        write the answer as data

        """)
    #expect(process.exitCode == 1)
  }

  @Test("Annotates files in a workflow of GitHub, with what would end a command escaped")
  func annotates() throws {
    try folder.write("service \"A\" { m = replyy(1) }\n", to: "a,b%.lua")
    let process = try MockLuaProcess(
      ["check", "a,b%.lua", "a.json", "--format", "github"], in: folder)
    let lines = process.output.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines[0].hasPrefix("::error file=a%2Cb%25.lua,line=1,title=mistake::"))
    #expect(
      lines[1].hasPrefix("::warning file=a.json,line=2,col=23,title=deprecated-error::`code`"))
  }

  @Test("Prints JSON")
  func printsJSON() throws {
    let process = try MockLuaProcess(["check", "odd.lua", "--format=json"], in: folder)
    let object = try JSONSerialization.jsonObject(with: Data(process.output.utf8))
    let findings = try #require((object as? [String: Any])?["findings"] as? [[String: Any]])
    let codes = ["unused-shared-key", "unreachable-rule", "mistake"]
    #expect(findings.map { $0["code"] as? String } == codes)
    #expect(findings.map { $0["severity"] as? String } == ["warning", "warning", "error"])
    #expect(findings.map { $0["line"] as? Int } == [1, 2, 3])
    let clean = try MockLuaProcess(["check", "clean.lua", "--format=json"], in: folder)
    #expect(clean.output == "{\n  \"findings\": []\n}\n")
  }
}
