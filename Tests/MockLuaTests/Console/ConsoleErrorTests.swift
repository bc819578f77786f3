import MockLua
import MockLuaTools
import Testing

@Suite("Console errors")
struct ConsoleErrorTests {
  @Test(
    "Each error has a line and a suggestion",
    arguments: [
      ConsoleRow("x ===", answer: "repl:1: syntax error near '=='; write `==` for `===`"),
      ConsoleRow(
        "local s = \"open",
        answer: """
          repl:1: unfinished string near '"open'; close the string with its quote
          """),
      ConsoleRow(
        "1", "\n\nnil + 1", answer: "repl:4: attempt to perform arithmetic on a nil value"),
      ConsoleRow(
        "y = 3", answer: "repl:1: assignment to undeclared global `y`; write `local y = ...`"),
      ConsoleRow(
        "reply = 3", answer: "repl:1: `reply` is a reserved name; choose another name"),
      ConsoleRow(
        "function f() end",
        answer: "repl:1: function `f` is global; write `local function f(...)`"),
      ConsoleRow("serivce", answer: "repl:1: undeclared global `serivce`; did you mean `service`?"),
      ConsoleRow(
        "io",
        answer: "repl:1: `io` is not available in scripts; read data with `fixture \"name.json\"`"),
      ConsoleRow(
        "state.statsu", answer: "repl:1: unknown shared key `statsu`; did you mean `status`?"),
      ConsoleRow("services.Dta.x()", answer: "repl:1: unknown service `Dta`; did you mean `Data`?"),
      ConsoleRow("error 'plain'", answer: "repl:1: plain"),
      ConsoleRow(
        "emit(1)",
        answer: """
          repl:1: `emit` works only in `stream(function() ... end)`; return a value instead
          """),
      ConsoleRow(
        "local t = setmetatable({}, { __index = function() error 'inner' end }) t.x()",
        answer: "repl:1: inner"),
    ])
  func namesLine(row: ConsoleRow) async throws {
    let answer = try await ConsoleScript.answer(row.texts)
    #expect(answer == row.answer)
  }

  @Test(
    "An error in a call is shown with the calling line",
    arguments: [
      ConsoleRow(
        "1", "services.OTP.verify {}",
        answer: "repl:2: the call failed with badCode: Wrong code, details {\"left\":2}"),
      ConsoleRow(
        "services.Data.fetch() services.Data.fetch()", answer: "repl:1: the call failed with gone"),
      ConsoleRow("error(fail('boom', 'text'))", answer: "repl:1: the call failed with boom: text"),
      ConsoleRow(
        "services.OTP.verfy {}",
        answer: "repl:1: a.lua:4: `OTP.verfy` has no responses; did you mean `verify`?"),
      ConsoleRow(
        "services.OTP.broken()",
        answer: "repl:1: a.lua:11: attempt to perform arithmetic on a nil value"),
      ConsoleRow(
        "services.Data.once()", "services.Data.once()",
        answer: "repl:2: a.lua:19: `Data.once` has 1 response and was called 2 times; "
          + "add a `reply(...)`, or set `exhausted` to another value"),
    ])
  func showsCallErrors(row: ConsoleRow) async throws {
    let answer = try await ConsoleScript.answer(row.texts)
    #expect(answer == row.answer)
  }

  @Test("Input that runs too long is stopped by the limits")
  func isLimited() async throws {
    let answer = try await ConsoleScript.answer(["1", "while true do end"])
    #expect(
      answer == "repl:2: the instruction budget is used up; look for an endless loop"
        || answer == "repl:2: the time limit has passed; look for a loop that runs too long")
  }
}
