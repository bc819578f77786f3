import MockData
import Testing

/// The output of commands with `--format json`.
///
/// scripts/check-examples validates it against its schema.
struct ResultFormatTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder([
      "login.lua": """
      shared { status = 0 }
      service "OTP" :bind "status" {
        verify = { reply(true) :set { status = 1 } :gate "door", reply(true) :set { status = 1 } },
        sum = function() return 1 end,
      }
      -- Nobody is there.
      --
      -- At all.
      variant("offline", function() override("OTP", "verify", fail("offline")) end)
      """,
      "door.json": """
      {"request": {"method": "GET", "urlPattern": "/a.*"}, "response": {"status": 200}}
      """,
    ])
  }

  private func json(_ arguments: String...) throws -> AnyCodableValue {
    let process = try MockLuaProcess(arguments + ["--format", "json"], in: folder)
    return try JSONParser().parse(process.output)
  }

  @Test("Formatting lists files with whether they change, and returns formatted standard input")
  func format() throws {
    let process = try MockLuaProcess(
      ["format", "login.lua", "none.lua", "-", "--format", "json"], in: folder, input: "x=1")
    #expect(
      try JSONParser().parse(process.output) == [
        "version": 1, "script": "x = 1\n",
        "files": [
          ["file": "login.lua", "changes": true], ["file": "stdin", "changes": true],
        ],
      ])
    #expect(process.messages.contains("none.lua: no such file"))
    #expect(process.exitCode == 1)
    #expect(
      try json("format", "--check", "login.lua") == [
        "version": 1, "files": [["file": "login.lua", "changes": false]],
      ])
  }

  @Test("A diagram is its services with what they set and bind, and the state")
  func diagram() throws {
    #expect(
      try json("generate", "diagram", "login.lua") == [
        "version": 1, "state": ["status": 0],
        "services": [
          [
            "name": "OTP", "bind": ["status": "status"],
            "methods": [
              ["name": "sum", "answers": 1, "computed": 1, "gates": [], "sets": [:]],
              [
                "name": "verify", "answers": 2, "computed": 0, "gates": ["door"],
                "sets": ["status": [1]],
              ],
            ],
          ]
        ],
      ])
  }

  @Test("Scenarios are names with comments")
  func list() throws {
    #expect(
      try json("list", "login.lua") == [
        "version": 1,
        "variants": [["name": "offline", "comment": ["Nobody is there.", "", "At all."]]],
      ])
  }

  @Test("An import is the script with its notes")
  func imports() throws {
    let plain = try MockLuaProcess(["import", "door.json"], in: folder)
    let imported = try json("import", "door.json")
    #expect(imported["version"] == 1)
    #expect(imported["script"] == .string(plain.output))
    guard case .array(let notes) = imported["notes"] else {
      Issue.record("\(imported)")
      return
    }
    #expect(notes.count == plain.messages.split(separator: "\n").count && !notes.isEmpty)
  }

  @Test("An explanation includes the version")
  func version() throws {
    #expect(try json("explain", "login.lua", "OTP.sum")["version"] == 1)
  }

  @Test("Commands that always print JSON accept the option too")
  func always() throws {
    for arguments in [["call", "login.lua", "OTP.sum"], ["emit", "login.lua"]] {
      let asked = try MockLuaProcess(arguments + ["--format", "json"], in: folder)
      #expect(try asked.output == MockLuaProcess(arguments, in: folder).output)
      let other = try MockLuaProcess(arguments + ["--format", "text"], in: folder)
      #expect(other.messages.contains("'--format' takes json, not 'text'"))
      #expect(other.exitCode == 64)
    }
  }

  @Test(
    "Options that exclude each other are reported",
    arguments: [
      ["trace", "t", "--mermaid"],
      ["import", "door.json", "--output", "x"], ["emit", "login.lua", "--env"],
    ])
  func excludes(arguments: [String]) throws {
    let process = try MockLuaProcess(arguments + ["--format", "json"], in: folder)
    #expect(process.messages.contains("can't be used together; remove one of them"))
    #expect(process.exitCode == 64)
  }
}
