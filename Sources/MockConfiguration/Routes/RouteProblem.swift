/// A problem with the name of a host or a route, or with a route's response: `problem; suggestion`.
package struct RouteProblem: Error, Sendable, Equatable {
  package var statement: String
  /// The suggestion; nil if the statement is sufficient.
  package var suggestion: String?

  package init(_ statement: String, _ suggestion: String? = nil) {
    (self.statement, self.suggestion) = (statement, suggestion)
  }

  package var description: String { statement + (suggestion.map { "; \($0)" } ?? "") }
}
