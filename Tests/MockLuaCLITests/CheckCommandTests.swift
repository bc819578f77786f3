import Foundation
import MockServices
import Testing

@testable import MockLuaCLI

/// `mocklua check`, run as a process.
struct CheckCommandTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder([
      "clean.lua": SampleScript.source,
      "odd.lua": """
      shared { idle = 1 }
      service "A" { m = { when({ a = is.gt(1) }, reply(1)), when({ a = 5 }, reply(2)), reply(3) } }
      variant("broken", function() override("A", "n", reply(1)) end)
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
    odd.lua:2: warning: this rule of `A.m` is never reached: the rule on line 2 accepts everything that this one does; \
    move it before that rule, or remove it
    odd.lua:3: error: service `A` doesn't have a method `n` to override; did you mean `m`? (in the variant `broken`)

    """

  @Test("A correct script has no warnings")
  func acceptsClean() throws {
    let process = try MockLuaProcess(["check", "clean.lua"], in: folder)
    #expect(process.output.isEmpty)
    #expect(process.messages.isEmpty)
    #expect(process.exitCode == 0)
  }

  @Test("The warnings of every scenario are printed with their lines, and counted")
  func printsText() throws {
    let process = try MockLuaProcess(["check", "odd.lua"], in: folder)
    #expect(process.output == Self.oddLines)
    #expect(process.messages == "mocklua: 1 error and 2 warnings\n")
    #expect(process.exitCode == 1)
  }

  @Test("All files are checked, including unreadable ones and configurations")
  func checksAll() throws {
    let process = try MockLuaProcess(
      ["check", "none.lua", "a.json", "unknown.json", ".", "clean.lua"], in: folder)
    #expect(
      process.output == """
        none.lua: error: no such file or folder; check the name, or write - to read standard input
        a.json:2:23: warning: `code` and `message` on the response itself are deprecated; \
        write "error": {"code": ..., "message": ...}
        unknown.json:1:21: error: services.A.methodz: unknown key `methodz`; did you mean `methods`?
        .: error: is a folder; name a file in it

        """)
    #expect(process.exitCode == 1)
  }

  @Test("All errors of a configuration are reported in file order")
  func reportsAll() throws {
    try folder.write(
      """
      {
        "sharedState": {"a": {"initial": 1, "final": 2}},
        "services": {
          "B": {"bindings": {"x": "aa"}, "methods": {"m": {"responses": []}}},
          "A": {"methods": {
            "one": {"responses": [{"result": "sucess", "delayMs": -1, "gate": 5},
                                  {"result": "error"}, {"result": "success", "valu": 1, "values": []}]},
            "two": {"exhaustBehavior": "stop", "sequenceKey": 1,
                    "responses": [{"result": "stream", "delayMs": {"min": "a", "max": -1}}]},
            "three": {"responses": [{"result": "success", "match": {"$gt": [1]}, "updateSharedState": {"b": 1}},
                                    {"result": "error", "code": 5}]}}},
          "C": 1
        },
        "formatVersion": 0
      }
      """, to: "many.json")
    let process = try MockLuaProcess(["check", "many.json"], in: folder)
    let lines = process.output.split(separator: "\n").map {
      $0.split(separator: ": ", maxSplits: 3).prefix(3).joined(separator: " ")
    }
    #expect(
      lines == [
        "many.json:2:39 error sharedState.a.final",
        "many.json:4:29 error services.B.bindings.x",
        "many.json:4:67 error services.B.methods.m.responses",
        "many.json:6:40 error services.A.methods.one.responses[0].result",
        "many.json:6:61 error services.A.methods.one.responses[0].delayMs",
        "many.json:6:73 error services.A.methods.one.responses[0].gate",
        "many.json:7:29 error services.A.methods.one.responses[1]",
        "many.json:7:72 error services.A.methods.one.responses[2].valu",
        "many.json:7:83 error services.A.methods.one.responses[2].values",
        "many.json:8:34 error services.A.methods.two.exhaustBehavior",
        "many.json:8:57 error services.A.methods.two.sequenceKey",
        "many.json:9:29 error services.A.methods.two.responses[0]",
        "many.json:9:69 error services.A.methods.two.responses[0].delayMs.min",
        "many.json:9:81 error services.A.methods.two.responses[0].delayMs.max",
        "many.json:10:70 error services.A.methods.three.responses[0].match.$gt",
        "many.json:10:98 error services.A.methods.three.responses[0].updateSharedState.b",
        "many.json:11:31 error services.A.methods.three.responses[1]",
        "many.json:11:59 error services.A.methods.three.responses[1].code",
        "many.json:12:10 error services.C",
        "many.json:14:20 error formatVersion",
      ])
    #expect(process.messages == "mocklua: \(lines.count) errors\n")
    #expect(process.exitCode == 1)
  }

  @Test(
    "At most twenty errors of a file are shown, and all are counted",
    arguments: [
      ("many.json", 21, "many.json:21:", 21),
      ("many.json", 25, "many.json: error: ... and 5 more errors", 21),
      ("many.lua", 22, "many.lua: error: ... and 2 more errors", 21),
      ("many.lua", 20, "many.lua:20:", 20),
      ("many.json", 3000, "many.json: error: ... and 981 more errors", 21),
    ])
  func showsTwenty(name: String, count: Int, last: String, shown: Int) throws {
    let isJSON = name.hasSuffix("json")
    let lines = (1...count).map {
      isJSON ? "\"S\($0)\": {\"x\": 1}" : "service \"S\($0)\" { m = 5 }"
    }
    let text = lines.joined(separator: isJSON ? ",\n" : "\n")
    try folder.write(isJSON ? "{\"services\": {" + text + "}}" : text, to: name)
    let process = try MockLuaProcess(["check", name], in: folder)
    let output = process.output.split(separator: "\n")
    #expect(output.count == shown && output.last?.hasPrefix(last) == true, "\(process.output)")
    let counted = count > 1000 ? 1001 : count
    #expect(process.messages == "mocklua: \(counted) errors\n")
    let json = try MockLuaProcess(["check", name, "--format", "json"], in: folder)
    #expect(json.output.split(separator: "\"code\": \"error\"").count == counted + 1)
  }

  @Test("A file that isn't UTF-8 is reported with the line")
  func tellsEncodings() throws {
    try folder.write(
      Data("-- a\n-- \u{E9}".unicodeScalars.map { UInt8($0.value) }), to: "latin.lua")
    try folder.write(Data("{\n\0}".utf8), to: "zero.json")
    let process = try MockLuaProcess(["check", "latin.lua", "zero.json"], in: folder)
    #expect(
      process.output == """
        latin.lua:2: error: the line is not UTF-8; save the file as UTF-8
        zero.json:2: error: the line has a NUL byte; remove it, or save the file as UTF-8

        """)
  }

  @Test(
    "Many unusual methods on one line are checked without a search for each",
    .timeLimit(.minutes(30)))
  func checksManyWarnings() throws {
    let methods = (0..<20_000).map {
      "\"m\($0)\": {\"responses\": [{\"result\": \"error\", \"code\": \"c\", \"message\": \"ö\"}]}"
    }
    let json = "{\"services\": {\"A\": {\"methods\": {" + methods.joined(separator: ",") + "}}}}"
    try folder.write(json, to: "odd.json")
    let process = try MockLuaProcess(["check", "odd.json"], in: folder)
    let column = json.distance(
      from: json.startIndex, to: json.range(of: "\"code\"", options: .backwards)!.lowerBound)
    #expect(process.output.split(separator: "\n").count == 20_000)
    #expect(process.output.contains("\nodd.json:1:\(column + 1): warning: `code` and"))
    #expect(process.exitCode == 0)
  }

  @Test("Warnings exit with 0, and with 1 under --strict")
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

  @Test("A single scenario can be checked")
  func checksOneScenario() throws {
    try folder.write(
      """
      service "A" { m = reply(1) }
      variant("one", function() override("A", "m", reply(2)) end)
      variant("two", function() override("A", "n", reply(2)) end)
      """, to: "two.lua")
    let one = try MockLuaProcess(["check", "two.lua", "--variant", "one"], in: folder)
    #expect(one.exitCode == 0)
    let two = try MockLuaProcess(["check", "two.lua", "--variant", "two"], in: folder)
    #expect(two.output.hasPrefix("two.lua:3: error: "))
    #expect(!two.output.contains("in the scenario"))
  }

  @Test("--static rejects computed responses")
  func refusesComputed() throws {
    #expect(try MockLuaProcess(["check", "live.lua"], in: folder).output.isEmpty)
    let process = try MockLuaProcess(["check", "live.lua", "--static"], in: folder)
    #expect(
      process.output == """
        live.lua:2: error: `A.m#1` is computed at run time, but only static responses are allowed; \
        write the response as data

        """)
    #expect(process.exitCode == 1)
  }

  @Test(
    "In a GitHub workflow, files are annotated, with characters escaped that would end the command")
  func annotates() throws {
    try folder.write("service \"A\" { m = replyy(1) }\n", to: "a,b%.lua")
    let process = try MockLuaProcess(
      ["check", "a,b%.lua", "a.json", "--format", "github"], in: folder)
    let lines = process.output.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines[0].hasPrefix("::error file=a%2Cb%25.lua,line=1,title=error::"))
    #expect(
      lines[1].hasPrefix("::warning file=a.json,line=2,col=23,title=deprecated-error::`code`"))
  }

  @Test("An annotation contains no character that would end it early")
  func escapesAnnotations() throws {
    let issue = MockDiagnostic(
      at: ScriptLocation(file: "a:b,c%.lua", line: 1, column: 2), problem: "100%\r\nof: it, all")
    #expect(
      try IssuesFormat.github.text(of: [issue])
        == "::error file=a%3Ab%2Cc%25.lua,line=1,col=2,title=error::100%25%0D%0Aof: it, all\n")
  }

  @Test("The JSON output has the same keys for all warnings")
  func printsWholeJSON() throws {
    try folder.write(
      "service \"A\" {\n  m = { when({ a = is.gt(1) }, reply(1)),\n    when({ a = 5 }, reply(2)) } }\n",
      to: "rule.lua")
    let process = try MockLuaProcess(
      ["check", "rule.lua", "unknown.json", "--format", "json"], in: folder)
    #expect(
      process.output == """
        {
          "issues": [
            {
              "code": "unreachable-rule",
              "file": "rule.lua",
              "line": 3,
              "message": "this rule of `A.m` is never reached: the rule on line 2 accepts everything that this one does; \
        move it before that rule, or remove it",
              "notes": [
                {
                  "file": "rule.lua",
                  "line": 2,
                  "message": "the rule is here"
                }
              ],
              "problem": "this rule of `A.m` is never reached: the rule on line 2 accepts everything that this one does",
              "severity": "warning",
              "suggestion": "move it before that rule, or remove it"
            },
            {
              "code": "error",
              "column": 21,
              "edit": {
                "column": 22,
                "line": 1,
                "new": "methods",
                "old": "methodz"
              },
              "file": "unknown.json",
              "line": 1,
              "message": "services.A.methodz: unknown key `methodz`; did you mean `methods`?",
              "path": "services.A.methodz",
              "problem": "unknown key `methodz`",
              "severity": "error",
              "suggestion": "did you mean `methods`?"
            }
          ],
          "version": 1
        }

        """)
  }

  @Test(
    "`--color always` prints source lines and colors to a pipe",
    arguments: [
      ([], ":", false), (["--color", "auto"], ":", false), (["--color", "never"], ":", false),
      (["--color", "always"], ":", true), (["--color", "always"], "export NO_COLOR=1", true),
    ])
  func chooses(options: [String], setup: String, isColored: Bool) throws {
    let process = try MockLuaProcess(["check", "unknown.json"] + options, in: folder, setup: setup)
    #expect(process.output.contains("\u{1B}[1;31merror:") == isColored)
    #expect(process.output.split(separator: "\n").count == (isColored ? 3 : 1))
    let emitted = try MockLuaProcess(
      ["call", "unknown.json", "A.m"] + options, in: folder, setup: setup)
    #expect(emitted.messages.contains("\u{1B}[") == isColored)
    #expect(emitted.messages.contains("did you mean `methods`?"))
  }

  @Test("On a terminal narrower than the line, the caret is under the column")
  func narrowTerminal() throws {
    let process = try MockLuaProcess(
      ["check", "unknown.json", "--color", "always"], in: folder, setup: "export COLUMNS=24")
    let plain = process.output.replacing(/\u{1B}\[[0-9;]*m/, with: "")
    #expect(
      plain == """
        unknown.json:1:21: error: services.A.methodz: unknown key `methodz`; did you mean `methods`?
         1 | ...": {"A": {"me...
           |              ^

        """)
  }

  @Test("The output can be JSON")
  func printsJSON() throws {
    let process = try MockLuaProcess(["check", "odd.lua", "--format=json"], in: folder)
    let object = try JSONSerialization.jsonObject(with: Data(process.output.utf8))
    let issues = try #require((object as? [String: Any])?["issues"] as? [[String: Any]])
    let codes = ["unused-shared-key", "unreachable-rule", "error"]
    #expect(issues.map { $0["code"] as? String } == codes)
    #expect(issues.map { $0["severity"] as? String } == ["warning", "warning", "error"])
    #expect(issues.map { $0["line"] as? Int } == [1, 2, 3])
    let clean = try MockLuaProcess(["check", "clean.lua", "--format=json"], in: folder)
    #expect(clean.output == "{\n  \"issues\": [],\n  \"version\": 1\n}\n")
  }
}
