import MockLua
import MockLuaTools
import Testing

@Suite("Writing values as Lua")
struct ConsoleWritingTests {
  @Test(
    "Values are written as valid input",
    arguments: [
      ConsoleRow("'a\\n\"b\"\\t\\\\ \\0 ü'", answer: #""a\n\"b\"\t\\ \x00 ü""#),
      ConsoleRow("'\\xFF'", answer: #""\xFF""#),
      ConsoleRow(
        "1, 1.0, 0.1, 2^53, 1/0, -1/0", answer: "1\n1.0\n0.1\n9007199254740992.0\ninf\n-inf"),
      ConsoleRow("null, nil, true", answer: "null\nnil\ntrue"),
      ConsoleRow("{}, array {}, { 1, 2 }", answer: "{}\narray {}\n{ 1, 2 }"),
      ConsoleRow(
        "{ b = 1, a = 2, ['x y'] = 3, ['end'] = 4, [7] = 5, 'first' }",
        answer: #"{ "first", [7] = 5, a = 2, b = 1, ["end"] = 4, ["x y"] = 3 }"#),
      ConsoleRow("local t = {} t.t = t return t", answer: "{ t = <cycle> }"),
      ConsoleRow(
        "local t = { { { { { { { { { { } } } } } } } } } } return t",
        answer: "{ { { { { { { { { ... } } } } } } } } }"),
      ConsoleRow("is, clock", answer: "<is>\n<clock>"),
      ConsoleRow("print, function() end", answer: "<function>\n<function repl:1>"),
      ConsoleRow(
        "state.user.tags, services.Data, services",
        answer: "{ \"a\", \"b\" }\n<service Data>\n<the services>"),
      ConsoleRow(
        "collection 'c', when({}, reply(1)), is.gt(1), coroutine.create(print)",
        answer: "<collection>\n<rule>\n<matcher>\n<coroutine>"),
      ConsoleRow("setmetatable({}, { __tostring = function() return 'mine' end })", answer: "mine"),
    ])
  func writes(row: ConsoleRow) async throws {
    let answer = try await ConsoleScript.answer(row.texts)
    #expect(answer == row.answer)
  }

  @Test(
    "Responses are written as declared",
    arguments: [
      "reply()", "reply(1)", "reply(null)", "reply \"a\"", "reply { a = 1 }", "fail(\"a\")",
      "fail(\"a\", \"b\", { c = 1 })", "stream { 1, 2 } :every(5)",
      "stream { 1 } :fails(\"a\", \"b\")", "reply(1) :set { status = 1 } :after(5) :gate \"x\"",
      "reply(1) :after { max = 3, min = 1 } :times(3) :optional()",
    ])
  func writesResponses(text: String) async throws {
    let answer = try await ConsoleScript.answer([text])
    #expect(answer == text)
  }

  @Test("A computed response shows the location of its function")
  func writesComputedResponses() async throws {
    let answer = try await ConsoleScript.answer(
      ["1", "reply(function() end), stream(function() end) :every(5)"])
    #expect(answer == "reply(<function repl:2>)\nstream(<function repl:2>) :every(5)")
  }

  @Test("Long tables have one element per line, and are truncated")
  func cutsLongTables() async throws {
    let wide = try await ConsoleScript.answer(["{ text = ('x'):rep(70), { 1, 2 } }"])
    #expect(
      wide == """
        {
          { 1, 2 },
          text = "\(String(repeating: "x", count: 70))",
        }
        """)
    let long = try await ConsoleScript.answer([
      "local t = {} for i = 1, 150 do t[i] = i end return t"
    ])
    #expect(long.hasSuffix("\n  100,\n  ... 50 more,\n}"))
  }
}
