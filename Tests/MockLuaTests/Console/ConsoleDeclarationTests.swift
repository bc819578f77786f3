import MockLua
import MockLuaTools
import MockServices
import Testing

@Suite("Declarations in a running scenario")
struct ConsoleDeclarationTests {
  @Test(
    "A declaration takes effect",
    arguments: [
      ConsoleRow("service 'New' { m = reply(9) }", answer: "<service New>"),
      ConsoleRow("service 'New' { m = reply(9) }", "services.New.m()", answer: "9"),
      ConsoleRow("service 'New' { m = reply(9) } return services.New.m()", answer: "9"),
      ConsoleRow(
        "service 'New' { m = function(args) return args.x * 2 end }", "services.New.m { x = 4 }",
        answer: "8"),
      ConsoleRow(
        "local s = service 'Data'", "s.extra = reply(3)", "services.Data.extra()", answer: "3"),
      ConsoleRow("service 'A' { m = reply(services.Data.slow()) }", "services.A.m()", answer: "1"),
      ConsoleRow("shared { extra = 1 } state.extra = 4 return state.extra", answer: "4"),
      ConsoleRow(
        "service 'A' :bind 'status' { m = reply(1) :set { status = 9 } }",
        "services.A.m() return state.status", answer: "9"),
      ConsoleRow(
        "override('OTP', 'verify', reply 'over')", "services.OTP.verify {}", answer: "\"over\""),
      ConsoleRow("override 'Data' {\n  slow = reply(7),\n}", "services.Data.slow()", answer: "7"),
      ConsoleRow("override { status = 5 }", "state.status", answer: "5"),
      ConsoleRow(
        "graphql '/g' { ['query Q'] = function(args) return args.id end }",
        "services['//*']['POST /g query Q'] { id = 5 }.body", answer: "{ data = 5 }"),
      ConsoleRow("default_delay(30)", "services.Data.fetch() return clock() % 1000", answer: "30"),
    ])
  func takesEffect(row: ConsoleRow) async throws {
    let answer = try await ConsoleScript.answer(row.texts)
    #expect(answer == row.answer)
  }

  @Test(
    "A repeated declaration replaces the previous one",
    arguments: [
      ConsoleRow("service 'Data' { slow = reply(5) }", "services.Data.slow()", answer: "5"),
      ConsoleRow(
        "services.Data.fetch() service 'Data' { fetch = { reply(1), reply(2) } }",
        "services.Data.fetch()", answer: "1"),
      ConsoleRow(
        "override('Data', 'slow', reply(5))", "service 'Data' { slow = reply(6) }",
        "services.Data.slow()", answer: "6"),
      ConsoleRow("state.status = 1", "shared { status = 8 }", "state.status", answer: "8"),
      ConsoleRow(
        "graphql '/g' { ['query Q'] = reply(1) }",
        "http { ['POST /g query Q'] = function() return 2 end }",
        "services['//*']['POST /g query Q']().body", answer: "2"),
      ConsoleRow(
        "services.Data.fetch()", "service 'Data' { void = reply(1) }",
        "pcall(services.Data.fetch)", answer: "false\nfail(\"gone\")"),
    ])
  func replaces(row: ConsoleRow) async throws {
    let answer = try await ConsoleScript.answer(row.texts)
    #expect(answer == row.answer)
  }

  @Test(
    "An error shows its line, and no declaration of its input takes effect",
    arguments: [
      ConsoleRow(
        "1", "service 'Bad' { m = 5 }",
        answer: "repl:2: `Bad.m` is 5, not a response; write `reply(5)`"),
      ConsoleRow(
        "service 'Bad'",
        answer: "repl:1: service `Bad` has neither methods nor properties; write "
          + "`service \"Bad\" { method = reply(...) }`"),
      ConsoleRow(
        "service 'Bad' { m = reply(1) :set { statsu = 1 } }",
        answer: "repl:1: `:set` names the unknown shared key `statsu`; did you mean `status`?"),
      ConsoleRow(
        "service 'Bad' { m = reply(1), m = reply(2) }",
        answer: "repl:1: key `m` appears twice in one table (first on line 1); keep one"),
      ConsoleRow(
        "service 'Data' { slow = reply(1) } service 'Data' { slow = reply(2) }",
        answer: "repl:1: method `Data.slow` is declared twice (first on repl:1); "
          + "write `override(\"Data\", \"slow\", ...)`"),
      ConsoleRow(
        "override('Dta', 'm', reply(1))",
        answer: "repl:1: `override` names the unknown service `Dta`; did you mean `Data`?"),
      ConsoleRow(
        "override 'Data'",
        answer: "repl:1: `override \"Data\"` doesn't have methods; write "
          + "`override \"Data\" { method = reply(...) }`"),
      ConsoleRow(
        "shared { x = print }",
        answer: """
          repl:1: a function in data at `shared.x`; data can hold only plain values
          """),
    ])
  func refusesErrors(row: ConsoleRow) async throws {
    let console = try ConsoleScript.console()
    let before = console.runtime.configuration
    var answer = ""
    for (line, text) in row.texts.enumerated() {
      answer = "\(await console.evaluate(text, line: line + 1))"
    }
    #expect(answer == row.answer)
    #expect(console.runtime.configuration == before)
    // The next input isn't taken for a part of the one that failed.
    #expect("\(await console.evaluate("service 'Good' { m = reply(1) }"))" == "<service Good>")
    #expect(console.runtime.configuration.services.keys.sorted() == ["Data", "Good", "OTP"])
  }

  @Test("The configuration shows declarations, and a reset forgets them")
  func showsConfiguration() async throws {
    let console = try ConsoleScript.console()
    let before = console.runtime.configuration
    _ = await console.evaluate("service 'New' :bind 'status' { m = reply(9) :after(5) }")
    let entry = console.runtime.configuration.services["New"]
    #expect(entry?.bindings == ["status": "status"])
    #expect(
      entry?.methods["m"]?.responses
        == [MockResponse(result: .success, value: 9, delayMs: 5)])
    try await console.runtime.reset()
    #expect(console.runtime.configuration == before)
    #expect("\(await console.evaluate("services.New.m()"))".contains("unknown service `New`"))
  }

  @Test("A configuration without a script has a console too")
  func extendsConfiguration() async throws {
    var configuration = try MockServiceConfiguration(
      json: """
        {"sharedState": {"status": {"initial": 1}}, "services": {
          "A": {"methods": {"m": {"responses": [{"result": "success", "value": 1}]}}}}}
        """)
    configuration.script = MockScript(name: "a.json", source: "")
    let console = ScenarioConsole(
      try ScenarioRuntime(configuration: configuration, clock: .virtual()))
    #expect("\(await console.evaluate("services.A.m(), state.status"))" == "1\n1")
    _ = await console.evaluate("service 'A' { n = reply(2) :set { status = 4 } }")
    #expect(
      "\(await console.evaluate("services.A.n(), services.A.m(), state.status"))" == "2\n1\n4")
  }
}
