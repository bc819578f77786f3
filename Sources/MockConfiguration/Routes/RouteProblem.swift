/// What is wrong with the name of a host or of a route, or with the answer of one: `problem; what to write`.
package struct RouteProblem: Error, Sendable, Equatable {
  package var statement: String
  package var remedy: String

  package init(_ statement: String, _ remedy: String) {
    (self.statement, self.remedy) = (statement, remedy)
  }

  package var description: String { "\(statement); \(remedy)" }
}
