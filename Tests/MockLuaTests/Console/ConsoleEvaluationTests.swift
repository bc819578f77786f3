import MockLua
import MockLuaTools
import MockServices
import Testing

@Suite("Evaluation in a running scenario")
struct ConsoleEvaluationTests {
  @Test(
    "An expression returns its values, and a statement those that it returns",
    arguments: [
      ConsoleRow("1 + 1", answer: "2"),
      ConsoleRow("1, nil, 'a'", answer: "1\nnil\n\"a\""),
      ConsoleRow("", answer: ""),
      ConsoleRow("-- nothing", answer: ""),
      ConsoleRow("1 -- one", answer: "1"),
      ConsoleRow("return 1, 2", answer: "1\n2"),
      ConsoleRow("1;", answer: "1"),
      ConsoleRow("local x = 1", answer: ""),
      ConsoleRow("select('#', services.Data.void())", answer: "1"),
      ConsoleRow("(function() end)()", answer: ""),
      ConsoleRow("for i = 1, 3 do\n  if i == 2 then return i end\nend", answer: "2"),
    ])
  func evaluates(row: ConsoleRow) async throws {
    let answer = try await ConsoleScript.answer(row.texts)
    #expect(answer == row.answer)
  }

  @Test(
    "Top-level locals are kept and shared with functions",
    arguments: [
      ConsoleRow("local x = 1", "x", answer: "1"),
      ConsoleRow("local x = 1", "local x = x + 1", "x", answer: "2"),
      ConsoleRow("local x, y = 1, 2", "x, y", answer: "1\n2"),
      ConsoleRow("local x", "x", answer: "nil"),
      ConsoleRow("local x local y = 3", "x, y", answer: "nil\n3"),
      ConsoleRow("local x <const>, y = 1, 2", "x + y", answer: "3"),
      ConsoleRow("local x = 1", "x = 5", "x", answer: "5"),
      ConsoleRow(
        "local n = 0 local function inc() n = n + 1 return n end", "inc() inc()", "n", answer: "2"),
      ConsoleRow(
        "local function f(n) return n == 0 and 'end' or f(n - 1) end", "f(3)", answer: "\"end\""),
      ConsoleRow("local print = 5", "print", answer: "5"),
      ConsoleRow("local f = print\nlocal t = { 1 }", "#t", answer: "1"),
      ConsoleRow("local x <close> = nil return x", answer: "nil"),
      ConsoleRow("local y = 1", "y -- a comment", answer: "1"),
      ConsoleRow(
        "local servic <close> = nil", "servic",
        answer: "repl:2: undeclared global `servic`; did you mean `service`?"),
      ConsoleRow(
        "do local servic = 1 end", "servic",
        answer: "repl:2: undeclared global `servic`; did you mean `service`?"),
      ConsoleRow(
        "local servic = nil + 1", "servic",
        answer: "repl:2: undeclared global `servic`; did you mean `service`?"),
      ConsoleRow("local s = 'local a = 1' -- local b = 2", "s", answer: "\"local a = 1\""),
    ])
  func keepsLocals(row: ConsoleRow) async throws {
    let answer = try await ConsoleScript.answer(row.texts)
    #expect(answer == row.answer)
  }

  @Test(
    "Calls are awaited, and the words of running functions are available",
    arguments: [
      ConsoleRow("services.Data.slow()", answer: "1"),
      ConsoleRow("services.Data.slow()", "clock.date()", answer: "\"2026-01-01T00:00:00Z\""),
      ConsoleRow("services.Data.gated()", answer: "2"),
      ConsoleRow("services.Data.words()", answer: "{ \"a\", \"b\" }"),
      ConsoleRow("services.OTP.verify { code = '1' }", answer: "{ a = 1 }"),
      ConsoleRow("services.OTP.verify { code = '1' }", "state.status", answer: "7"),
      ConsoleRow("state.status = 4", "state.status", answer: "4"),
      ConsoleRow(
        "state.status = nil state.user = 1", "state",
        answer: "{ note = null, status = null, user = 1 }"),
      ConsoleRow("sleep(100) return clock() - clock(), 'late'", answer: "0\n\"late\""),
      ConsoleRow("services.Data.fetch()", "#calls 'Data.fetch'", answer: "1"),
      ConsoleRow(
        "pcall(services.OTP.verify, {})",
        answer: """
          false
          fail("badCode", "Wrong code", { left = 2 })
          """),
      ConsoleRow("open_gate 'door'", answer: ""),
      ConsoleRow("uuid() ~= uuid()", answer: "true"),
    ])
  func calls(row: ConsoleRow) async throws {
    let answer = try await ConsoleScript.answer(row.texts)
    #expect(answer == row.answer)
  }

  @Test(
    "Incomplete input continues",
    arguments: [
      "{ 1,", "for i = 1, 2 do", "function f()", "service 'A' {", "local x = (", "1 +", "x =",
      "[[ text", "--[[ comment", "if true then\n  print(1)\n", "return",
    ])
  func isIncomplete(text: String) async throws {
    let isIncomplete =
      if case .incomplete = try await ConsoleScript.console().evaluate(text) { true } else { false }
    #expect(isIncomplete == (text != "return"))
  }

  @Test("Waiting uses the scenario's clock")
  func waitsOnClock() async throws {
    let console = try ConsoleScript.console()
    _ = await console.evaluate("sleep(100) services.Data.slow()")
    #expect(console.runtime.clock.elapsed == .milliseconds(350))
  }

  @Test("An error keeps earlier definitions, and a reset forgets them")
  func survives() async throws {
    let console = try ConsoleScript.console()
    _ = await console.evaluate("local x = 5 shared { extra = 1 } state.extra = 2")
    #expect(await console.evaluate("x = x + nil").isFailure)
    #expect("\(await console.evaluate("x, state.extra"))" == "5\n2")
    try await console.runtime.reset()
    #expect("\(await console.evaluate("x"))".hasPrefix("repl:1: undeclared global `x`"))
    #expect("\(await console.evaluate("state.extra"))".hasPrefix("repl:1: unknown shared key"))
    #expect(console.runtime.sharedState.keys == ["note", "status", "user"])
  }
}
