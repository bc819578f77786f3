import Foundation
import Testing

@testable import MockLuaCLI

/// `mocklua generate diagram`, as a process.
struct GenerateDiagramCommandTests {
  private static let examples = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../examples").standardizedFileURL

  /// Copies the files of an example to a new folder, so that the file name is independent of the location.
  private static func folder(_ names: String...) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for name in names {
      try folder.write(try Data(contentsOf: examples.appending(path: name)), to: name)
    }
    return folder
  }

  @Test("The graph of an example is the same for its script and its configuration")
  func drawsExample() throws {
    let folder = try Self.folder("mfa-otp.lua", "mfa-otp.json")
    let process = try MockLuaProcess(["generate", "diagram", "mfa-otp.lua"], in: folder)
    #expect(
      process.output == """
        flowchart LR
          subgraph service_OTPServiceProtocol["OTPServiceProtocol"]
            method_OTPServiceProtocol__verify["verify"]
          end
          subgraph service_YourServiceProtocol["YourServiceProtocol"]
            method_YourServiceProtocol__elevate["elevate"]
            method_YourServiceProtocol__fetchData["fetchData"]
            method_YourServiceProtocol__finalize["finalize"]
            method_YourServiceProtocol__performAction["performAction"]
          end
          state_serviceStatus[("serviceStatus = 0")]
          method_OTPServiceProtocol__verify -->|"3"| state_serviceStatus
          method_YourServiceProtocol__elevate -->|"2"| state_serviceStatus
          method_YourServiceProtocol__finalize -->|"7"| state_serviceStatus
          method_YourServiceProtocol__performAction -->|"1"| state_serviceStatus
          state_serviceStatus -.->|"serviceStatus"| service_OTPServiceProtocol
          state_serviceStatus -.->|"serviceStatus"| service_YourServiceProtocol

        """)
    #expect(process.messages.isEmpty)
    #expect(process.exitCode == 0)
    let configuration = try MockLuaProcess(["generate", "diagram", "mfa-otp.json"], in: folder)
    #expect(configuration.output == process.output)
  }

  @Test("The graph of a variant marks computed responses, whose updates are unknown")
  func drawsNamedScenario() throws {
    let folder = try Self.folder("mfa-otp.lua")
    let process = try MockLuaProcess(
      ["generate", "diagram", "mfa-otp.lua", "--variant", "live"], in: folder)
    let verify = "method_OTPServiceProtocol__verify"
    #expect(process.output.contains("\n    \(verify)[[\"verify (computed)\"]]\n"))
    #expect(!process.output.contains("\(verify) -->"))
    #expect(process.messages.isEmpty)
    #expect(process.exitCode == 0)
  }

  @Test("Values and properties are combined, and a method shows what its responses wait for")
  func drawsDetails() throws {
    let folder = try TemporaryFolder([
      "a.lua": """
      shared { status = null, name = "Ada" }
      local s = service "B" :bind { z = "status", a = "status", name = "name" }
      s.many = {
        reply(1) :set { status = 2, name = "Bob" }, reply(1) :set { status = 1 } :gate "z",
        fail("c") :set { status = 2 } :gate "a", reply(1) :gate "z",
      }
      service "A" {
        some = { reply(1), function() return 1 end, reply(2) },
        all = function() return 1 end,
        words = stream(function() emit(1) end),
        asks = { when(function() return true end, reply(1)), reply(2) },
        waits = reply(1) :gate "door",
      }
      """
    ])
    let process = try MockLuaProcess(["generate", "diagram", "a.lua"], in: folder)
    #expect(
      process.output == """
        flowchart LR
          subgraph service_A["A"]
            method_A__all[["all (computed)"]]
            method_A__asks["asks (computed conditions)"]
            method_A__some[["some (computed: 1 of 3 responses)"]]
            method_A__waits["waits (gate: door)"]
            method_A__words[["words (computed)"]]
          end
          subgraph service_B["B"]
            method_B__many["many (gates: a, z)"]
          end
          state_name[("name = #quot;Ada#quot;")]
          state_status[("status = null")]
          method_B__many -->|"#quot;Bob#quot;"| state_name
          method_B__many -->|"2, 1"| state_status
          state_name -.->|"name"| service_B
          state_status -.->|"a, z"| service_B

        """)
    #expect(process.exitCode == 0)
  }

  @Test("Long values are truncated, and long lists end with a count")
  func cuts() throws {
    let folder = try TemporaryFolder([
      "a.lua": """
      shared { few = 0, many = 0, long = string.rep("x", 1000) }
      service "S" { m = {
        reply() :set { few = 1, many = 1 }, reply() :set { few = 2, many = 2 },
        reply() :set { few = 3, many = 3 }, reply() :set { few = 4, many = 4 },
        reply() :set { few = 5, many = 5 }, reply() :set { few = 6, many = 6 },
        reply() :set { many = 7 }, reply() :set { many = 7 },
        reply() :set { long = { a = "0123456789", b = "0123456789" } },
      } }
      """
    ])
    let output = try MockLuaProcess(["generate", "diagram", "a.lua"], in: folder).output
    #expect(output.contains("-->|\"1, 2, 3, 4, 5, 6\"| state_few\n"))
    #expect(output.contains("-->|\"1, 2, 3, 4, 5 and 2 more\"| state_many\n"))
    let letters = String(repeating: "x", count: 23)
    #expect(output.contains("[(\"long = #quot;\(letters)...\")]\n"))
    let value = "#123;#quot;a#quot;#58;#quot;0123456789#quot;,#quot;b#quot;#58;#quot;0..."
    #expect(output.contains("-->|\"\(value)\"| state_long\n"))
  }

  @Test("Any name stays text, and different names have different identifiers")
  func keepsHostileNames() throws {
    let names = [
      "", "end", "\"]", "a\nb", "<b>", "%%{init}%%", "style:x#", "Größe", "a_b", "a__b", "\u{202E}",
      String(repeating: "n", count: 300),
    ]
    let responses: [String: Any] = ["responses": [["result": "success"]]]
    var (methods, services, state): ([String: Any], [String: Any], [String: Any]) = ([:], [:], [:])
    for name in names { methods[name] = responses }
    for name in names {
      services[name] = ["bindings": [name: name], "methods": methods]
      state[name] = ["initial": name]
    }
    let json = try JSONSerialization.data(
      withJSONObject: ["sharedState": state, "services": services])
    let folder = try TemporaryFolder()
    try folder.write(json, to: "a.json")
    let process = try MockLuaProcess(["generate", "diagram", "a.json"], in: folder)
    #expect(process.exitCode == 0)
    let id = "[A-Za-z0-9_]+"
    let text = #"(?:[A-Za-z0-9,._ =-]|#\w+;|[^\x00-\x7F])+"#
    let line = try Regex(
      "flowchart LR|  subgraph service_(\(id))?\\[\"\(text)\"\\]|    method_\(id)\\[\"\(text)\"\\]|  end"
        + "|  state_(\(id))?\\[\\(\"\(text)\"\\)\\]"
        + "|  state_(\(id))? -\\.->\\|\"\(text)\"\\| service_(\(id))?")
    let lines = process.output.split(separator: "\n")
    let others: [Substring] = lines.filter { $0.wholeMatch(of: line) == nil }
    #expect(others.isEmpty)
    let serviceLines: Int = names.count * (2 + names.count)
    let stateLines: Int = 2 * names.count
    #expect(lines.count == 1 + serviceLines + stateLines)
    let ids = lines.compactMap { $0.firstMatch(of: /^ +((method|state)_\w*)[\[]/)?.1 }
    let idCount: Int = names.count * names.count + names.count
    #expect(Set(ids).count == idCount)
    #expect(!process.output.unicodeScalars.contains("\u{202E}"))
  }

  @Test(
    "Characters special in a label are written as entities",
    arguments: [
      ("", "#quot;#quot;"), (" ", "#32;"), ("\u{A0}x\u{3000}", "#160;x#12288;"),
      ("verify", "verify"), ("end", "end"),
      ("say \"hi\"", "say #quot;hi#quot;"), ("[({|})]", "#91;#40;#123;#124;#125;#41;#93;"),
      ("<b>&amp;", "#60;b#62;#38;amp#59;"), ("#quot;", "#35;quot#59;"),
      ("a\nb\\n", "a#92;nb#92;n"), ("\u{1B}[2J", "#92;u#123;1B#125;#91;2J"),
      ("%%{init: {}}%%", "#37;#37;#123;init#58; #123;#125;#125;#37;#37;"),
      ("`x`", "#96;x#96;"), ("*x*", "#42;x#42;"), ("_x_", "#95;x#95;"),
      ("snake_case", "snake_case"),
      ("1. x", "1#46; x"), ("0.5", "0.5"), ("www.x.org", "www#46;x#46;org"), ("a...", "a..."),
      ("- x", "#45; x"), ("-1", "-1"), ("---", "#45;#45;#45;"), ("signed-in", "signed-in"),
      ("    code", "#32;#32;#32;#32;code"), ("fa:fa-ban", "fa#58;fa-ban"),
      ("$$x$$", "#36;#36;x#36;#36;"),
      ("Größe 日本 👩‍💻", "Größe 日本 👩‍💻"), ("\u{FB02}°lt¶ß", "#92;u#123;FB02#125;°lt#92;u#123;B6#125;ß"),
    ])
  func escapesLabels(text: String, label: String) {
    #expect(text.mermaidLabel == label)
  }

  @Test(
    "Identifiers encode everything except ASCII letters and digits",
    arguments: [
      ("", ""), ("Service2", "Service2"), ("a_b", "a_5Fb"), ("a b", "a_20b"), ("\n", "_0A"),
      ("ß", "_C3_9F"), ("-->", "_2D_2D_3E"),
    ])
  func escapesIdentifiers(text: String, identifier: String) {
    #expect(text.mermaidIdentifier == identifier)
  }

  @Test("The graph of a scenario without services is only a frame")
  func drawsEmpty() throws {
    let folder = try TemporaryFolder(["a.json": #"{"services": {}}"#, "a.lua": ""])
    for file in ["a.json", "a.lua"] {
      let process = try MockLuaProcess(["generate", "diagram", file], in: folder)
      #expect(process.output == "flowchart LR\n")
      #expect(process.messages.isEmpty)
      #expect(process.exitCode == 0)
    }
  }

  @Test("The graph shows a service that only binds properties")
  func drawsBindingService() throws {
    let process = try MockLuaProcess(
      ["generate", "diagram", "-"], in: TemporaryFolder(),
      input: "shared { x = 0 }\nservice \"A\" :bind \"x\" {}\n")
    #expect(
      process.output == """
        flowchart LR
          subgraph service_A["A"]
          end
          state_x[("x = 0")]
          state_x -.->|"x"| service_A

        """)
  }

  @Test("A file is written, but never over the input")
  func writesFile() throws {
    let folder = try TemporaryFolder(["a.lua": SampleScript.source])
    let process = try MockLuaProcess(
      ["generate", "diagram", "a.lua", "--output", "a.mmd"], in: folder)
    #expect(process.output.isEmpty)
    #expect(process.exitCode == 0)
    #expect(
      try folder.read("a.mmd")
        == "flowchart LR\n  subgraph service_A[\"A\"]\n    method_A__m[\"m\"]\n  end\n")
    let replacing = try MockLuaProcess(
      ["generate", "diagram", "a.lua", "--output", "a.lua"], in: folder)
    #expect(
      replacing.messages
        == "mocklua: a.lua: is the script itself; name another file\n")
    #expect(replacing.exitCode == 1)
    #expect(try folder.read("a.lua") == SampleScript.source)
  }

  @Test(
    "File errors are reported like those of other commands",
    arguments: [
      (["mistake.lua"], "mistake.lua:1: undeclared global `replyy`; did you mean `reply`?"),
      (["bad.json"], "bad.json:2:17: there is a comma before `}`; remove the comma"),
      (
        ["none.lua"],
        "mocklua: none.lua: no such file or folder; check the name, or write - to read standard input"
      ),
      (
        ["a.json", "--variant", "x"],
        "mocklua: a.json: is a configuration, but --variant is for scripts; remove it"
      ),
      (
        ["a.json", "--path", "none"],
        "mocklua: none: no such file or folder; give --path a folder of Lua files"
      ),
    ])
  func reportsErrors(arguments: [String], message: String) throws {
    let folder = try TemporaryFolder([
      "mistake.lua": "service \"A\" { m = replyy(1) }\n", "bad.json": "{\n  \"services\": {},}",
      "a.json": #"{"services": {}}"#,
    ])
    let process = try MockLuaProcess(["generate", "diagram"] + arguments, in: folder)
    #expect(process.messages == message + "\n")
    #expect(process.output.isEmpty)
    #expect(process.exitCode == 1)
  }
}
