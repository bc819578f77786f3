import MockServices
import Testing

@testable import MockLuaCLI

/// The exact output of diagnostics.
struct DiagnosticRendererTests {
  private let sources = SourceTexts()

  init() {
    sources.remember("shared { idle = 1 }\n\tservice \"茶\" { m = replyy(1) }\n", as: "a.lua")
    sources.remember("{\"services\": {\n  \"A\": 1}}\n", as: "a.json")
  }

  private func text(
    of diagnostic: MockDiagnostic, width: Int = 80, isColored: Bool = false
  ) -> String {
    let style = MessageStyle(showsSource: true, isColored: isColored, width: width)
    return DiagnosticRenderer(style: style, showsSeverity: true, sources: sources)
      .text(of: diagnostic)
  }

  private let wrongKind = MockDiagnostic(
    at: ScriptLocation(file: "a.json", line: 2, column: 8), path: "services.A",
    problem: "expected an object, found a number", suggestion: "write an object")

  @Test("In a pipe a diagnostic is one line, with or without the severity")
  func plain() {
    let renderer = DiagnosticRenderer(style: .plain, sources: sources)
    #expect(
      renderer.text(of: wrongKind)
        == "a.json:2:8: services.A: expected an object, found a number; write an object")
    #expect(
      DiagnosticRenderer(style: .plain, showsSeverity: true, sources: sources).text(of: wrongKind)
        == "a.json:2:8: error: services.A: expected an object, found a number; write an object")
  }

  @Test("On a terminal the source line follows, with a caret under the column")
  func showsCaret() {
    #expect(
      text(of: wrongKind) == """
        a.json:2:8: error: services.A: expected an object, found a number; write an object
         2 |   "A": 1}}
           |        ^
        """)
  }

  @Test("If only the line is known, the caret is under the name quoted in the problem")
  func findsNames() {
    let unknown = MockDiagnostic(
      at: ScriptLocation(file: "a.lua", line: 2), problem: "undeclared global `replyy`",
      suggestion: "did you mean `reply`?")
    #expect(
      text(of: unknown) == """
        a.lua:2: error: undeclared global `replyy`; did you mean `reply`?
         2 |     service "茶" { m = replyy(1) }
           |                        ^
        """)
    let vague = MockDiagnostic(
      .warning, code: "odd", at: ScriptLocation(file: "a.lua", line: 1), problem: "this is odd")
    #expect(
      text(of: vague) == """
        a.lua:1: warning: this is odd
         1 | shared { idle = 1 }
        """)
  }

  @Test("Notes show their source lines too, unless it is the same line")
  func showsNotes() {
    let rule = MockDiagnostic(
      .warning, code: "unreachable-rule", at: ScriptLocation(file: "a.lua", line: 2),
      problem: "this rule is never reached", suggestion: "remove it",
      notes: [
        .init("the rule is here", at: ScriptLocation(file: "a.lua", line: 1)),
        .init("in main chunk", at: ScriptLocation(file: "a.lua", line: 2)), .init("and so on"),
      ])
    #expect(
      text(of: rule) == """
        a.lua:2: warning: this rule is never reached; remove it
         2 |     service "茶" { m = replyy(1) }
        a.lua:1: note: the rule is here
         1 | shared { idle = 1 }
        note: and so on
        """)
    let frames = (1...7).map { MockDiagnostic.Note("frame \($0)") }
    let deep = MockDiagnostic(problem: "deep", notes: frames)
    #expect(
      text(of: deep).split(separator: "\n").suffix(2) == ["note: frame 5", "note: ... and 2 more"])
  }

  @Test("Colors mark the location, the severity, the line number, and the caret")
  func colours() {
    #expect(
      text(of: wrongKind, isColored: true)
        == "\u{1B}[1ma.json:2:8:\u{1B}[0m \u{1B}[1;31merror:\u{1B}[0m services.A: expected an object, "
        + "found a number; write an object\n"
        + "\u{1B}[2m 2 | \u{1B}[0m  \"A\": 1}}\n\u{1B}[2m   | \u{1B}[0m       \u{1B}[1;32m^\u{1B}[0m"
    )
  }

  @Test(
    "No source line is shown for another file, a line past the end, or a location without a line")
  func leavesOut() {
    for place in [
      ScriptLocation(file: "none.lua", line: 1), ScriptLocation(file: "a.lua", line: 9),
      ScriptLocation(file: "a.lua"),
    ] {
      #expect(text(of: MockDiagnostic(at: place, problem: "p")) == "\(place): error: p")
    }
    #expect(text(of: wrongKind, width: 16).split(separator: "\n").count == 1)
  }

  @Test("A source that grows line by line has the lines so far")
  func growingText() {
    sources.append("local a = 1", to: "repl")
    sources.append("b = nil + a", to: "repl")
    let second = MockDiagnostic(at: ScriptLocation(file: "repl", line: 2), problem: "p")
    #expect(text(of: second) == "repl:2: error: p\n 2 | b = nil + a")
  }
}

