internal import MockData

extension MatchPattern {
  /// Whether the pattern surely accepts whatever arguments another one accepts.
  ///
  /// False means that this is not known.
  package func subsumes(_ other: MatchPattern) -> Bool {
    subsumesEverything || node.subsumes(other.node)
  }

  /// Whether the pattern accepts every object of arguments.
  package var subsumesEverything: Bool {
    if case .fields(let fields) = node { fields.isEmpty } else { false }
  }

  /// Whether there surely are no arguments that the pattern accepts.
  package var isImpossible: Bool { node.isImpossible }

  /// The names of the functions that decide, in the order in which they stand.
  package var predicates: [String] { node.predicates }
}

extension MatchPattern.Node {
  fileprivate func subsumes(_ other: Self) -> Bool {
    switch (self, other) {
    case (_, .anyOf(let alternatives)): return alternatives.allSatisfy { subsumes($0) }
    case (.allOf(let parts), _): return parts.allSatisfy { $0.subsumes(other) }
    case (.anyOf(let parts), _) where parts.contains { $0.subsumes(other) }: return true
    case (_, .allOf(let parts)): return parts.contains { subsumes($0) }
    case (.fields(let fields), .fields(let others)):
      return fields.allSatisfy { field in
        others.contains { $0.path == field.path && field.pattern.subsumes($0.pattern) }
      }
    default: return subsumesLeaf(other)
    }
  }

  private func subsumesLeaf(_ other: Self) -> Bool {
    if !predicates.isEmpty || !other.predicates.isEmpty { return false }
    if let values = other.accepted { return values.allSatisfy { surelyAccepts($0) } }
    switch (self, other) {
    case (.exists(true), _): return !other.surelyAccepts(nil)
    case (.notEqual(let value), _): return !other.mayAccept(value)
    case (.isNotIn(let values), _): return !values.contains { other.mayAccept($0) }
    case (.type(.number), .type(.int)), (.type(.number), .type(.double)): return true
    case (.ordered(let own, let bound), .ordered(let their, let theirBound)):
      return own.subsumes(their, bound: bound, other: theirBound)
    default: return stated == other.stated
    }
  }

  /// The values that the pattern accepts and no others, nil among them for an absent one; nil where
  /// they cannot be listed.
  private var accepted: [AnyCodableValue?]? {
    switch self {
    case .plain(.null): [nil, .null]
    case .plain(let value), .equal(let value): [value]
    case .isIn(let values): values
    default: nil
    }
  }

  /// Whether a value is accepted in either form of a number, and decided without a function.
  private func surelyAccepts(_ value: AnyCodableValue?) -> Bool {
    forms(of: value).allSatisfy { (try? accepts($0) { _, _ in false }) ?? false }
  }

  private func mayAccept(_ value: AnyCodableValue) -> Bool {
    forms(of: value).contains { (try? accepts($0) { _, _ in true }) ?? true }
  }

  private func forms(of value: AnyCodableValue?) -> [AnyCodableValue?] {
    switch value {
    case .int(let integer):
      Double(exactly: integer).map { [value, .double($0)] } ?? [value]
    case .double(let number): Int(exactly: number).map { [value, .int($0)] } ?? [value]
    default: [value]
    }
  }

  fileprivate var isImpossible: Bool {
    switch self {
    case .isIn(let values): return values.isEmpty
    case .containsAll(let values): return values.isEmpty
    case .fields(let fields): return fields.contains(where: \.pattern.isImpossible)
    case .anyOf(let patterns): return patterns.allSatisfy(\.isImpossible)
    case .allOf(let patterns):
      return patterns.contains(where: \.isImpossible)
        || patterns.indices.contains { first in
          patterns.indices.contains { $0 != first && patterns[first].excludes(patterns[$0]) }
        }
    default: return false
    }
  }

  /// Whether two conditions on one value surely exclude each other.
  private func excludes(_ other: Self) -> Bool {
    if !predicates.isEmpty || !other.predicates.isEmpty { return false }
    if let values = accepted {
      return values.allSatisfy { value in
        forms(of: value).allSatisfy { !((try? other.accepts($0) { _, _ in true }) ?? true) }
      }
    }
    guard case .ordered(let own, let bound) = self, own.isLower,
      case .ordered(let their, let limit) = other, !their.isLower
    else { return false }
    let isStrict = own == .greater || their == .less
    return !(isStrict ? MatchPattern.Ordering.less : .lessOrEqual).accepts(bound, limit)
  }

  fileprivate var predicates: [String] {
    switch self {
    case .predicate(let name): [name]
    case .fields(let fields): fields.flatMap(\.pattern.predicates)
    case .not(let pattern), .containsElement(let pattern): pattern.predicates
    case .allOf(let patterns), .anyOf(let patterns), .noneOf(let patterns):
      patterns.flatMap(\.predicates)
    default: []
    }
  }
}

extension MatchPattern.Ordering {
  fileprivate var isLower: Bool { self == .greater || self == .greaterOrEqual }

  /// Whether one comparison accepts whatever another in the same direction does.
  fileprivate func subsumes(
    _ other: Self, bound: AnyCodableValue, other otherBound: AnyCodableValue
  ) -> Bool {
    guard isLower == other.isLower else { return false }
    let isStricter =
      (self == .greater && other == .greaterOrEqual) || (self == .less && other == .lessOrEqual)
    let needed: Self =
      isLower ? (isStricter ? .greater : .greaterOrEqual) : (isStricter ? .less : .lessOrEqual)
    return needed.accepts(otherBound, bound)
  }
}
