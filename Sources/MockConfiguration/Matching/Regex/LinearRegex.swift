/// A regular expression whose search takes linear time in the length of the text, for any expression.
///
/// A search only determines whether the expression matches anywhere in a text. It compares Swift's characters. An
/// expression is compiled once, and any number of threads can share it.
///
/// `RegexParser` parses the expression into a tree (`RegexNode`), `RegexCompiler` translates the tree into the states
/// of an automaton (`RegexProgram`), and `RegexSearch` follows all states at once.
package struct LinearRegex: Sendable {
  private let program: RegexProgram

  package init(_ pattern: String) throws(MockRegexProblem) {
    program = try RegexCompiler.compile(try RegexParser.parse(pattern), of: pattern)
  }

  /// Returns whether the expression matches anywhere in a text.
  package func isFound(in text: String) -> Bool {
    isFound(in: text) { _ in }
  }

  /// Returns whether the expression matches anywhere in a text, and reports the number of steps.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - report: Called periodically, and at the end, with the number of steps since the last call. If it throws, the
  ///     search ends. A step takes about as long as a Lua instruction.
  /// - Returns: Whether the expression matches.
  package func isFound(in text: String, report: (Int) throws -> Void) rethrows -> Bool {
    try RegexSearch.isFound(program, in: text, report: report)
  }
}
