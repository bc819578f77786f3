import MockData
import Testing

/// `mocklua list`, as a process.
struct ListCommandTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder([
      "login.lua": """
      service "LoginService" { signIn = reply(1) }

      -- Too many attempts.
      variant("locked", function() override("LoginService", "signIn", fail "locked") end)
      variant("signed-in", function() end)
      """,
      "bare.lua": "service \"S\" { m = reply(1) }\n",
      "a.json": #"{"services": {}}"#,
      "wrong.lua": "variant('a', 1)\n",
    ])
  }

  @Test("Lists the scenarios in the order of their declaration, with their comments")
  func lists() throws {
    let process = try MockLuaProcess(["list", "login.lua"], in: folder)
    #expect(process.output == "locked     Too many attempts.\nsigned-in\n")
    #expect(process.exitCode == 0)
    let input = try MockLuaProcess(
      ["list", "-"], in: folder, input: "variant('a', function() end)")
    #expect(input.output == "a\n")
    #expect(try MockLuaProcess(["list", "bare.lua"], in: folder).output == "")
  }

  @Test("Reports script errors, and files without scenarios")
  func fails() throws {
    for (file, message) in [
      (
        "wrong.lua",
        "wrong.lua:1: variant `a` takes a function, not 1; write `variant(\"a\", function() ... end)`, or `enum_case(\"a\", ...)` for a case of an enum"
      ),
      (
        "a.json",
        "mocklua: a.json: is a configuration, but this command reads only scripts; `mocklua check` reads both"
      ),
    ] {
      let process = try MockLuaProcess(["list", file], in: folder)
      #expect(process.messages == message + "\n")
      #expect(process.output.isEmpty)
      #expect(process.exitCode == 1)
    }
  }

  @Test("An agent gets the same as JSON")
  func tool() throws {
    let answer = try AgentMessages.answer(of: "list", ["file": "login.lua"], in: folder)
    let process = try MockLuaProcess(["list", "login.lua", "--format", "json"], in: folder)
    #expect(answer.text + "\n" == process.output && !answer.isError)
  }
}
