/// A named scenario of a script, and what the comment above it says.
package struct ScenarioSummary: Sendable, Equatable {
  /// The name.
  package var name: String
  /// The lines of the comment right above its declaration; none where there is none.
  package var comment: [String]
}
