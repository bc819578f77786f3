import Testing

@testable import MockLua

@Suite("The syntax tree of a script")
struct LuaSyntaxTests {
  @Test("The tree has every token exactly once, in order", arguments: FormatSample.all)
  func isLossless(sample: FormatSample) throws {
    let syntax = try LuaSyntax(sample.source)
    #expect(Self.tokens(of: syntax.root) == Array(syntax.tokens.indices.dropLast()))
  }

  private static func tokens(of node: LuaSyntax.Node) -> [Int] {
    node.parts.flatMap { part in
      switch part {
      case .token(let index): [index]
      case .node(let node): tokens(of: node)
      }
    }
  }

  @Test(
    "A script that isn't complete is reported with its line",
    arguments: [
      ("f(", 1, "`name` expected near `<eof>`"), ("x = {\n1", 2, "`}` expected near `<eof>`"),
      ("if a then\nb()", 2, "`end` expected near `<eof>`"), ("x", 1, "`=` expected near `<eof>`"),
      ("f() end", 1, "`<eof>` expected near `end`"),
    ])
  func incomplete(source: String, line: Int, text: String) {
    let problem = #expect(throws: SyntaxProblem.self) { try LuaSyntax(source) }
    #expect(problem?.line == line && problem?.text == text)
  }

  @Test("Nesting is limited")
  func deep() {
    let source = "x = \(String(repeating: "{", count: 61))\(String(repeating: "}", count: 61))"
    #expect(throws: Never.self) { try LuaSyntax(source) }
    #expect(throws: SyntaxProblem.self) { try LuaSyntax(source, depthLimit: 60) }
  }
}
