internal import MockData

extension MatchPattern {
  /// The comparisons of two numbers or two strings.
  enum Ordering: String, Sendable {
    case greater = "$gt"
    case greaterOrEqual = "$gte"
    case less = "$lt"
    case lessOrEqual = "$lte"
  }
}

extension MatchPattern.Ordering {
  /// Compares two numbers by their exact values, or two strings.
  ///
  /// For anything else, returns false.
  func accepts(_ value: AnyCodableValue?, _ operand: AnyCodableValue) -> Bool {
    if case .string(let text)? = value, case .string(let other) = operand {
      return holds(text < other, text > other, text == other)
    }
    return value?.numericOrder(to: operand).map { holds($0 < 0, $0 > 0, $0 == 0) } ?? false
  }

  private func holds(_ isLess: Bool, _ isGreater: Bool, _ isEqual: Bool) -> Bool {
    switch self {
    case .greater: isGreater
    case .greaterOrEqual: isGreater || isEqual
    case .less: isLess
    case .lessOrEqual: isLess || isEqual
    }
  }
}

extension MatchPattern.Ordering {
  private var isLower: Bool { self == .greater || self == .greaterOrEqual }

  /// Returns whether this comparison accepts everything that another comparison in the same direction accepts.
  func subsumes(
    _ other: Self, bound: AnyCodableValue, other otherBound: AnyCodableValue
  ) -> Bool {
    guard isLower == other.isLower else { return false }
    let isStricter =
      (self == .greater && other == .greaterOrEqual) || (self == .less && other == .lessOrEqual)
    let needed: Self =
      isLower ? (isStricter ? .greater : .greaterOrEqual) : (isStricter ? .less : .lessOrEqual)
    return needed.accepts(otherBound, bound)
  }

  /// Returns whether no value can satisfy both comparisons.
  ///
  /// This comparison must be the lower bound.
  func excludes(_ other: Self, bound: AnyCodableValue, other limit: AnyCodableValue) -> Bool {
    guard isLower, !other.isLower else { return false }
    let isStrict = self == .greater || other == .less
    return !(isStrict ? Self.less : .lessOrEqual).accepts(bound, limit)
  }
}

extension MatchPattern.Node {
  /// The ordering and the bound, if the pattern is a comparison.
  var bound: (ordering: MatchPattern.Ordering, value: AnyCodableValue)? {
    guard case .condition(let matcher, let operand) = self,
      let ordering = MatchPattern.Ordering(rawValue: matcher.name)
    else { return nil }
    return (ordering, operand.value)
  }
}

extension MatchPattern {
  /// Returns whether the pattern certainly accepts all arguments that another pattern accepts.
  ///
  /// If it isn't certain, the result is false.
  package func subsumes(_ other: MatchPattern) -> Bool {
    subsumesEverything || node.subsumes(other.node)
  }

  /// Whether the pattern accepts every object of arguments.
  package var subsumesEverything: Bool {
    if case .fields(let fields) = node { fields.isEmpty } else { false }
  }

  /// Whether the pattern certainly accepts no arguments, which are always an object.
  package var isImpossible: Bool { if case .plain = node { true } else { node.isImpossible } }

  /// The names of the `$where` functions, in order of appearance.
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
    if case .condition(let matcher, let operand) = self, matcher.covers(operand, other) {
      return true
    }
    return stated == other.stated
  }

  /// All values that the pattern accepts; nil if they can't be listed.
  ///
  /// An element that is nil means an absent value.
  private var accepted: [AnyCodableValue?]? {
    switch self {
    case .plain(.null): [nil, .null]
    case .plain(let value): [value]
    case .condition(let matcher, let operand): matcher.values(operand)
    default: nil
    }
  }

  func isCondition(_ name: String, _ operand: AnyCodableValue) -> Bool {
    guard case .condition(let matcher, let own) = self else { return false }
    return matcher.name == name && own.value == operand
  }

  /// Returns whether the pattern certainly accepts a value.
  ///
  /// A number must be accepted both as an integer and as a floating-point number. A `$where` never certainly accepts a
  /// value.
  func surelyAccepts(_ value: AnyCodableValue?) -> Bool {
    forms(of: value).allSatisfy { (try? accepts($0) { _, _ in false }) ?? false }
  }

  func mayAccept(_ value: AnyCodableValue) -> Bool {
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
    case .condition(let matcher, let operand):
      return matcher.acceptsNothing(operand) || matcher.values(operand)?.isEmpty ?? false
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

  /// Returns whether two conditions on the same value certainly exclude each other.
  private func excludes(_ other: Self) -> Bool {
    if !predicates.isEmpty || !other.predicates.isEmpty { return false }
    if let values = accepted {
      return values.allSatisfy { value in
        forms(of: value).allSatisfy { !((try? other.accepts($0) { _, _ in true }) ?? true) }
      }
    }
    guard case .condition(let matcher, let operand) = self else { return false }
    return matcher.excludes(operand, other)
  }

  fileprivate var predicates: [String] {
    guard case .condition(let matcher, let operand) = self, matcher.form == .function,
      case .string(let name) = operand.value
    else { return patterns.flatMap(\.predicates) }
    return [name]
  }
}
