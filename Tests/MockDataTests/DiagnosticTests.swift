import MockData
import Testing

@Suite("Diagnostics and their wording")
struct DiagnosticTests {
  @Test(
    "The format is `location: path: problem; suggestion`, without unknown parts",
    arguments: [
      (MockDiagnostic(problem: "p"), "p"),
      (MockDiagnostic(problem: "p", suggestion: "r"), "p; r"),
      (MockDiagnostic(at: ScriptLocation(file: "a.lua"), problem: "p"), "a.lua: p"),
      (MockDiagnostic(at: ScriptLocation(file: "a.lua", line: 3), problem: "p"), "a.lua:3: p"),
      (
        MockDiagnostic(
          at: ScriptLocation(file: "a.json", line: 3, column: 4), path: "services.A", problem: "p",
          suggestion: "r"), "a.json:3:4: services.A: p; r"
      ),
      (MockDiagnostic(at: ScriptLocation(file: "", line: 3, column: 4), problem: "p"), "3:4: p"),
      (MockDiagnostic(.warning, code: "odd", path: "services.A", problem: "p"), "p"),
      (MockDiagnostic(problem: "p", notes: [.init("n")]), "p"),
    ])
  func words(diagnostic: MockDiagnostic, text: String) {
    #expect(diagnostic.description == text)
  }

  @Test(
    "A message is split at the first unquoted semicolon",
    arguments: [
      ("p; r", "p", "r"), ("p", "p", nil), ("p; r; s", "p", "r; s"),
      ("unknown key `a; b`; did you mean `a; c`?", "unknown key `a; b`", "did you mean `a; c`?"),
      (
        #"the string "a; b", no response; write `x`"#, #"the string "a; b", no response"#,
        "write `x`"
      ),
      ("an open ` quote; r", "an open ` quote; r", nil), ("p;r", "p;r", nil), ("p;", "p;", nil),
    ])
  func takesApart(sentence: String, problem: String, suggestion: String?) {
    let diagnostic = MockDiagnostic(sentence: sentence)
    #expect(diagnostic.problem == problem)
    #expect(diagnostic.suggestion == suggestion)
    #expect(diagnostic.message == sentence)
  }

  @Test(
    "A location's text reads back as the same location",
    arguments: [
      ScriptLocation(file: "a.lua"), ScriptLocation(file: "a.lua", line: 3),
      ScriptLocation(file: "a.json", line: 3, column: 4), ScriptLocation(file: "a: b.lua", line: 1),
    ])
  func places(place: ScriptLocation) {
    #expect(ScriptLocation(place.description) == place)
  }

  @Test("A location read from text is compared by the parts that both have")
  func matches() {
    let name = String(repeating: "folder/", count: 40) + "a.lua"
    let place: ScriptLocation? = ScriptLocation(file: name, line: 3)
    let inline: ScriptLocation? = ScriptLocation(file: "LoginTests.swift:12", line: 3)
    let column: ScriptLocation? = ScriptLocation(file: name, line: 3, column: 4)
    let none: ScriptLocation? = nil
    #expect(place.matches(place.map { ScriptLocation("\($0)") }))
    #expect(inline.matches(inline.map { ScriptLocation("\($0)") }))
    #expect(place.matches(column))
    #expect(column.matches(place))
    #expect(none.matches(nil))
    #expect(!column.matches(ScriptLocation(file: name, line: 3, column: 5)))
    #expect(!place.matches(ScriptLocation(file: name, line: 4)))
    #expect(!place.matches(ScriptLocation(file: "a.lua", line: 3)))
    #expect(!place.matches(nil))
  }
}
