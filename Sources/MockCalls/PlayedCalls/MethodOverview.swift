package import MockConfiguration
package import MockData

/// The position of a method's calls within the method's sequences of responses.
package struct MethodOverview: Sendable {
  /// The responses that have the same pattern, or the responses without a pattern.
  package struct Rule: Sendable {
    /// The pattern, or `nil` for responses without a pattern.
    package var match: AnyCodableValue?
    /// The index of each response in the configuration, starting at 0.
    package var indices: [Int]
    /// The location of each response in a script, or `nil` if it is unknown.
    package var places: [ScriptLocation?]
    /// The number of calls without a key that the rule has handled.
    package var step: Int
    /// The number of calls with each sequence key, sorted by the text of the key.
    package var keyed: [(key: AnyCodableValue, step: Int)]
  }

  package var name: String
  package var count: Int
  package var exhaustBehavior: ExhaustBehavior
  package var keyPath: String?
  package var rules: [Rule]
}

extension MockCallSequencer {
  /// Returns an overview of each method, sorted by name.
  ///
  /// If another process responds to the calls, the list is empty.
  package nonisolated func overview() -> [MethodOverview] {
    (calls as? CallPipeline)?.overview() ?? []
  }
}

extension CallPipeline {
  /// The maximum number of keys that the overview of a rule contains.
  private static let keyLimit = 20

  fileprivate func overview() -> [MethodOverview] {
    context.withoutCalls {
      choosers.values.map { chooser in
        MethodOverview(
          name: chooser.identity.name, count: chooser.count,
          exhaustBehavior: chooser.exhaustBehavior,
          keyPath: chooser.keyPath?.joined(separator: "."),
          rules: chooser.rules.map { rule in
            let keyed = rule.keyedSteps.prefix(1000)
              .map { (text: $0.key.shortText, key: $0.key, step: $0.value) }
              .sorted { $0.text < $1.text }
            return MethodOverview.Rule(
              match: rule.match?.value, indices: rule.responses.map(\.index),
              places: rule.responses.map { chooser.identity.place(of: $0.index) },
              step: rule.steps(key: nil),
              keyed: keyed.prefix(Self.keyLimit).map { ($0.key, $0.step) })
          })
      }
    }.sorted { $0.name < $1.name }
  }
}
