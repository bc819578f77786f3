package import MockConfiguration
package import MockData

/// How far the calls of a method have got.
package struct MethodOverview: Sendable {
  /// The responses with the same pattern, or the plain ones.
  package struct Rule: Sendable {
    /// The pattern; nil for the plain responses.
    package var match: AnyCodableValue?
    /// Where each response stands in the configuration's list, from 0.
    package var indices: [Int]
    /// Where each response stands in a script; nil where that is not known.
    package var places: [SourcePlace?]
    /// How many calls it has answered without a key.
    package var step: Int
    /// The same for each value of the sequence key, the first by their texts.
    package var keyed: [(key: AnyCodableValue, step: Int)]
  }

  package var name: String
  package var count: Int
  package var exhaustBehavior: ExhaustBehavior
  package var keyPath: String?
  package var rules: [Rule]
}

extension MockCallSequencer {
  /// How far the calls of each method have got, by name; empty where another process answers.
  package nonisolated func overview() -> [MethodOverview] {
    (calls as? CallPipeline)?.overview() ?? []
  }
}

extension CallPipeline {
  /// The most keys of a rule that are shown.
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
