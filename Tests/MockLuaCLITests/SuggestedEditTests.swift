import MockData
import Testing

@testable import MockLuaCLI

/// Edits suggested by a warning: the unknown name and its replacement.
struct SuggestedEditTests {
  private func edit(
    _ line: String, _ problem: String, _ suggestion: String?, column: Int? = nil
  ) -> SuggestedEdit? {
    let sources = SourceTexts()
    sources.remember("first\n\(line)\n", as: "a.lua")
    return SuggestedEdit(
      for: MockDiagnostic(
        at: ScriptLocation(file: "a.lua", line: 2, column: column), problem: problem,
        suggestion: suggestion),
      in: sources)
  }

  @Test("The edit replaces the unknown name with the known one closest to it")
  func findsName() {
    #expect(
      edit("service \"A\" { m = repl(1) }", "undeclared global `repl`", "did you mean `reply`?")
        == SuggestedEdit(line: 2, column: 19, old: "repl", new: "reply"))
    #expect(
      edit(
        "  override(\"A\", \"n\", reply(2))", "service `A` doesn't have a method `nn` to override",
        "did you mean `n`? (in the variant `x`)") == nil)
    #expect(
      edit(
        "  override(\"Login\", \"signOt\", reply(2))",
        "service `Login` doesn't have a method `signOt` to override",
        "did you mean `signOut`? (in the variant `x`)")
        == SuggestedEdit(line: 2, column: 22, old: "signOt", new: "signOut"))
    #expect(
      edit(
        "m = { exhausted = \"repeat\" }", "`exhausted` of `A.m` is the string \"repeat\"",
        "did you mean `repeatLast`?")
        == SuggestedEdit(line: 2, column: 20, old: "repeat", new: "repeatLast"))
  }

  @Test("The column decides if the line has the name twice")
  func usesColumn() {
    let line = "{\"methodz\": 1, \"A\": {\"methodz\": {}}}"
    let (problem, suggestion) = ("unknown key `methodz`", "did you mean `methods`?")
    #expect(edit(line, problem, suggestion) == nil)
    #expect(
      edit(line, problem, suggestion, column: 22)
        == SuggestedEdit(line: 2, column: 23, old: "methodz", new: "methods"))
  }

  @Test(
    "There is no edit if it is uncertain",
    arguments: [
      ("repl repl", "undeclared global `repl`", "did you mean `reply`?"),
      ("x", "undeclared global `repl`", "did you mean `reply`?"),
      ("repl", "undeclared global `repl`", "write `reply`"),
      ("repl", "undeclared global `repl`", nil),
      ("repl", "undeclared global `repl`", "did you mean `re\\nply`?"),
      ("reply", "`reply` is odd", "did you mean `reply`?"),
    ] as [(String, String, String?)])
  func isNotCertain(line: String, problem: String, suggestion: String?) {
    #expect(edit(line, problem, suggestion) == nil)
  }

  @Test("Check prints the edit, and omits it if there is none")
  func isTold() throws {
    let folder = try TemporaryFolder(["a.lua": "service \"A\" {\n  m = repl(1),\n  n = 5,\n}\n"])
    let process = try MockLuaProcess(["check", "a.lua", "--format", "json"], in: folder)
    let issues = try JSONParser().parse(process.output)["issues"]
    #expect(issues?[0]?["edit"] == ["line": 2, "column": 7, "old": "repl", "new": "reply"])
    try folder.write("service \"A\" {\n  n = 5,\n}\n", to: "a.lua")
    let other = try MockLuaProcess(["check", "a.lua", "--format", "json"], in: folder)
    #expect(try JSONParser().parse(other.output)["issues"]?[0]?["edit"] == nil)
  }
}
