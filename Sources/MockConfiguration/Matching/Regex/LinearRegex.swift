/// A regular expression whose search takes time in proportion to the text, whatever the expression.
///
/// It answers one question: whether the expression matches anywhere in a text. Characters are those of
/// Swift. It is compiled once and may be shared by any number of threads.
package struct LinearRegex: Sendable {
  package let pattern: String
  private let method: Method

  private enum Method: Sendable {
    case literal(LiteralSearch)
    case program(RegexProgram)
  }

  package init(_ pattern: String) throws(MockRegexProblem) {
    self.pattern = pattern
    do throws(RegexMistake) {
      let node = try RegexParser.parse(pattern)
      if let literal = LiteralSearch(node) {
        method = .literal(literal)
      } else {
        method = .program(try RegexCompiler.compile(node))
      }
    } catch {
      throw MockRegexProblem(error, in: pattern)
    }
  }

  /// Whether the expression matches anywhere in a text.
  package func isFound(in text: String) -> Bool {
    isFound(in: text) { _ in }
  }

  /// Whether the expression matches anywhere in a text.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - report: See ``RegexMatcher/isFound(_:in:report:)``. A search for a literal reports its bytes.
  /// - Returns: Whether it does.
  func isFound(in text: String, report: (Int) throws -> Void) rethrows -> Bool {
    switch method {
    case .literal(let literal):
      try report(text.utf8.count)
      return literal.isFound(in: text)
    case .program(let program):
      return try RegexMatcher.isFound(program, in: text, report: report)
    }
  }
}
