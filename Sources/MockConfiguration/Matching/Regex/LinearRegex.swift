/// A regular expression whose search takes time linear in the length of the text, for any expression.
///
/// A search only determines whether the expression matches anywhere in a string. Characters are Swift's `Character`s.
/// An expression is compiled once and can be used by any number of threads.
///
/// `RegexParser` parses the expression into a tree (`RegexNode`), `RegexCompiler` translates the tree into the states
/// of an automaton (`RegexProgram`), and `RegexSearch` follows all states at once.
package struct LinearRegex: Sendable {
  private let program: RegexProgram

  package init(_ pattern: String) throws(MockRegexProblem) {
    program = try RegexCompiler.compile(try RegexParser.parse(pattern), of: pattern)
  }

  /// Returns whether the expression matches anywhere in a string.
  package func isFound(in text: String) -> Bool {
    isFound(in: text) { _ in }
  }

  /// Returns whether the expression matches anywhere in a string, and reports the number of steps.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - report: Called regularly, and at the end, with the number of steps since the previous call. If it throws, the
  ///     search ends. A step takes about as long as a Lua instruction.
  /// - Returns: Whether the expression matches.
  package func isFound(in text: String, report: (Int) throws -> Void) rethrows -> Bool {
    try RegexSearch.isFound(program, in: text, report: report)
  }
}
