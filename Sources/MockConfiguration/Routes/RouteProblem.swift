/// A problem with the name of a host or a route, or with a route's response: `problem; suggestion`.
package struct RouteProblem: Error, Sendable, Equatable {
  package var statement: String
  /// The suggestion; nil if the statement is sufficient.
  package var remedy: String?

  package init(_ statement: String, _ remedy: String? = nil) {
    (self.statement, self.remedy) = (statement, remedy)
  }

  package var description: String { statement + (remedy.map { "; \($0)" } ?? "") }
}