/// The position of the caret under a shortened source line.
struct SourceExcerptTests {
  @Test(
    "The caret counts terminal cells, not characters",
    arguments: [
      ("abc", 2, "abc", 1),
      ("\tx", 2, "    x", 4),
      ("a\tx", 3, "a    x", 5),
      ("日本x", 3, "日本x", 4),
      ("ｘ한x", 3, "ｘ한x", 4),
      ("👩‍👩‍👧x", 2, "👩‍👩‍👧x", 2),
      ("e\u{301}x", 2, "e\u{301}x", 1),
      ("❤️x", 2, "❤️x", 2),
      ("\u{1B}[31mx", 6, "\\u{1B}[31mx", 10),
      ("\u{202E}x", 2, "\\u{202E}x", 8),
      ("ab", 3, "ab", 2),
      ("", 1, "", 0),
      ("ab", 9, "ab", 2),
    ])
  func countsCells(line: String, column: Int, text: String, caret: Int) throws {
    let excerpt = try #require(SourceExcerpt(line[...], column: column, width: 80))
    #expect(excerpt.text == text)
    #expect(excerpt.caret == caret)
  }

  /// 300 characters without equal ones close to each other.
  private static let long = String(
    (0..<300).map { Character(Unicode.Scalar(UInt8(33 + $0 % 90))) })

  @Test(
    "A line that doesn't fit shows the part at the column", arguments: [12, 20, 33, 80])
  func fits(width: Int) throws {
    let line = Self.long.replacing(".", with: ",")
    for column in 1...line.count {
      let excerpt = try #require(SourceExcerpt(line[...], column: column, width: width))
      let shown = Array(excerpt.text)
      let caret = try #require(excerpt.caret)
      try #require(shown.count <= width && caret < shown.count, "\(column): \(excerpt)")
      #expect(shown[caret] == Array(line)[column - 1], "\(column): \(excerpt)")
      #expect(excerpt.text.hasPrefix("...") == (caret < column - 1))
    }
  }

  @Test("A wide line has its caret within the terminal", arguments: [12, 21, 40])
  func fitsWide(width: Int) throws {
    let line = String(repeating: "茶", count: 100)
    for column in 1...101 {
      let excerpt = try #require(SourceExcerpt(line[...], column: column, width: width))
      let cells = excerpt.text.reduce(0) { $0 + $1.cellWidth }
      #expect(cells <= width && (excerpt.caret ?? -1) < width, "\(column): \(excerpt)")
    }
  }

  @Test("At most 200 cells are shown, however wide the terminal is")
  func bounded() throws {
    let excerpt = try #require(SourceExcerpt(Self.long[...], column: 250, width: 1000))
    #expect(excerpt.text.count <= 200)
    #expect(SourceExcerpt("abc", column: 1, width: 11) == nil)
    let whole = try #require(SourceExcerpt(Self.long[...], column: nil, width: 1000))
    #expect(whole.caret == nil && whole.text.count == 200 && whole.text.hasSuffix("..."))
  }
}
