extension MockCallSequencer {
  /// What a response would say to the arguments of a call.
  package struct Candidate: Sendable, Equatable {
    /// The place of the rule's first response in the configuration's list, from 0.
    package var index: Int
    /// The place of that response in a script; nil where none is known.
    package var place: String?
    /// The pattern of the rule; nil for the plain list.
    package var match: AnyCodableValue?
    /// The first field that differs; nil where the rule accepts the arguments.
    package var mismatch: MatchMismatch?
  }

  /// The rules of a method in the order in which they are tried, and what each says to the arguments.
  ///
  /// The first without a mismatch would answer. Nothing is counted or recorded.
  ///
  /// - Throws: What a `$where` predicate throws.
  package func explain(
    _ method: String, arguments: MockArguments = .none
  ) throws -> [Candidate] {
    guard let table = tables[method] else { return [] }
    return try table.rules.compactMap { rule in
      guard let first = rule.responses.first else { return nil }
      return Candidate(
        index: first.index, place: table.identity.place(of: first.index), match: rule.match?.value,
        mismatch: try rule.match?.mismatch(
          with: arguments.value, predicate: predicate(of: table, rule)))
    }
  }
}
