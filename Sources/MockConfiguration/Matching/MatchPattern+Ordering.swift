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
    switch (value, operand) {
    case (.string(let text), .string(let other)): holds(text < other, text > other, text == other)
    case (.int(let integer), .int(let other)):
      holds(integer < other, integer > other, integer == other)
    case (.double(let number), .double(let other)):
      holds(number < other, number > other, number == other)
    // In generic code, Swift compares integers with floating-point numbers without rounding.
    case (.int(let integer), .double(let other)): Self.compare(integer, other, self)
    case (.double(let number), .int(let other)): Self.compare(other, number, mirrored)
    case (.number, _), (_, .number):
      value?.numericOrder(to: operand).map { holds($0 < 0, $0 > 0, $0 == 0) } ?? false
    default: false
    }
  }

  private func holds(_ isLess: Bool, _ isGreater: Bool, _ isEqual: Bool) -> Bool {
    switch self {
    case .greater: isGreater
    case .greaterOrEqual: isGreater || isEqual
    case .less: isLess
    case .lessOrEqual: isLess || isEqual
    }
  }

  private var mirrored: Self {
    switch self {
    case .greater: .less
    case .greaterOrEqual: .lessOrEqual
    case .less: .greater
    case .lessOrEqual: .greaterOrEqual
    }
  }

  private static func compare(_ integer: Int, _ number: Double, _ ordering: Self) -> Bool {
    guard !number.isNaN else { return false }
    if number >= 0x1p63 { return ordering.holds(true, false, false) }
    if number < -0x1p63 { return ordering.holds(false, true, false) }
    let whole = Int(number.rounded(.down))
    let hasFraction = number != number.rounded(.down)
    return ordering.holds(
      integer < whole || (integer == whole && hasFraction), integer > whole,
      integer == whole && !hasFraction)
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
  /// This one is the lower bound.
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
