import Foundation
import Testing

@testable import MockLuaCLI

/// `mocklua presets`, as a process.
struct PresetsCommandTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder([
      "login.lua": """
      service "LoginService" { signIn = reply(1) }

      -- Too many attempts.
      scenario("locked", function() override("LoginService", "signIn", fail "locked") end)
      scenario("signed-in", function() end)
      """,
      "bare.lua": "service \"S\" { m = reply(1) }\n",
      "wrong.lua": "scenario('a', 1)\n",
    ])
  }

  @Test("Shows the names with what is said of them")
  func shows() throws {
    let process = try MockLuaProcess(["presets", "login.lua"], in: folder)
    #expect(process.output == "locked     Too many attempts.\nsigned-in\n")
    #expect(process.exitCode == 0)
    let input = try MockLuaProcess(
      ["presets", "-"], in: folder, input: "scenario('a', function() end)")
    #expect(input.output == "a\n")
    #expect(try MockLuaProcess(["presets", "bare.lua"], in: folder).output == "")
  }

  @Test("Writes an enum that names the script from where it is written")
  func writes() throws {
    let printed = try MockLuaProcess(["presets", "--swift", "./login.lua"], in: folder)
    #expect(
      printed.output == """
        // Written by `mocklua presets --swift`; write it anew where the script changes.

        import MockLua

        /// The scenarios of `login.lua`.
        enum LoginScenario: String, CaseIterable, ScriptScenario {
          /// Too many attempts.
          case locked
          /// The scenario `signed-in`.
          case signedIn = "signed-in"

          static var script: String { "login.lua" }
          static var sourceFile: String { #filePath }
        }

        """)
    #expect(printed.exitCode == 0)
    try FileManager.default.createDirectory(
      at: folder.url(of: "Tests"), withIntermediateDirectories: true)
    let written = try MockLuaProcess(
      [
        "presets", "login.lua", "--swift", "--public", "--name", "Flow", "--output",
        "Tests/Flow.swift",
      ], in: folder)
    #expect(written.output.isEmpty)
    #expect(written.exitCode == 0)
    let text = try folder.read("Tests/Flow.swift")
    #expect(text.contains("\npublic enum Flow: "))
    #expect(text.contains("static var script: String { \"../login.lua\" }"))
  }

  @Test("A mistake, a script without scenarios or no place to write: nothing is printed")
  func fails() throws {
    let rows = [
      (
        ["presets", "wrong.lua"],
        "wrong.lua:1: scenario `a` takes a function, not 1; write `scenario(\"a\", function() ... end)`"
      ),
      (
        ["presets", "--swift", "bare.lua"],
        "mocklua: bare.lua: declares no scenario; "
          + "declare one with `scenario(\"name\", function() ... end)`"
      ),
      (
        ["presets", "--swift", "none.lua"],
        "mocklua: none.lua: no such file or folder; check the name, or write - to read standard input"
      ),
      (
        ["presets", "--swift", "login.lua", "--output", "no/such.swift"],
        "mocklua: no/such.swift: no such file or folder; create the folder first"
      ),
      (
        ["presets", "--swift", "login.lua", "--output", "login.lua"],
        "mocklua: login.lua: is the script itself; name another file for --output"
      ),
    ]
    for (arguments, message) in rows {
      let process = try MockLuaProcess(arguments, in: folder)
      #expect(process.messages == message + "\n")
      #expect(process.output.isEmpty)
      #expect(process.exitCode == 1)
    }
  }

  @Test(
    "Says what is wrong with a command line",
    arguments: [
      ("presets", "FILE is missing; write it where the usage shows it"),
      ("presets a.lua --swfit", "unknown option '--swfit'; did you mean '--swift'?"),
      (
        "presets a.lua --name Flow",
        "'--name' works with '--swift' alone; write '--swift' too, or leave it out"
      ),
      (
        "presets a.lua --public",
        "'--public' works with '--swift' alone; write '--swift' too, or leave it out"
      ),
      (
        "presets a.lua --swift --name 2a",
        "'--name' takes a name that a Swift type can have, not '2a'"
      ),
      (
        "presets - --swift",
        "'--swift' needs a script with a name, which Swift loads it by; name a file instead of '-'"
      ),
      ("preset a.lua", "no command and no file 'preset'; did you mean 'presets'?"),
    ])
  func misuse(line: String, message: String) {
    let error = #expect(throws: CommandLineError.self) {
      try MockLuaCommand.program.invocation(of: line.split(separator: " ").map(String.init)) { _ in
        false
      }
    }
    #expect(error?.error.description == message)
  }

  @Test("Its help fits a terminal of 80 columns")
  func help() throws {
    let process = try MockLuaProcess(["presets", "--help"], in: folder)
    #expect(process.output.contains("--swift"))
    #expect(process.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
  }
}
