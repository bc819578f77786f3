import MockLua
import MockServices
import Testing

/// Line breaks in values.
@Suite struct LuaPieceTests {
  private func text(_ value: AnyCodableValue) -> String {
    ScriptFormat.text(of: LuaText.call("reply", LuaText.piece(value)))
  }

  @Test("A value that fits is on one line")
  func short() {
    #expect(text(["a": [1, 2], "b": ["c": "d"]]) == "reply { a = { 1, 2 }, b = { c = \"d\" } }")
    #expect(text([]) == "reply(array {})")
    #expect(text([:]) == "reply {}")
    #expect(text("x") == "reply \"x\"")
    #expect(text(5) == "reply(5)")
  }

  @Test("A value that doesn't fit has one entry per line, and so do its inner tables")
  func long() {
    let name = AnyCodableValue.string(String(repeating: "x", count: 60))
    #expect(
      text(["first": name, "second": ["third": name, "fourth": name], "last": 1]) == """
        reply {
          first = "\(String(repeating: "x", count: 60))",
          last  = 1,
          second = {
            fourth = "\(String(repeating: "x", count: 60))",
            third  = "\(String(repeating: "x", count: 60))",
          },
        }
        """)
  }

  @Test("Short elements of a long list share lines of up to 100 columns")
  func filled() {
    let lines = text(.array((1...200).map { .int($0) })).split(separator: "\n")
    #expect(lines.count < 15)
    #expect(lines.allSatisfy { $0.count <= 100 })
    #expect(lines.first == "reply {")
    #expect(lines.last == "}")
  }

  @Test(
    "A multi-line string has long brackets that it doesn't contain",
    arguments: [
      "a\nb\nc", "\na\n\n", "]]\n]=]\n", "a\nb]", "tab\t\n\n", "no\r\nbrackets\r\n", "one\nline",
      "\u{1}\n\n", "\u{202E}\n\n", "é\n\"quoted\"\\n\n",
    ])
  func lines(_ value: String) throws {
    let piece = LuaText.piece(ofText: value).text
    let script = "service \"S\" { m = reply(\(piece)) }"
    let scenario = try LuaScenario.load(source: script, name: "a.lua", directory: nil)
    let response = scenario.configuration.services["S"]?.methods["m"]?.responses.first
    #expect(response?.value == .string(value), "\(script)")
    #expect(
      piece.hasPrefix("[")
        == (value.filter { $0 == "\n" }.count > 1 && !value.contains("\u{1}")
          && !value.contains("\u{202E}")))
  }
}
