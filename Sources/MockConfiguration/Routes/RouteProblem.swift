/// What is wrong with the name of a host or of a route, or with the answer of one: `problem; what to write`.
package struct RouteProblem: Error, Sendable, Equatable {
  package var statement: String
  /// What to write instead; nil where the statement says it.
  package var remedy: String?

  package init(_ statement: String, _ remedy: String? = nil) {
    (self.statement, self.remedy) = (statement, remedy)
  }

  package var description: String { statement + (remedy.map { "; \($0)" } ?? "") }
}
