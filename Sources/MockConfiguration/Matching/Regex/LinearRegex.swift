/// A regular expression whose search takes time in proportion to the text, whatever the expression.
///
/// It answers one question: whether the expression matches anywhere in a text. Characters are those of
/// Swift. It is compiled once and may be shared by any number of threads.
///
/// `RegexParser` reads the expression into a tree (`RegexNode`), `RegexCompiler` turns the tree into the
/// states of an automaton (`RegexProgram`), and `RegexSearch` follows all of its states at once.
package struct LinearRegex: Sendable {
  private let program: RegexProgram

  package init(_ pattern: String) throws(MockRegexProblem) {
    program = try RegexCompiler.compile(try RegexParser.parse(pattern), of: pattern)
  }

  /// Whether the expression matches anywhere in a text.
  package func isFound(in text: String) -> Bool {
    isFound(in: text) { _ in }
  }

  /// Whether the expression matches anywhere in a text.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - report: Is told from time to time how many steps were taken since it was told last, and at
  ///     the end; what it throws ends the search. A step takes about as long as an instruction of Lua.
  /// - Returns: Whether it does.
  package func isFound(in text: String, report: (Int) throws -> Void) rethrows -> Bool {
    try RegexSearch.isFound(program, in: text, report: report)
  }
}
